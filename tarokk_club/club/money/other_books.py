"""What everybody gets or owes in another book of shared money, from the table that it writes.

Known: the bills and the settling plan of ihatemoney, the expenses of Splitwise, and any table of
names and balances. Source: docs/explanation/money.md ("From another book").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import decimal_text
from tarokk_club.club.tables.amounts import read_fraction
from tarokk_club.club.tables.decoding import decode_text
from tarokk_club.club.tables.table_rows import fold_title, split_rows

LARGEST_KILOBYTES, MOST_ROWS, MOST_COLUMNS = 500, 5000, 60
# What ihatemoney writes where a bill names no currency.
NO_CURRENCY = ("", "xxx")
_TOTAL = "total balance"
_SPLITWISE = ("date", "description", "category", "cost", "currency")

# Currency ("" where the book names none) to name to amount, + is owed.
Exact = dict[str, dict[str, Fraction]]
Minor = dict[str, dict[str, int]]


def read_other_book(data: bytes, *, currency: str) -> Minor:
    """What everybody gets (+) or owes (-), in minor units, by currency and name; each sums to zero.

    currency: of amounts that name none. Raises RefusedError: too large, unknown, or sums that
    cannot be.
    """
    if len(data) > LARGEST_KILOBYTES * 1024:
        raise RefusedError([Problem("totals_large", "file", {"highest": LARGEST_KILOBYTES})])
    rows = [
        row for row in split_rows(decode_text(data) or "") or [] if any(one.strip() for one in row)
    ]
    if len(rows) > MOST_ROWS or (rows and len(rows[0]) > MOST_COLUMNS):
        values = {"rows": MOST_ROWS, "columns": MOST_COLUMNS}
        raise RefusedError([Problem("totals_long", "file", values)])
    exact = _read(rows)
    found: Minor = {}
    for code, sums in exact.items():
        named = code or currency
        if named not in CURRENCIES:
            raise RefusedError([Problem("currency_unknown", "file")])
        for name, minor in _rounded(sums, named, len(rows)).items():
            book = found.setdefault(named, {})
            book[name] = book.get(name, 0) + minor
    return found


def _read(rows: Sequence[Sequence[str]]) -> Exact:
    header = [fold_title(title) for title in rows[0]] if rows else []
    if tuple(header[: len(_SPLITWISE)]) == _SPLITWISE and len(header) > len(_SPLITWISE):
        return _splitwise(rows)
    for needed, reader in (
        ({"payer_name", "amount", "owers"}, _bills),
        ({"amount", "receiver", "ower"}, _plan),
        ({"name", "balance"}, _balances),
    ):
        if needed <= set(header):
            return _added(reader(_cells(header, rows[1:])))
    raise RefusedError([Problem("other_book_unreadable", "file")])


Cells = list[tuple[int, Mapping[str, str]]]
Moves = Iterator[tuple[str, str, Fraction]]


def _cells(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Cells:
    """Each row by the titles of its columns, with its number in the file."""
    return [
        (number, {title: cell.strip() for title, cell in zip(header, row, strict=False)})
        for number, row in enumerate(rows, start=2)
    ]


def _added(moves: Moves) -> Exact:
    found: Exact = {}
    for code, name, much in moves:
        sums = found.setdefault("" if code.casefold() in NO_CURRENCY else code.upper(), {})
        sums[name] = sums.get(name, Fraction(0)) + much
    return found


def _exact(number: int, text: str) -> Fraction:
    """What a program wrote: digits and a point, whatever the language."""
    plainly = re.fullmatch(r"-?[0-9]{1,15}(\.[0-9]{1,15})?", text.strip())
    return Fraction(plainly[0]) if plainly else _amount(number, text)


def _amount(number: int, text: str) -> Fraction:
    """What a person wrote."""
    found = read_fraction(text)
    if found is None:
        values = {"row": number, "text": text[:40]}
        raise RefusedError([Problem("other_book_number", "file", values)])
    return found


def _bills(cells: Cells) -> Moves:
    """ihatemoney's bills: who paid, and who owes a share by weight.

    It writes the weights of those alone who paid anything; the others count once.
    """
    weights = {
        cell["payer_name"]: _exact(number, cell.get("payer_weight") or "1")
        for number, cell in cells
    }
    for number, cell in cells:
        code, amount = cell.get("currency", ""), _exact(number, cell["amount"])
        owers = [name.strip() for name in cell["owers"].split(",") if name.strip()]
        shares = {name: weights.get(name, Fraction(1)) for name in owers}
        whole = sum(shares.values())
        if not cell["payer_name"] or whole <= 0:
            values = {"row": number, "text": cell["owers"][:40]}
            raise RefusedError([Problem("other_book_number", "file", values)])
        yield code, cell["payer_name"], amount
        for name, share in shares.items():
            yield code, name, -amount * share / whole


def _plan(cells: Cells) -> Moves:
    """ihatemoney's plan: who is to pay whom."""
    for number, cell in cells:
        code, amount = cell.get("currency", ""), _exact(number, cell["amount"])
        yield code, cell["receiver"], amount
        yield code, cell["ower"], -amount


def _balances(cells: Cells) -> Moves:
    for number, cell in cells:
        yield cell.get("currency", ""), cell["name"], _amount(number, cell["balance"])


def _splitwise(rows: Sequence[Sequence[str]]) -> Exact:
    """Splitwise's expenses: a column a person, + is owed, with its own sums in the last rows."""
    first = len(_SPLITWISE)
    names = [title.strip() for title in rows[0][first:]]
    moves: list[tuple[str, str, Fraction]] = []
    told: list[tuple[str, str, Fraction]] = []
    for number, row in enumerate(rows[1:], start=2):
        if len(row) < first:
            raise RefusedError([Problem("other_book_unreadable", "file")])
        into = told if fold_title(row[1]) == _TOTAL else moves
        code = row[4].strip()
        for name, cell in zip(names, row[first:], strict=False):
            if cell.strip():
                into.append((code, name, _exact(number, cell)))
    found = _added(iter(moves))
    for code, sums in _added(iter(told)).items():
        for name, much in sums.items():
            # Both are rounded: each line, and the sum.
            if abs(found.get(code, {}).get(name, Fraction(0)) - much) > Fraction(len(rows), 100):
                raise RefusedError([Problem("other_book_total", "file", {"name": name})])
    return found


def _rounded(sums: Mapping[str, Fraction], code: str, rows: int) -> dict[str, int]:
    """Minor units that add up to zero: whose rest is largest gets the unit that is over.

    Refused where more is over than the rounding of that many rows explains.
    """
    unit = Fraction(1, 10 ** CURRENCIES[code].digits)
    over = sum(sums.values(), Fraction(0))
    if abs(over) > max(unit, Fraction(1, 100)) * rows:
        total = decimal_text(round(over / unit), digits=CURRENCIES[code].digits)
        values = {"total": total, "currency": code}
        raise RefusedError([Problem("other_book_sum", "file", values)])
    exact = {name: much / unit for name, much in sums.items()}
    found = {name: much.numerator // much.denominator for name, much in exact.items()}
    left = -sum(found.values())
    by_rest = sorted(exact, key=lambda name: (found[name] - exact[name], name))
    step = 1 if left >= 0 else -1
    for place in range(abs(left)):
        found[by_rest[place % len(by_rest)]] += step
    return found
