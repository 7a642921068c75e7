"""The hands of a session as a table: one row each, a column for each player and pot."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.core.accounts import pot_account
from scoring.core.posting import net_of
from scoring.core.words import Words
from tarokk_club.club.base.labels import kind_label
from tarokk_club.club.base.spreadsheet import Cell, Dialect, write_csv
from tarokk_club.club.session.queries.evenings import Evening
from tarokk_club.club.session.queries.replay import PlayedEntry, kind_of


def hands_csv(evening: Evening, words: Words, dialect: Dialect) -> bytes:
    """Every hand and whatever else moved points, so that the columns add up to the totals."""
    table = evening.replay.table
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
    table = evening.replay.table
    accounts = [*table.everyone, *(pot_account(name) for name in table.pots)]
    for done in evening.replay.played:
        if done.number is None and not done.step.lines:
            continue
        net = net_of(done.step.lines)
        seated = done.step.before.seats
        yield [
            done.number,
            kind_label(kind_of(done.step.event)),
            *_deal(done, evening),
            *(net.get(one, 0 if one in seated else None) for one in accounts),
            done.step.event.note or None,
        ]


def _deal(done: PlayedEntry, evening: Evening) -> tuple[Cell, Cell]:
    if done.number is None:
        return None, None
    before = done.step.before
    return evening.names[before.dealer], before.multiplier
