"""Rename the model Part to SettlementPart; its table keeps its name."""

import django.db.models.deletion
from django.db import migrations, models


def alter_related_name(name: str, to: str) -> migrations.AlterField:
    field = models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="settlement_parts",
        to=to,
    )
    return migrations.AlterField("SettlementPart", name, field)


class Migration(migrations.Migration):
    dependencies = [("club", "0112_postings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterModelTable("Part", "club_part")]
        ),
        migrations.RenameModel("Part", "SettlementPart"),
        migrations.AlterModelOptions(
            "SettlementPart",
            {"verbose_name": "settlement part", "verbose_name_plural": "settlement parts"},
        ),
        alter_related_name("session", "club.session"),
        alter_related_name("charge", "club.charge"),
        alter_related_name("payment", "club.payment"),
        alter_related_name("player", "club.player"),
    ]
