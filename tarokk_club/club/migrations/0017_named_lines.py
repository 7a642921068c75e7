"""Posting lines get names, bookings tell what the next deal knows, final tables get rows."""

from itertools import islice

import django.db.models.deletion
from django.db import migrations, models

# So many sessions are held in memory at once.
SESSIONS = 50
LINE = ("item", "code", "values", "points", "figure", "announced", "kontra", "side", "by")
SAYS_NOTHING = {"figure": None, "announced": None, "kontra": 0, "side": None, "by": None}
ROW = ("place", "moved", "evenings", "hands", "points", "average", "counted", "minor", "hat_days")


def named(line):
    """A line with its fields by name; what says nothing is left out."""
    pairs = zip(LINE, line, strict=True)
    return {name: one for name, one in pairs if SAYS_NOTHING.get(name, LINE) != one}


def listed(line):
    """A line as a list again."""
    return [line.get(name, SAYS_NOTHING.get(name)) for name in LINE]


def batches(apps, schema_editor):
    """The sessions of the book, some at a time."""
    alias = schema_editor.connection.alias
    rows = apps.get_model("club", "Session").objects.using(alias).order_by("pk")
    found = rows.iterator(chunk_size=SESSIONS)
    while some := list(islice(found, SESSIONS)):
        yield some


def write(apps, schema_editor, names, rows):
    """Columns of many bookings; rows: the values of each, its key last."""
    connection = schema_editor.connection
    meta = apps.get_model("club", "Booking")._meta
    fields = [meta.get_field(name) for name in (*names, meta.pk.name)]
    quoted = [connection.ops.quote_name(field.column) for field in fields]
    sets = ", ".join(f"{one} = %s" for one in quoted[:-1])
    table = connection.ops.quote_name(meta.db_table)
    told = [
        [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {sets} WHERE {quoted[-1]} = %s", told)


def states_of(apps, schema_editor, sessions):
    """What each deal of these sessions had to know, by entry."""
    # What is derived is derived as the program of today does it; the rows come as they are now.
    from tarokk_club.club.models import Entry, Session
    from tarokk_club.club.audit.queries import BROKEN
    from tarokk_club.club.session.rule_upgrades import upgrade_rules
    from tarokk_club.club.session.queries.replay.session_replay import replay_session, build_replay_items, extract_table_state

    alias = schema_editor.connection.alias
    rows = apps.get_model("club", "Entry").objects.using(alias).order_by("position")
    entries = {row.pk: [] for row in sessions}
    for one in rows.filter(session__in=list(entries), deleted=False):
        entries[one.session_id].append(
            Entry(
                id=one.id,
                position=one.position,
                record=one.record,
                note=one.note,
                schema=one.schema,
                created_at=one.created_at,
            )
        )
    found = {}
    for row in sessions:
        session = Session(
            id=row.id,
            game=row.game,
            rules=upgrade_rules(row.game, row.rules, version=row.rules_version),
            seats=row.seats,
            first_dealer=row.first_dealer,
        )
        try:
            course = replay_session(session, build_replay_items(session, entries[row.pk]))
        except BROKEN:
            # A damaged session is for the audit to tell of, and no reason to stay where one is.
            continue
        found |= {done.item.entry_id: extract_table_state(done.step.after) for done in course.played}
    return found


def name_lines(apps, schema_editor):
    """Every stored line by name, and no point moved."""
    alias = schema_editor.connection.alias
    bookings = apps.get_model("club", "Booking").objects.using(alias)
    for sessions in batches(apps, schema_editor):
        states = states_of(apps, schema_editor, sessions)
        rows = bookings.filter(session__in=[row.pk for row in sessions])
        told = (
            ([named(line) for line in lines], states.get(entry), 2, entry)
            for entry, lines in rows.values_list("entry_id", "lines")
        )
        write(apps, schema_editor, ("lines", "after", "schema"), told)


def list_lines(apps, schema_editor):
    """Every stored line as a list, as it was before."""
    alias = schema_editor.connection.alias
    bookings = apps.get_model("club", "Booking").objects.using(alias)
    for sessions in batches(apps, schema_editor):
        rows = bookings.filter(session__in=[row.pk for row in sessions])
        told = (
            ([listed(line) for line in lines], entry)
            for entry, lines in rows.values_list("entry_id", "lines")
        )
        write(apps, schema_editor, ("lines",), told)


def make_final_rows(apps, schema_editor):
    """Every row of a final table as a row of its own."""
    alias = schema_editor.connection.alias
    kept = apps.get_model("club", "FinalRow").objects.using(alias)
    for table in apps.get_model("club", "FinalTable").objects.using(alias).iterator():
        rows = []
        for position, told in enumerate(table.rows, start=1):
            hands, evenings = told["missing"] or (None, None)
            rows.append(
                kept.model(
                    table_id=table.pk,
                    position=position,
                    player_id=told["player_id"],
                    missing_hands=hands,
                    missing_evenings=evenings,
                    **{name: told[name] for name in ROW},
                )
            )
        kept.bulk_create(rows)
    settle(schema_editor)


def put_final_rows_back(apps, schema_editor):
    """Every final table with its rows in it again."""
    alias = schema_editor.connection.alias
    kept = apps.get_model("club", "FinalRow").objects.using(alias).order_by("position")
    for table in apps.get_model("club", "FinalTable").objects.using(alias).iterator():
        table.rows = [
            {
                "player_id": str(row.player_id),
                "missing": row.missing_hands is not None
                and [row.missing_hands, row.missing_evenings]
                or None,
                **{name: getattr(row, name) for name in ROW},
            }
            for row in kept.filter(table_id=table.pk)
        ]
        table.save(update_fields=["rows"])


def settle(schema_editor):
    """PostgreSQL changes no table while a check of its rows is still to come."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0016_hand_side"),
    ]

    operations = [
        migrations.AddField(
            model_name="booking",
            name="after",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="booking",
            name="schema",
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.RunPython(name_lines, list_lines),
        migrations.AddField(
            model_name="finaltable",
            name="schema",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.CreateModel(
            name="FinalRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("place", models.PositiveIntegerField(blank=True, null=True)),
                ("moved", models.IntegerField(blank=True, null=True)),
                ("missing_hands", models.PositiveIntegerField(blank=True, null=True)),
                ("missing_evenings", models.PositiveIntegerField(blank=True, null=True)),
                ("evenings", models.PositiveIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("points", models.BigIntegerField()),
                ("average", models.BigIntegerField()),
                ("counted", models.BigIntegerField()),
                ("minor", models.JSONField(default=dict)),
                ("hat_days", models.PositiveIntegerField()),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="final_rows", to="club.player")),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="final_rows", to="club.finaltable")),
            ],
            options={
                "verbose_name": "row of a final table",
                "verbose_name_plural": "rows of final tables",
                "ordering": ["table", "position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "player"),
                        name="final_row_once",
                        violation_error_message="This player stands in the table already.",
                    )
                ],
            },
        ),
        migrations.RunPython(make_final_rows, put_final_rows_back),
        # On the way back the column stands empty until its rows are put in.
        migrations.AlterField(
            model_name="finaltable",
            name="rows",
            field=models.JSONField(default=list),
        ),
        migrations.RemoveField(
            model_name="finaltable",
            name="rows",
        ),
    ]
