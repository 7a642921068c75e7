"""The accounts of a club as plain-text accounting, in the syntax of beancount.

Money is recorded in its currency, and points as a commodity of their game. Both add up to zero
in every entry, and the final balances let a checker detect a missing or changed line.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext as _

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import format_decimal
from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.money.queries.journal import CASH, POTS, Journal, JournalEntry, Sums
from tarokk_club.club.money.words import entry_sentence

# Letters that Unicode does not decompose into a plain letter and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
    | {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss", "ð": "d", "þ": "th"}
)
_OPENING = "Equity:Opening-Balances"
_POINTS_OPENING = "Equity:Points:Opening-Balances"


@dataclass(frozen=True, slots=True)
class _BeancountContext:
    """The context for writing lines.

    players: player id to the last part of the account name.
    """

    journal: Journal
    players: Mapping[str, str]

    def account(self, account: str, game: str) -> str:
        """Return the full account name.

        game: the game for an account of points; "" for money.
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


def write_beancount(journal: Journal, *, title: str, currency: str, day: date) -> bytes:
    """Return the accounting file.

    title: name of the club.
    currency: the club's currency.
    day: today.
    """
    book = _BeancountContext(journal, account_names(journal.players))
    days = [entry.day for entry in journal.entries]
    begins = journal.first or min(days, default=day)
    ends = max([begins, *days])
    parts = [
        f'option "title" {quote_string(title)}\n'
        f'option "operating_currency" {quote_string(currency)}',
        "\n".join(_write_open_lines(book, begins)),
        *_write_opening_balances(book, begins),
        *(_entry(book, one) for one in journal.entries),
        "\n".join(_write_closing_balances(book, ends + timedelta(days=1))),
    ]
    return ("\n\n".join(part for part in parts if part) + "\n").encode()


def account_names(players: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return a unique account name in plain letters for each player, by id.

    >>> account_names((("1", "Őrs"), ("2", "ors"), ("3", "=1+1"), ("4", "Юлия")))
    {'1': 'Ors', '2': 'Ors-2', '3': '1-1', '4': 'Player'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for player, name in players:
        plain = unicodedata.normalize("NFKD", name.translate(_PLAIN)).encode("ascii", "ignore")
        word = "-".join(re.findall("[A-Za-z0-9]+", plain.decode())) or "Player"
        word = word[0].upper() + word[1:]
        free, number = word, 1
        while free.casefold() in taken:
            number += 1
            free = f"{word}-{number}"
        taken.add(free.casefold())
        found[player] = free
    return found


def quote_string(text: str) -> str:
    r"""Text that can end nothing but itself.

    >>> print(quote_string('a "b" \\ c'))
    "a \"b\" \\ c"
    """
    one_line = " ".join(text.split())
    return '"' + one_line.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _write_open_lines(book: _BeancountContext, day: date) -> Iterator[str]:
    """Yield an opening line for every account in the file, with the names of players."""
    names = dict(book.journal.players)
    used: dict[str, str] = {}
    for (game, _currency), accounts in _all_sums(book.journal):
        for account in accounts:
            used[book.account(account, game)] = names.get(account, "")
    if book.journal.opening:
        used |= {_OPENING: "", _POINTS_OPENING: ""}
    for account in sorted(used):
        yield f"{day} open {account}"
        if used[account]:
            yield f"  name: {quote_string(used[account])}"
    for game in sorted({game for (game, _currency), _accounts in _all_sums(book.journal) if game}):
        yield f"{day} commodity {_commodity(game)}"
        yield f"  name: {quote_string(game_label(game))}"


def _all_sums(journal: Journal) -> Iterator[tuple[tuple[str, str], Mapping[str, int]]]:
    yield from journal.opening.items()
    for entry in journal.entries:
        yield from entry.sums()


def _write_opening_balances(book: _BeancountContext, day: date) -> Iterator[str]:
    """Yield the balances open on the day before the first."""
    lines = []
    for (game, currency), accounts in book.journal.opening.items():
        moved = {account: much for account, much in accounts.items() if much}
        lines += _postings(book, game, currency, moved)
        if rest := -sum(moved.values()):
            account = _POINTS_OPENING if game else _OPENING
            lines.append(f"  {account}  {_amount(rest, game, currency)}")
    if lines:
        yield "\n".join([f"{day} * {quote_string(_('Opening balance'))}", *lines])


def _entry(book: _BeancountContext, entry: JournalEntry) -> str:
    lines = [f"{entry.day} * {quote_string(entry_sentence(entry))}", f'  id: "{entry.id}"']
    if entry.note:
        lines.append(f"  note: {quote_string(entry.note)}")
    for (game, currency), moved in entry.sums():
        lines += _postings(book, game, currency, moved)
    return "\n".join(lines)


def _postings(
    book: _BeancountContext, game: str, currency: str, moved: Mapping[str, int]
) -> list[str]:
    return [
        f"  {book.account(account, game)}  {_amount(much, game, currency)}"
        for account, much in moved.items()
    ]


def _write_closing_balances(book: _BeancountContext, day: date) -> Iterator[str]:
    """Yield the exact closing balances."""
    closing: Sums = book.journal.closing
    for (game, currency), accounts in closing.items():
        for account, much in accounts.items():
            exact = _amount(much, game, currency).replace(" ", " ~ 0 ", 1)
            yield f"{day} balance {book.account(account, game)}  {exact}"


def _amount(much: int, game: str, currency: str) -> str:
    if game:
        return f"{much} {_commodity(game)}"
    return f"{format_decimal(much, digits=CURRENCIES[currency].digits)} {currency}"


def _commodity(game: str) -> str:
    return f"PTS-{game.upper()}"
