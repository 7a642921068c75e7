from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0117_open_session_index'),
    ]

    operations = [
        # The default is Django's, not the database's, so that SQLite need not copy the table.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='entry',
                    name='schema',
                    field=models.PositiveSmallIntegerField(default=4),
                ),
            ],
        ),
    ]
