"""Rename the model Booking to Posting; its table keeps its name."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0111_rankings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterModelTable("Booking", "club_booking")]
        ),
        migrations.RenameModel("Booking", "Posting"),
        migrations.AlterModelOptions(
            "Posting", {"verbose_name": "posting", "verbose_name_plural": "postings"}
        ),
        migrations.AlterField(
            "Posting",
            "entry",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name="posting",
                serialize=False,
                to="club.entry",
            ),
        ),
        migrations.AlterField(
            "Posting",
            "session",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="postings",
                to="club.session",
            ),
        ),
    ]
