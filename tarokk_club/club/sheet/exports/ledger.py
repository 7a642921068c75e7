"""The postings of a session as a table: one row each, with its reason in the reader's language."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.core.accounts import POT_PREFIX, is_pot
from scoring.core.words import Words, render
from tarokk_club.club.base.labels import kind_label
from tarokk_club.club.base.spreadsheet import Cell, Dialect, write_csv
from tarokk_club.club.session.queries.evenings import Evening
from tarokk_club.club.session.queries.replay import kind_of


def ledger_csv(evening: Evening, words: Words, dialect: Dialect) -> bytes:
    """Every posting of every event; the points of a hand add up to 0."""
    header = [_("Hand"), _("Event"), _("Item"), _("Account"), _("Points"), _("Reason")]
    return write_csv(header, _rows(evening, words), dialect)


def _rows(evening: Evening, words: Words) -> Iterator[list[Cell]]:
    # PostgreSQL keeps no order in a record; accounts stand as the players came, pots last.
    place = {player: number for number, player in enumerate(evening.replay.table.everyone)}
    for done in evening.replay.played:
        kind = kind_label(kind_of(done.step.event))
        for line in done.step.lines:
            reason = render(words, line.code, line.values)
            for account in sorted(line.points, key=lambda one: place.get(one, len(place))):
                points = line.points[account]
                if points:
                    # The item as in the scorer's answer: the same word in every language.
                    yield [done.number, kind, line.item, _called(account, words), points, reason]


def _called(account: str, words: Words) -> str:
    if is_pot(account):
        return words.term(f"pot.{account.removeprefix(POT_PREFIX)}")
    return words.name(account)
