from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0117_open_session_index'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='schema',
            field=models.PositiveSmallIntegerField(default=4),
        ),
    ]
