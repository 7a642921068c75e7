"""The rules were read a second time: what they meant before stands on under names of its own."""

from django.db import migrations, models

from tarokk_club.club.session.rule_upgrades import upgrade_rules


def raise_rules(apps, schema_editor):
    """Sessions, tournaments and remembered choices keep what they were played by."""
    alias = schema_editor.connection.alias
    for name in ("Session", "Tournament"):
        rows = apps.get_model("club", name).objects.using(alias).filter(rules_version=1)
        for row in rows.iterator(chunk_size=500):
            row.rules = upgrade_rules(row.game, row.rules, version=1)
            row.rules_version = 2
            row.save(update_fields=["rules", "rules_version"])
    for club in apps.get_model("club", "Club").objects.using(alias).exclude(last_choice={}):
        last = club.last_choice
        if isinstance(last.get("rules"), dict) and "rules_version" not in last:
            last["rules"] = upgrade_rules(last.get("game", ""), last["rules"], version=1)
            club.save(update_fields=["last_choice"])


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0025_two_factors"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="schema",
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.AlterField(
            model_name="session",
            name="rules_version",
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="rules_version",
            field=models.PositiveSmallIntegerField(default=2),
        ),
        # What was raised says so, and is not raised twice.
        migrations.RunPython(raise_rules, migrations.RunPython.noop),
    ]
