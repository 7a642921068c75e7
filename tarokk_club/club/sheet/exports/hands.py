"""The hands of a session as a table: one row each, a column for each player and pot."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.core.accounts import pot_account
from scoring.core.words import Words
from tarokk_club.club.base.labels import kind_label
from tarokk_club.club.base.spreadsheet import Cell, Dialect, write_csv
from tarokk_club.club.session.queries.booked import Booked
from tarokk_club.club.session.queries.evenings import Evening


def hands_csv(evening: Evening, words: Words, dialect: Dialect) -> bytes:
    """Every hand and whatever else moved points, so that the columns add up to the totals."""
    table = evening.book.table
    header = [
        _("Hand"),
        _("Event"),
        _("Dealer"),
        _("Multiplier"),
        *(evening.names[player] for player in table.everyone),
        *(words.term(f"pot.{name}") for name in table.pots),
        _("Note"),
    ]
    return write_csv(header, _rows(evening), dialect)


def _rows(evening: Evening) -> Iterator[list[Cell]]:
    table = evening.book.table
    accounts = [*table.everyone, *(pot_account(name) for name in table.pots)]
    for row in evening.book.rows:
        if row.number is None and not row.lines:
            continue
        yield [
            row.number,
            kind_label(row.kind),
            *_deal(row, evening),
            *(row.net.get(one) for one in accounts),
            row.note or None,
        ]


def _deal(row: Booked, evening: Evening) -> tuple[Cell, Cell]:
    if row.number is None:
        return None, None
    return evening.names[str(row.booking.dealer)], row.booking.multiplier
