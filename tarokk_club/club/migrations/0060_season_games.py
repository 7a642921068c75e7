from django.db import migrations, models


class Migration(migrations.Migration):
    """What a season counts. Seasons of before go on adding all games, as they did."""

    dependencies = [
        ("club", "0055_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="games",
            field=models.CharField(
                choices=[
                    ("one", "One game"),
                    ("weighed", "Several games, each by its weight"),
                    ("all", "All games together"),
                ],
                db_default="all",
                default="all",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="game",
            field=models.CharField(blank=True, db_default="", default="", max_length=30),
        ),
        migrations.AddField(
            model_name="season",
            name="weights",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="season",
            name="tournaments",
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
