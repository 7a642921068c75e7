"""The money of a club as a table: a row for each account that an entry moved."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.base.labels import game_label
from tarokk_club.club.base.spreadsheet import Amount, Cell, Dialect, write_csv
from tarokk_club.club.base.workbook import write_xlsx
from tarokk_club.club.money.queries.journal import POTS, Journal, JournalEntry
from tarokk_club.club.money.words import entry_sentence


def money_ledger_csv(found: Journal, dialect: Dialect) -> bytes:
    """Every entry of the journal; what an account still gets is above zero."""
    return write_csv(_header(), _rows(found), dialect)


def money_ledger_xlsx(found: Journal) -> bytes:
    """The same rows as a workbook."""
    return write_xlsx(_("Ledger"), _header(), _rows(found))


def _header() -> list[str]:
    return [
        _("Date"),
        _("Entry"),
        _("Account"),
        _("Game"),
        _("Points"),
        _("Amount"),
        _("Currency"),
        _("Note"),
    ]


def _rows(found: Journal) -> Iterator[list[Cell]]:
    names = dict(found.players)
    for entry in found.entries:
        told, game = entry_sentence(entry), game_label(entry.game) if entry.game else None
        minor = _open_money(entry, names)
        for account in dict.fromkeys([*entry.points, *minor]):
            much = minor.get(account)
            yield [
                entry.day.isoformat(),
                told,
                names.get(account) or (_("Pots") if account == POTS else _("The kitty")),
                game,
                entry.points.get(account),
                None if much is None else Amount(much, CURRENCIES[entry.currency].digits),
                entry.currency or None,
                entry.note or None,
            ]


def _open_money(entry: JournalEntry, names: dict[str, str]) -> dict[str, int]:
    """What it changes of what each still gets; all that is the kitty's stands together."""
    found: dict[str, int] = {}
    for account, much in entry.money.items():
        whose = account if account in names or account == POTS else ""
        found[whose] = found.get(whose, 0) - much
    return {account: much for account, much in found.items() if much or account}
