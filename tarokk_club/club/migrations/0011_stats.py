import django.db.models.deletion
from django.db import migrations, models


def count_tallies(apps, schema_editor):
    """Every session that was played before gets its tally, counted from its records."""
    # What is derived is derived as the program of today does it; the rows come as they are now.
    from tarokk_club.club.models import Entry, Session
    from tarokk_club.club.audit.queries import BROKEN
    from tarokk_club.club.session.queries.replay.tallies import recompute_tally

    # Of the database that is migrated, which is another one while a book moves.
    alias = schema_editor.connection.alias
    old = apps.get_model("club", "Entry").objects.using(alias).order_by("position")
    tallies = apps.get_model("club", "Tally").objects.using(alias)
    played = apps.get_model("club", "Session").objects.using(alias).order_by("pk")
    for row in played.iterator():
        session = Session(
            id=row.id,
            game=row.game,
            rules=row.rules,
            seats=row.seats,
            first_dealer=row.first_dealer,
        )
        entries = [
            Entry(
                id=one.id,
                position=one.position,
                record=one.record,
                note=one.note,
                deleted=one.deleted,
                created_at=one.created_at,
            )
            for one in old.filter(session_id=row.id)
        ]
        try:
            facts = recompute_tally(session, entries).facts
        except BROKEN:
            # A damaged session is for the audit to tell of, and no reason to stay where one is.
            continue
        tallies.create(session_id=row.id, facts=facts)


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0010_iban"),
    ]

    operations = [
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='tally', serialize=False, to='club.session')),
                ('facts', models.JSONField()),
            ],
            options={
                'verbose_name': 'tally',
                'verbose_name_plural': 'tallies',
            },
        ),
        migrations.RunPython(count_tallies, migrations.RunPython.noop),
    ]
