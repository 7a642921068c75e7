"""Lines of a bank's statement: what one of them says, and what can be booked of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from hashlib import sha256

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount

# A decimal number as XML Schema allows it (xs:decimal).
_DECIMAL = re.compile(r"(?P<sign>[+-]?)(?=\.?[0-9])(?P<whole>[0-9]*)(?:\.(?P<part>[0-9]*))?")


class LineState(Enum):
    """What became of a booking: money is there only where it is BOOKED."""

    BOOKED = "booked"
    PENDING = "pending"
    REVERSED = "reversed"
    RETURNED = "returned"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class BankLine:
    """One payment of a statement.

    minor: minor units, + came in, - went out; 0 where it cannot be read
    name: of who paid or was paid
    text: what it is for
    mark: fingerprint of all that the bank says of it, the same in each copy of the statement
    written: the amount as the bank writes it, where the line cannot be read
    problem: why it cannot be read
    """

    day: date | None
    minor: int
    currency: str
    name: str
    text: str
    mark: str = ""
    state: LineState = LineState.BOOKED
    written: str = ""
    problem: Problem | None = None

    @property
    def is_there(self) -> bool:
        """Whether the money came or went."""
        return self.state is LineState.BOOKED


@dataclass(frozen=True, slots=True)
class BankStatement:
    """The lines of a file in its order, beside what the file itself counts.

    bookings: how many the file has, or says that it has
    sums: minor units by currency of what was booked, as the bookings say, not their lines
    accounts: IBANs without blanks
    passed_over: what a table has beside its bookings: lines above and below them
    """

    lines: tuple[BankLine, ...]
    bookings: int
    sums: dict[str, int]
    accounts: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()

    @property
    def line_sums(self) -> dict[str, int]:
        """Minor units by currency of the lines that were booked."""
        return sums_of(self.lines)


def sums_of(lines: Iterable[BankLine]) -> dict[str, int]:
    """Return the minor units by currency of those that were booked."""
    sums: Counter[str] = Counter()
    for line in lines:
        if line.is_there:
            sums[line.currency] += line.minor
    return dict(sums)


def with_marks(lines: Sequence[BankLine], *source: str) -> Iterator[BankLine]:
    """Yield the lines with their marks; the bank's references alone tell no payment from another.

    source: account and statement
    """
    met: Counter[str] = Counter()
    for line in lines:
        said = (*source, line.day, line.minor, line.currency, line.name, line.text, line.mark)
        mark = sha256("|".join(map(str, said)).encode("utf-8", "surrogatepass")).hexdigest()
        met[mark] += 1
        # Two lines of which the bank says the very same are still two payments.
        yield replace(line, mark=f"{mark} {met[mark]}" if met[mark] > 1 else mark)


def read_minor(text: str, code: str) -> int:
    """Return the minor units of a decimal number in the currency.

    Raises RefusedError: no such number or currency.
    """
    currency = CURRENCIES.get(code)
    if currency is None:
        raise RefusedError([Problem("currency_unknown", "")])
    match = _DECIMAL.fullmatch(text.strip())
    if match is None:
        raise RefusedError([Problem("amount_wrong", "", {"digits": currency.digits})])
    # Banks write the hundredths of a forint, which nobody pays.
    whole, part = match["whole"].lstrip("0") or "0", (match["part"] or "").rstrip("0")
    minor = read_amount(f"{whole}.{part}" if part else whole, currency, field="")
    return -minor if match["sign"] == "-" else minor
