"""Rename the model Confirmation to PaymentConfirmation; its table keeps its name."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0113_settlement_parts")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterModelTable("Confirmation", "club_confirmation")]
        ),
        migrations.RenameModel("Confirmation", "PaymentConfirmation"),
        migrations.AlterModelOptions(
            "PaymentConfirmation",
            {
                "verbose_name": "payment confirmation",
                "verbose_name_plural": "payment confirmations",
            },
        ),
        migrations.AlterField(
            "PaymentConfirmation",
            "made_by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="payment_confirmations_made",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
