"""Rename the model Statement to Confirmation; its table keeps its name."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def alter_related_name(name: str, to: str, *, null: bool = True) -> migrations.AlterField:
    field = models.ForeignKey(
        blank=null,
        null=null,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="confirmations",
        to=to,
    )
    return migrations.AlterField("Confirmation", name, field)


class Migration(migrations.Migration):
    dependencies = [("club", "0114_payment_confirmations")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterModelTable("Statement", "club_statement")]
        ),
        migrations.RenameModel("Statement", "Confirmation"),
        migrations.AlterModelOptions(
            "Confirmation",
            {"verbose_name": "confirmation", "verbose_name_plural": "confirmations"},
        ),
        alter_related_name("session", "club.session", null=False),
        alter_related_name("entry", "club.entry"),
        alter_related_name("author", settings.AUTH_USER_MODEL),
        alter_related_name("player", "club.player"),
        migrations.AlterConstraint(
            "Confirmation",
            "statement_seq_once",
            models.UniqueConstraint(
                fields=["session", "seq"],
                name="statement_seq_once",
                violation_error_message="This confirmation exists already.",
            ),
        ),
    ]
