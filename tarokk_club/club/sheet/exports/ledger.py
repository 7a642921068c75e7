"""The postings of a session as a table: one row each, with its reason in the reader's language."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.core.accounts import POT_PREFIX, is_pot, pot_account
from scoring.core.words import Words, render
from tarokk_club.club.formatting.labels import kind_label
from tarokk_club.club.session.queries.evenings import Evening
from tarokk_club.club.tables.spreadsheet_csv import Cell, Dialect, write_csv


def ledger_csv(evening: Evening, words: Words, dialect: Dialect) -> bytes:
    """Every posting of every event; the points of a hand add up to 0."""
    header = [_("Hand"), _("Event"), _("Item"), _("Account"), _("Points"), _("Reason")]
    return write_csv(header, _rows(evening, words), dialect)


def _rows(evening: Evening, words: Words) -> Iterator[list[Cell]]:
    # PostgreSQL keeps no order in a row; accounts stand as the players came, pots last.
    table = evening.book.table
    accounts = (*table.everyone, *(pot_account(name) for name in table.pots))
    place = {account: number for number, account in enumerate(accounts)}
    for row in evening.book.rows:
        kind = kind_label(row.kind)
        for line in row.lines:
            reason = render(words, line.code, line.values)
            for account in sorted(line.points, key=place.__getitem__):
                points = line.points[account]
                if points:
                    # The item as in the scorer's answer: the same word in every language.
                    yield [row.number, kind, line.item, _called(account, words), points, reason]


def _called(account: str, words: Words) -> str:
    if is_pot(account):
        return words.term(f"pot.{account.removeprefix(POT_PREFIX)}")
    return words.name(account)
