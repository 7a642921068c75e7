from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0045_opening_balances"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="draw_kind",
            field=models.CharField(
                choices=[
                    ("schedule", "All rounds at once"),
                    ("standings", "By standings, round by round"),
                    ("lot", "By lot, round by round"),
                ],
                db_default="lot",
                default="lot",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="schedule",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
