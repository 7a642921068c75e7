from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0017_named_lines"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="two_factors",
            field=models.BooleanField(
                default=False, verbose_name="two factors for who holds the keys"
            ),
        ),
    ]
