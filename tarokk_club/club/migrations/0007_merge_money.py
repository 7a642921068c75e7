from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0006_money")]

    operations = [
        migrations.AddField(
            model_name="merge", name="money", field=models.JSONField(default=dict)
        ),
    ]
