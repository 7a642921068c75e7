"""What a bank says came in and went out: a CAMT.053 file, or a table with named columns.

No library reads CAMT.053 that is kept well enough, and no more than a few of its fields are wanted.
It is read by expat, and a file that declares a document type is refused: no entity is ever expanded
and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from types import MappingProxyType
from typing import Any
from xml.parsers import expat

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.tables.foreign_csv import day_in, decimal_in, decoded, plain_title, rows_of

MEGABYTE = 1024 * 1024
LARGEST_MEGABYTES, MOST_LINES, DEEPEST = 2, 2000, 40
DATE, AMOUNT, CURRENCY, NAME, TEXT, REFERENCE = (
    *("date", "amount", "currency", "name", "text"),
    "reference",
)
# What banks call their columns, in plain letters.
COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("date", "booking date", "booked", "datum", "buchungstag"), DATE),
        **dict.fromkeys(("konyveles datuma", "konyvelesi datum", "bogforingsdato", "dato"), DATE),
        **dict.fromkeys(("data", "data tranzactiei", "data inregistrarii"), DATE),
        **dict.fromkeys(("amount", "osszeg", "belob", "suma", "betrag"), AMOUNT),
        **dict.fromkeys(("currency", "devizanem", "penznem", "valuta", "moneda"), CURRENCY),
        **dict.fromkeys(("name", "partner", "payer", "partner neve", "navn", "nume"), NAME),
        **dict.fromkeys(("platitor", "afsender", "ellenoldali nev"), NAME),
        **dict.fromkeys(("text", "message", "kozlemeny", "tekst", "besked", "detalii"), TEXT),
        **dict.fromkeys(("description", "verwendungszweck", "descriere"), TEXT),
        **dict.fromkeys(("reference", "id", "tranzakcio azonosito", "referinta"), REFERENCE),
    }
)


@dataclass(frozen=True, slots=True)
class BankLine:
    """One booking. minor: minor units, + came in, - went out; name: of who paid or was paid; text:
    what it is for; mark: what tells it from every other line, the same in every copy of the file.
    """

    day: date
    minor: int
    currency: str
    name: str
    text: str
    mark: str

    @property
    def code(self) -> str:
        """The currency, the euro where the bank names none."""
        return self.currency or "EUR"


def read_bank_file(data: bytes) -> tuple[BankLine, ...]:
    """The bookings of a file, in its order.

    Raises RefusedError: too large, too many lines, or nothing that can be read.
    """
    if len(data) > LARGEST_MEGABYTES * MEGABYTE:
        raise RefusedError([Problem("bank_file_large", "file", {"highest": LARGEST_MEGABYTES})])
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    found = list(_camt(data) if start == b"<" else _table(data))
    if len(found) > MOST_LINES:
        raise RefusedError([Problem("bank_file_long", "file", {"highest": MOST_LINES})])
    if not found:
        raise RefusedError([Problem("bank_file_empty", "file")])
    return tuple(_told_apart(found))


def _told_apart(lines: Sequence[BankLine]) -> Iterator[BankLine]:
    """Two lines of which the bank says the very same still are two payments."""
    met: dict[str, int] = {}
    for line in lines:
        met[line.mark] = met.get(line.mark, 0) + 1
        again = f" {met[line.mark]}" if met[line.mark] > 1 else ""
        yield BankLine(line.day, line.minor, line.currency, line.name, line.text, line.mark + again)


def _unreadable() -> RefusedError:
    return RefusedError([Problem("bank_file_unreadable", "file")])


# --- CAMT.053


@dataclass(slots=True)
class _Node:
    """An element without its name space, which differs with every version of the format."""

    name: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    children: list[_Node] = field(default_factory=list)

    def all(self, path: str) -> Iterator[_Node]:
        """The elements below this one, by their names."""
        first, _slash, rest = path.partition("/")
        for child in self.children:
            if child.name == first:
                yield from child.all(rest) if rest else iter([child])

    def at(self, *paths: str) -> str:
        """The text of the first element that any of the paths leads to."""
        texts = (one.text.strip() for path in paths for one in self.all(path))
        return next((text for text in texts if text), "")


def _tree(data: bytes) -> _Node:
    root = _Node("")
    open_ones = [root]
    parser = expat.ParserCreate()

    def begin(name: str, attributes: dict[str, str]) -> None:
        node = _Node(name.rpartition(":")[2], attributes)
        open_ones[-1].children.append(node)
        open_ones.append(node)
        if len(open_ones) > DEEPEST:
            raise _unreadable()

    def end(_name: str) -> None:
        open_ones.pop()

    def text(more: str) -> None:
        open_ones[-1].text += more

    def refuse(*_declared: Any) -> None:
        raise _unreadable()

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise _unreadable() from error
    return root


def _camt(data: bytes) -> Iterator[BankLine]:
    root = _tree(data)
    statements = list(root.all("Document/BkToCstmrStmt/Stmt"))
    if not statements:
        raise _unreadable()
    for statement in statements:
        for entry in statement.all("Ntry"):
            status = entry.at("Sts/Cd", "Sts")
            if status in ("", "BOOK"):
                yield from _entry(entry)


def _entry(entry: _Node) -> Iterator[BankLine]:
    """The payments of a booking; several that came together are told one by one."""
    day = _day(entry.at("BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm")[:10])
    details = list(entry.all("NtryDtls/TxDtls")) or [entry]
    for place, one in enumerate(details):
        amounts = [*one.all("Amt"), *one.all("AmtDtls/TxAmt/Amt")]
        if not amounts and len(details) == 1:
            amounts = list(entry.all("Amt"))
        if not amounts:
            continue
        code = amounts[0].attributes.get("Ccy", "")
        sign = one.at("CdtDbtInd") or entry.at("CdtDbtInd")
        other = "Dbtr" if sign == "CRDT" else "Cdtr"
        minor = _minor(amounts[0].text.strip(), code)
        texts = [each.text.strip() for each in one.all("RmtInf/Ustrd")]
        texts.append(one.at("RmtInf/Strd/CdtrRefInf/Ref"))
        known = [
            one.at("Refs/AcctSvcrRef", "Refs/TxId", "Refs/InstrId"),
            entry.at("AcctSvcrRef", "NtryRef"),
        ]
        yield _line(
            day,
            (minor if sign == "CRDT" else -minor, code),
            one.at(f"RltdPties/{other}/Nm", f"RltdPties/{other}/Pty/Nm"),
            " ".join(text for text in texts if text),
            f"{'|'.join(known)}|{place}" if any(known) else "",
        )


# --- a table


def _table(data: bytes) -> Iterator[BankLine]:
    rows = rows_of(decoded(data) or "")
    if rows is None:
        raise _unreadable()
    header = [COLUMNS.get(plain_title(title), "") for title in next(iter(rows), [])]
    if not {DATE, AMOUNT} <= set(header):
        raise RefusedError([Problem("bank_columns_missing", "file")])
    for row in rows[1:]:
        # Of two columns with one meaning the first that says something counts.
        cells = dict(reversed([(name, cell.strip()) for name, cell in _named(header, row)]))
        if cells.get(DATE) and cells.get(AMOUNT):
            yield _of_row(cells)


def _named(header: Sequence[str], row: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, cell) for name, cell in zip(header, row, strict=False) if name and cell.strip()]


def _of_row(cells: Mapping[str, str]) -> BankLine:
    code = cells.get(CURRENCY, "").upper()
    number = decimal_in(cells[AMOUNT]) or cells[AMOUNT]
    minor = _minor(number.removeprefix("-"), code)
    return _line(
        _day(cells[DATE]),
        (-minor if number.startswith("-") else minor, code),
        cells.get(NAME, ""),
        cells.get(TEXT, ""),
        cells.get(REFERENCE, ""),
    )


# --- both


def _line(day: date, money: tuple[int, str], name: str, text: str, known: str) -> BankLine:
    minor, code = money
    # Where the bank gives no mark of its own, all that it says is one.
    told = known or sha256(f"{day}|{minor}|{code}|{name}|{text}".encode()).hexdigest()
    return BankLine(day, minor, code, name, text, told[:200])


def _day(text: str) -> date:
    found = day_in(text)
    if found is None:
        raise RefusedError([Problem("bank_day_unreadable", "file", {"text": text[:40]})])
    return found


def _minor(text: str, code: str) -> int:
    currency = CURRENCIES.get(code or "EUR")
    if currency is None:
        raise RefusedError([Problem("currency_unknown", "file")])
    whole, point, part = text.partition(".")
    # Banks write the hundredths of a forint, which nobody pays.
    digits = part.rstrip("0")
    return read_amount(f"{whole}{point if digits else ''}{digits}", currency, field="file")
