"""What the columns of a bank's tables hold, as the treasurer said once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0090_entered_at")]

    operations = [
        migrations.AddField(
            model_name="moneyrules",
            name="bank_layouts",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
