"""Whether somebody has left a tournament after having played in it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0075_guarded_rounds")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="gone",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
