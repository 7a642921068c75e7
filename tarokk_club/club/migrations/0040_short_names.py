"""Short names of players, and where saving a hand leads an account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0035_xxi_table")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="short_name",
            field=models.CharField(blank=True, default="", max_length=20, verbose_name="short name"),
        ),
        migrations.AddField(
            model_name="user",
            name="next_hand",
            field=models.BooleanField(
                default=False, verbose_name="saving a hand leads to the next one"
            ),
        ),
    ]
