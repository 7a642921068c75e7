from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0046_drawn_schedules'),
    ]

    operations = [
        migrations.AddField(
            model_name='entrant',
            name='full_name',
            field=models.BooleanField(db_default=False, default=False, verbose_name="with the full name on the tournament's page for guests"),
        ),
    ]
