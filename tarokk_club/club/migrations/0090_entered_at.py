"""When an event was entered on the phone, which may be long before it reached the book."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0085_gone_entrants")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="entered_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
