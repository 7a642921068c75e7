from django.db import migrations, models


class Migration(migrations.Migration):
    """How strong everybody was, evening by evening; worked out with the ratings."""

    dependencies = [
        ("club", "0060_season_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratingtable",
            name="history",
            field=models.JSONField(null=True),
        ),
    ]
