"""Lines of multiplied hands say what their last factor is; not one point moves."""

from itertools import islice

from django.db import migrations

ROUND = "round"
# By the start of a line's code: what the game calls its multiplied hands.
CALLED = {"hu": "round.doubled", "ro": "round.radler"}
BOOKINGS = 500


def told(lines):
    """The lines, those with a product also naming the round."""
    return [
        {**line, "values": {**line["values"], ROUND: CALLED[line["code"].partition(".")[0]]}}
        if "sum" in line.get("values", {}) and line["code"].partition(".")[0] in CALLED
        else line
        for line in lines
    ]


def untold(lines):
    """The lines as they were before."""
    return [
        {**line, "values": {key: one for key, one in line["values"].items() if key != ROUND}}
        if ROUND in line.get("values", {})
        else line
        for line in lines
    ]


def rewrite(change):
    """A step that gives every multiplied hand its lines anew."""

    def step(apps, schema_editor):
        bookings = apps.get_model("club", "Booking").objects.using(schema_editor.connection.alias)
        rows = bookings.filter(multiplier__gt=1).order_by("pk").iterator(chunk_size=BOOKINGS)
        while some := list(islice(rows, BOOKINGS)):
            for row in some:
                row.lines = change(row.lines)
            bookings.bulk_update(some, ["lines"])

    return step


class Migration(migrations.Migration):
    dependencies = [("club", "0040_short_names")]

    operations = [migrations.RunPython(rewrite(told), rewrite(untold))]
