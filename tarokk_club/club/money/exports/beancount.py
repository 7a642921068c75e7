"""The accounts of a club as a plain-text file in the syntax of beancount.

Amounts of money are in their currency, and points are a commodity of their game. The closing
balances let beancount detect a missing or changed line.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import format_decimal
from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.money.queries.entries.journal import CASH, POTS, Journal, JournalEntry, Sums
from tarokk_club.club.money.words import describe_entry

# Letters that Unicode does not decompose into a plain letter and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
    | {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss", "ð": "d", "þ": "th"}
)
_OPENING = "Equity:Opening-Balances"
_POINTS_OPENING = "Equity:Points:Opening-Balances"


@dataclass(frozen=True, slots=True)
class _BeancountContext:
    """The journal with the account names of its players.

    players: the last part of a player's account name, by player id.
    """

    journal: Journal
    players: Mapping[str, str]

    def build_full_account_name(self, account: str, game: str) -> str:
        """Return the full beancount name of an account.

        game: the game, for an account of points; "" for money.
        """
        top = "Equity:Points" if game else "Assets"
        if account in self.players:
            return f"{top}:Players:{self.players[account]}"
        if account == POTS:
            return f"{top}:Pots"
        if account == CASH:
            return "Assets:Kitty"
        side, _colon, purpose = account.partition(":")
        return f"{side.capitalize()}:{purpose.capitalize()}"


def build_beancount_file(journal: Journal, *, title: str, currency: str, day: date) -> bytes:
    """Return the journal as a beancount file.

    title: name of the club.
    currency: the club's currency.
    day: opening date of the accounts if the journal is empty.
    """
    context = _BeancountContext(journal, build_account_names(journal.players))
    days = [entry.day for entry in journal.entries]
    begins = journal.first or min(days, default=day)
    ends = max([begins, *days])
    parts = [
        f'option "title" {quote_string(title)}\n'
        f'option "operating_currency" {quote_string(currency)}',
        "\n".join(_iter_open_lines(context, begins)),
        *_iter_opening_balances(context, begins),
        *(_format_entry(context, entry) for entry in journal.entries),
        "\n".join(_iter_closing_balances(context, ends + timedelta(days=1))),
    ]
    return ("\n\n".join(part for part in parts if part) + "\n").encode()


def build_account_names(players: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return a unique account name in plain letters for each player, by id.

    >>> build_account_names((("1", "Őrs"), ("2", "ors"), ("3", "=1+1"), ("4", "Юлия")))
    {'1': 'Ors', '2': 'Ors-2', '3': '1-1', '4': 'Player'}
    """
    names: dict[str, str] = {}
    used_names: set[str] = set()
    for player, name in players:
        plain = unicodedata.normalize("NFKD", name.translate(_PLAIN)).encode("ascii", "ignore")
        word = "-".join(re.findall("[A-Za-z0-9]+", plain.decode())) or "Player"
        word = word[0].upper() + word[1:]
        candidate, number = word, 1
        while candidate.casefold() in used_names:
            number += 1
            candidate = f"{word}-{number}"
        used_names.add(candidate.casefold())
        names[player] = candidate
    return names


def quote_string(text: str) -> str:
    r"""Return a text as a beancount string: quoted, escaped and on a single line.

    >>> print(quote_string('a "b" \\ c'))
    "a \"b\" \\ c"
    """
    one_line = " ".join(text.split())
    return '"' + one_line.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _iter_open_lines(context: _BeancountContext, day: date) -> Iterator[str]:
    """Yield the lines that open every account and declare the commodities of points."""
    names = dict(context.journal.players)
    used: dict[str, str] = {}
    for (game, _currency), accounts in _iter_sums(context.journal):
        for account in accounts:
            used[context.build_full_account_name(account, game)] = names.get(account, "")
    if context.journal.opening:
        used |= {_OPENING: "", _POINTS_OPENING: ""}
    for account in sorted(used):
        yield f"{day} open {account}"
        if used[account]:
            yield f"  name: {quote_string(used[account])}"
    for game in sorted(
        {game for (game, _currency), _accounts in _iter_sums(context.journal) if game}
    ):
        yield f"{day} commodity {_build_commodity_name(game)}"
        yield f"  name: {quote_string(label_game(game))}"


def _iter_sums(journal: Journal) -> Iterator[tuple[tuple[str, str], Mapping[str, int]]]:
    yield from journal.opening.items()
    for entry in journal.entries:
        yield from entry.iter_changes()


def _iter_opening_balances(context: _BeancountContext, day: date) -> Iterator[str]:
    """Yield the entry with the opening balances, if there are any."""
    lines = []
    for (game, currency), accounts in context.journal.opening.items():
        moved = {account: amount for account, amount in accounts.items() if amount}
        lines += _format_postings(context, game, currency, moved)
        if remainder := -sum(moved.values()):
            account = _POINTS_OPENING if game else _OPENING
            lines.append(f"  {account}  {_format_amount(remainder, game, currency)}")
    if lines:
        yield "\n".join([f"{day} * {quote_string(_('Opening balance'))}", *lines])


def _format_entry(context: _BeancountContext, entry: JournalEntry) -> str:
    lines = [f"{entry.day} * {quote_string(describe_entry(entry))}", f'  id: "{entry.id}"']
    if entry.note:
        lines.append(f"  note: {quote_string(entry.note)}")
    for (game, currency), moved in entry.iter_changes():
        lines += _format_postings(context, game, currency, moved)
    return "\n".join(lines)


def _format_postings(
    context: _BeancountContext, game: str, currency: str, moved: Mapping[str, int]
) -> list[str]:
    names = {account: context.build_full_account_name(account, game) for account in moved}
    return [
        f"  {names[account]}  {_format_amount(amount, game, currency)}"
        for account, amount in moved.items()
    ]


def _iter_closing_balances(context: _BeancountContext, day: date) -> Iterator[str]:
    """Yield an assertion of the closing balance for each account, with a tolerance of zero."""
    closing: Sums = context.journal.closing
    for (game, currency), accounts in closing.items():
        for account, amount in accounts.items():
            exact = _format_amount(amount, game, currency).replace(" ", " ~ 0 ", 1)
            yield f"{day} balance {context.build_full_account_name(account, game)}  {exact}"


def _format_amount(amount: int, game: str, currency: str) -> str:
    if game:
        return f"{amount} {_build_commodity_name(game)}"
    return f"{format_decimal(amount, digits=CURRENCIES[currency].digits)} {currency}"


def _build_commodity_name(game: str) -> str:
    return f"PTS-{game.upper()}"
