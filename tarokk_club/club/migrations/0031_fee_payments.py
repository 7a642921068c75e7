from django.db import migrations, models


PURPOSES = [
    ("settling", "Settling up"), ("table", "Table money"), ("dues", "Dues"), ("fine", "Fine"),
    ("writeoff", "Written off"), ("other", "Something else"),
]


class Migration(migrations.Migration):
    """A payment knows the fee that it pays."""

    dependencies = [("club", "0030_rules_again")]

    operations = [
        migrations.AlterField(
            model_name=name,
            name="purpose",
            field=models.CharField(choices=PURPOSES, max_length=10, verbose_name="what for"),
        )
        for name in ("charge", "payment")
    ] + [
        migrations.AddField(
            model_name="payment",
            name="charge",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=models.PROTECT, related_name="payments",
                to="club.charge",
            ),
        ),
    ]
