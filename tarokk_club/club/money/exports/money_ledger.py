"""The money of a club as a table: a row for each account that an entry changed.

The columns of open amounts and of cash in the kitty add up to the figures on the pages.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.money.queries.entries.journal import CASH, POTS, Journal
from tarokk_club.club.money.words import describe_entry
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell
from tarokk_club.club.tables.table import Table


def build_money_ledger_table(journal: Journal) -> Table:
    """Return the journal as a table, with a row for each account that an entry changed."""
    return Table(_("Ledger"), _build_header(), _iter_rows(journal))


def _build_header() -> list[str]:
    return [
        _("Date"),
        _("Entry"),
        _("Account"),
        _("Game"),
        _("Points"),
        _("Amount"),
        _("Cash in the kitty"),
        _("Currency"),
        _("Note"),
    ]


def _iter_rows(journal: Journal) -> Iterator[list[Cell]]:
    names = dict(journal.players)
    yield from _iter_opening_rows(journal, names)
    for entry in journal.entries:
        text, day = describe_entry(entry), entry.day.isoformat()
        minor = _compute_open_changes(entry.money, names)
        cash = entry.money.get(CASH)
        for account in dict.fromkeys([*entry.points, *minor]):
            kitty = cash if account == "" else None
            # When points are money, a player who came out even still gets an amount of 0.
            points, amount = (
                entry.points.get(account),
                minor.get(account, 0 if entry.money else None),
            )
            row = _Row(account, points, amount, kitty, entry.note)
            yield row.build_cells(day, text, names, (entry.game, entry.currency))


def _iter_opening_rows(journal: Journal, names: dict[str, str]) -> Iterator[list[Cell]]:
    """Yield rows for the balances before the first day, including the money in the kitty."""
    day = journal.first.isoformat() if journal.first else ""
    text = _("Opening balance")
    for key, accounts in journal.opening.items():
        if key[0]:
            for account, points in accounts.items():
                if points:
                    yield _Row(account, points, None).build_cells(day, text, names, key)
            continue
        minor, cash = _compute_open_changes(accounts, names), accounts.get(CASH, 0)
        # The kitty's balance is the opposite of all others; earlier receipts are not repeated.
        minor[""] = -sum(amount for account, amount in minor.items() if account)
        for account, amount in minor.items():
            kitty = cash if account == "" else None
            if amount or kitty:
                yield _Row(account, None, amount, kitty).build_cells(day, text, names, key)


@dataclass(frozen=True, slots=True)
class _Row:
    """The changes that an entry makes to one account.

    account: a player's id, POTS, or "" for the kitty.
    minor: change of the open amount, in minor units.
    cash: change of the money in the kitty, in minor units.
    """

    account: str
    points: int | None
    minor: int | None
    cash: int | None = None
    note: str = ""

    def build_cells(
        self,
        day: str,
        text: str,
        names: dict[str, str],
        key: tuple[str, str],
    ) -> list[Cell]:
        """Return the cells of the row.

        text: description of the entry.
        names: names of players by account.
        key: game and currency.
        """
        game, currency = key
        digits = CURRENCIES[currency].digits if currency else 0
        pots_or_kitty = _("Pots") if self.account == POTS else _("The kitty")
        return [
            day,
            text,
            names.get(self.account) or pots_or_kitty,
            label_game(game) if game else None,
            self.points,
            None if self.minor is None else Amount(self.minor, digits),
            None if self.cash is None else Amount(self.cash, digits),
            currency or None,
            self.note or None,
        ]


def _compute_open_changes(money: Mapping[str, int], names: dict[str, str]) -> dict[str, int]:
    """Return the change of each open amount by account, positive if receivable; "" is the kitty."""
    changes: dict[str, int] = {}
    for account, amount in money.items():
        target = account if account in names or account == POTS else ""
        changes[target] = changes.get(target, 0) - amount
    return {account: amount for account, amount in changes.items() if amount or not account}
