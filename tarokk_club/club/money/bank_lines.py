"""Lines of bank statements, and the reading of their amounts."""

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

MOST_LINES = 2000
# A decimal number as XML Schema allows it (xs:decimal).
_DECIMAL = re.compile(r"(?P<sign>[+-]?)(?=\.?[0-9])(?P<whole>[0-9]*)(?:\.(?P<part>[0-9]*))?")


def build_too_many_payments_error(count: int) -> RefusedError:
    """Return the error for a file with more payments than MOST_LINES."""
    return RefusedError(
        [Problem("bank_file_long", "file", {"highest": MOST_LINES, "count": count})]
    )


class LineState(Enum):
    """The state of a bank transaction; only a BOOKED one can be recorded as a payment."""

    BOOKED = "booked"
    PENDING = "pending"
    REVERSED = "reversed"
    RETURNED = "returned"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class BankLine:
    """A transaction on a bank statement.

    minor: minor units, negative if the money went out; 0 if unreadable.
    name: the payer, or the payee of an outgoing payment.
    text: the payment reference.
    fingerprint: a digest of the other fields, the same in each copy of the statement; before
        `add_fingerprints`, the references of the bank.
    written: the amount as the bank writes it, if the line is unreadable.
    problem: the reason why it is unreadable.
    account: the club's account number; "" if the line states none.
    """

    day: date | None
    minor: int
    currency: str
    name: str
    text: str
    fingerprint: str = ""
    state: LineState = LineState.BOOKED
    written: str = ""
    problem: Problem | None = None
    account: str = ""

    @property
    def is_booked(self) -> bool:
        """Whether the transaction is booked, and neither reversed nor returned."""
        return self.state is LineState.BOOKED


@dataclass(frozen=True, slots=True)
class BankStatement:
    """The lines of a bank file in order, with totals to check them against.

    declared: the number of transactions that the file declares, or else contains.
    sums: sums of the booked transactions before a split into lines, minor units by currency.
    accounts: IBANs or account numbers, without spaces.
    passed_over: texts of the rows of a table that are not transactions.
    gaps: currency, change of the balance and sum of the transactions (in minor units) for each
        statement whose balances do not fit its transactions.
    """

    lines: tuple[BankLine, ...]
    declared: int
    sums: dict[str, int]
    accounts: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    gaps: tuple[tuple[str, int, int], ...] = ()

    @property
    def line_sums(self) -> dict[str, int]:
        """The sums of the booked lines, in minor units by currency."""
        return sum_booked_lines(self.lines)


def sum_booked_lines(lines: Iterable[BankLine]) -> dict[str, int]:
    """Return the sums of the booked lines, in minor units by currency."""
    sums: Counter[str] = Counter()
    for line in lines:
        if line.is_booked:
            sums[line.currency] += line.minor
    return dict(sums)


def add_fingerprints(
    lines: Sequence[BankLine], *source: str, digest_counts: Counter[str] | None = None
) -> Iterator[BankLine]:
    """Yield the lines, each with a unique fingerprint of its fields.

    A bank's references are not unique, so the fingerprint covers the other fields too.
    source: account and statement id, which are part of the fingerprint.
    digest_counts: how often each digest occurred in the file so far; this function adds to it.
    """
    digest_counts = Counter() if digest_counts is None else digest_counts
    for line in lines:
        fields = (
            *source,
            line.day,
            line.minor,
            line.currency,
            line.name,
            line.text,
            line.fingerprint,
        )
        digest = sha256("|".join(map(str, fields)).encode("utf-8", "surrogatepass")).hexdigest()
        digest_counts[digest] += 1
        # Two lines with identical fields are still two payments.
        yield replace(
            line,
            fingerprint=f"{digest} {digest_counts[digest]}"
            if digest_counts[digest] > 1
            else digest,
        )


def read_bank_amount(text: str, code: str) -> int:
    """Convert an amount on a bank statement to minor units, with its sign.

    text: a plain decimal number, such as "-12.50".
    code: the currency.

    Raise RefusedError if the number or the currency is invalid.
    """
    currency = CURRENCIES.get(code)
    if currency is None:
        raise RefusedError([Problem("currency_unknown", "")])
    match = _DECIMAL.fullmatch(text.strip())
    if match is None:
        raise RefusedError([Problem("amount_wrong", "", {"digits": currency.digits})])
    # Banks write hundredths of a forint, although the smallest unit paid is one forint.
    whole, part = match["whole"].lstrip("0") or "0", (match["part"] or "").rstrip("0")
    minor = read_amount(f"{whole}.{part}" if part else whole, currency, field="")
    return -minor if match["sign"] == "-" else minor
