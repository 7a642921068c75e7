"""Bank statements as tables: recognise the columns, and turn each row into a bank line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.money.bank_lines import (
    MOST_LINES,
    BankLine,
    BankStatement,
    LineState,
    add_fingerprints,
    read_minor,
    sum_booked_lines,
)
from tarokk_club.club.tables.amounts import find_decimal_mark, read_decimal
from tarokk_club.club.tables.days import DayOrder, find_day_order, read_day
from tarokk_club.club.tables.table_rows import TableLimits, fold_title, split_rows
from tarokk_club.club.tables.text_encoding import decode_text

# Leaves room for rows of titles, footers and remarks.
_LIMITS = TableLimits(rows=MOST_LINES + 200, columns=200)
# No bank writes longer column titles.
_LONGEST_TITLE = 200
# The last row in which the column titles may appear.
_HIGHEST_HEADER = 40
DATE, AMOUNT, IN, OUT, SIDE, CURRENCY, NAME, PAYEE, TEXT, STATE, REFERENCE, ACCOUNT = (
    *("date", "amount", "in", "out", "side", "currency", "name", "payee", "text", "state"),
    *("reference", "account"),
)
# Meanings that several columns may share: the first readable date is used, texts are joined.
SEVERAL = (DATE, NAME, PAYEE, TEXT)
# Banks' column titles in plain letters: in the five languages of the site, German and Dutch.
_TITLES: Mapping[str, str] = MappingProxyType(
    {
        title: column
        for column, titles in {
            DATE: (
                "date|booking date|posting date|transaction date|date completed|completed date|"
                "date started|started date|created on|finished on|bookingdate|executed on|"
                "data tranzactie|data valuta|data operatiei|bogforingsdag|rentedato|"
                "datum|buchungstag|buchungsdatum|buchung|konyveles datuma|konyvelesi datum|"
                "konyveles napja|tranzakcio datuma|tranzakcio idopontja|teljesites napja|"
                "bogforingsdato|bogfort|bogfoeringsdato|dato|data|data tranzactiei|"
                "data inregistrarii|data procesarii|data operatiunii|boekdatum|uitvoeringsdatum|"
                "valutadatum|wertstellung|value date|erteknap"
            ),
            AMOUNT: (
                "amount|osszeg|terheles jovairas osszege|tranzakcio osszege|belob|belob dkk|"
                "suma|valoare|betrag|umsatz|bedrag|transaction amount|amount payment currency|"
                "source amount after fees|target amount after fees"
            ),
            IN: "credit|paid in|money in|haben|jovairas|indsat|ind|credit amount|bij|incasari",
            OUT: "debit|paid out|money out|soll|terheles|haevet|ud|debit amount|af|plati",
            SIDE: (
                "debit credit|credit debit|dc|d c|d k|k d|t j|af bij|soll haben|s h|direction|"
                "type of entry|debit or credit|terheles jovairas|jovairas terheles|debet credit|"
                "tartozik kovetel|sens|indicator"
            ),
            CURRENCY: (
                "currency|devizanem|penznem|deviza|valuta|moneda|wahrung|waehrung|munt|"
                "osszeg devizaneme|source currency"
            ),
            NAME: (
                "name|partner|payer|partner neve|partner name|navn|nume|platitor|afsender|"
                "ellenoldali nev|ellenoldal neve|zahlungspflichtiger|zahlungspflichtige r|"
                "auftraggeber|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|"
                "name zahlungsbeteiligter|counterparty|counterparty name|sender|"
                "naam tegenpartij|naam omschrijving|kedvezmenyezett kezdemenyezo|"
                "kedvezmenyezett kezdemenyezo neve|source name|payer name|partner elnevezese|"
                "ordonator beneficiar|nume partener|modtager afsender"
            ),
            PAYEE: (
                "payee|payee name|recipient|recipient name|beneficiary|zahlungsempfanger in|"
                "zahlungsempfanger|empfanger|modtager|beneficiar|kedvezmenyezett|"
                "kedvezmenyezett neve|target name"
            ),
            TEXT: (
                "zweck|kommentar|text|message|kozlemeny|tekst|besked|detalii|description|verwendungszweck|"
                "descriere|mededelingen|omschrijving|details|note|memo|payment reference|"
                "buchungstext|megjegyzes|tranzakcio leirasa|detalii tranzactie|"
                "detalii tranzactie|explicatii|reference text|vrij bericht"
            ),
            STATE: "status|state|statusz|allapot|allapota|stare|info",
            REFERENCE: "reference|id|tranzakcio azonosito|referinta|transaction id|azonosito",
            ACCOUNT: "account|konto|szamlaszam|rekening|cont|own account|sajat szamla|iban eigen",
        }.items()
        for title in titles.split("|")
    }
)
_STATES: Mapping[str, LineState] = MappingProxyType(
    {
        word: state
        for state, words in {
            LineState.PENDING: (
                "pending|venter|afventer|vorgemerkt|vorgemerkte umsatze|fuggo|fuggoben|"
                "feldolgozas alatt|zarolt|in asteptare|in procesare|processing|reserved|"
                "reserveret|in behandeling|offen|authorised|authorized|incoming payment waiting|"
                "waiting|info|pdng|futr|scheduled|planned"
            ),
            LineState.REVERSED: (
                "reverted|reversed|storniert|storno|stornozott|sztornozott|torolt|visszavont|"
                "annulleret|slettet|stornat|anulata|anulat|cancelled|canceled|declined|failed|"
                "afvist|abgelehnt|rejected|elutasitott|respins|respinsa|geannuleerd|deleted"
            ),
            LineState.RETURNED: (
                "returned|refunded|retoure|ruckgabe|rucklastschrift|visszautalt|visszaerkezett|"
                "returneret|tilbagefort|returnat|returnata|teruggestort"
            ),
        }.items()
        for word in words.split("|")
    }
)
# Whether the money came in.
_SIDES: Mapping[str, bool] = MappingProxyType(
    {
        word: came_in
        for came_in, words in {
            True: "credit c cr crdt k h j haben bij jovairas kovetel kredit in indsat ind plus +",
            False: "debit d dr dbit s t soll af terheles tartozik debet out ud minus -",
        }.items()
        for word in words.split()
    }
)
_TOTALS = frozenset(
    ("total", "sum", "summe", "gesamt", "saldo", "osszesen", "ialt", "balance", "egyenleg", "sold")
)
_CODE = re.compile(r"\b[A-Z]{3}\b")
_SIGNS = {"FT": "HUF", "€": "EUR", "LEI": "RON", "$": "USD", "£": "GBP"}


@dataclass(frozen=True, slots=True)
class BankTable:
    """A bank statement in table form.

    rows: rows of cells below the titles.
    above: texts of the rows above the titles.
    text: the whole file as text.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    above: tuple[str, ...] = ()
    text: str = ""

    @property
    def header(self) -> str:
        """The normalised column titles, which identify a bank's table layout."""
        return "|".join(map(normalise_column_title, self.titles))[:1000]


def normalise_column_title(title: str) -> str:
    """Return a column title in plain letters, without punctuation and bracketed text.

    >>> [normalise_column_title(title) for title in ("Betrag (€)", "Zahlungspflichtige*r")]
    ['betrag', 'zahlungspflichtige r']
    >>> normalise_column_title("Debit/credit")
    'debit credit'
    """
    inner = re.sub(r"\(.*?\)|\[.*?\]", " ", fold_title(title[:_LONGEST_TITLE]))
    return " ".join(re.findall(r"\w+", inner))


def read_bank_table(data: bytes) -> BankTable:
    """Return the table in a file, and the texts above its titles separately.

    Raise RefusedError if the file holds no readable table.
    """
    text = decode_text(data) or ""
    rows = split_rows(text, _LIMITS)
    if rows is None:
        raise RefusedError([Problem("bank_file_unreadable", "file")])
    place = next(
        (
            at
            for at, row in enumerate(rows[:_HIGHEST_HEADER])
            if has_required_columns(match_column_titles(row))
        ),
        None,
    )
    if place is None:
        wide = max((len(row) for row in rows[:_HIGHEST_HEADER]), default=0)
        place = next((at for at, row in enumerate(rows) if len(row) == wide and wide > 1), None)
    if place is None:
        raise RefusedError([Problem("bank_columns_missing", "file")])
    titles = tuple(" ".join(title.split()) for title in rows[place])
    below = [tuple(row) for row in rows[place + 1 :] if any(cell.strip() for cell in row)]
    above = tuple(text_above for row in rows[:place] if (text_above := _join_cells(row)))
    return BankTable(titles, tuple(below), above, text)


def _join_cells(row: Sequence[str]) -> str:
    return " · ".join(text for cell in row if (text := " ".join(cell.split())))[:200]


def detect_day_order(table: BankTable, columns: Sequence[str]) -> DayOrder:
    """Return the order of day and month in the table's dates, or "unclear"."""
    return find_day_order(
        text for row in table.rows for text in _collect_cells(columns, row).get(DATE, ())
    )


def match_column_titles(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the meaning of each column, or "" where the title is unknown or repeated."""
    meanings = [_TITLES.get(normalise_column_title(title), "") for title in titles]
    # If two columns map to one field, the first one wins, except for those in SEVERAL.
    return tuple(
        column if column in SEVERAL or column not in meanings[:at] else ""
        for at, column in enumerate(meanings)
    )


def has_required_columns(columns: Sequence[str]) -> bool:
    """Return whether these columns suffice to read a payment."""
    return DATE in columns and (AMOUNT in columns or IN in columns or OUT in columns)


@dataclass(frozen=True, slots=True)
class _BankConventions:
    """The conventions of a table for writing amounts and dates.

    currency: the currency of rows that state none.
    """

    currency: str
    month_first: bool
    decimal_mark: str


def read_table_lines(
    table: BankTable, columns: Sequence[str], currency: str, order: DayOrder = "day_first"
) -> BankStatement:
    """Return the table as a bank statement; rows that are no transactions go to `passed_over`.

    currency: the club's currency, for rows that state none.
    """
    texts_by_row = [(row, _collect_cells(columns, row)) for row in table.rows]
    amounts = (
        text
        for _row, cells in texts_by_row
        for key in (AMOUNT, IN, OUT)
        for text in cells.get(key, ())
    )
    conventions = _BankConventions(currency, order == "month_first", find_decimal_mark(amounts))
    transactions = [cells for _row, cells in texts_by_row if not _is_footer_row(cells)]
    lines = tuple(add_fingerprints([_build_line(cells, conventions) for cells in transactions]))
    footers = tuple(_join_cells(row) for row, cells in texts_by_row if _is_footer_row(cells))
    accounts = dict.fromkeys(cell for cells in transactions for cell in cells.get(ACCOUNT, ()))
    return BankStatement(
        lines,
        len(transactions),
        sum_booked_lines(lines),
        tuple(accounts),
        passed_over=(*table.above, *footers),
    )


def _collect_cells(columns: Sequence[str], row: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the texts of a row by meaning of the column, without empty cells."""
    cells: dict[str, tuple[str, ...]] = {}
    for column, cell in zip(columns, row, strict=False):
        if column and (text := " ".join(cell.split())):
            cells[column] = (*cells.get(column, ()), text)
    return cells


def _is_footer_row(cells: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether a row is a total, a balance or a remark instead of a transaction."""
    if any(read_day(text) for text in cells.get(DATE, ())):
        return False
    words = {word for text in cells.get(DATE, ()) for word in normalise_column_title(text).split()}
    has_amount = bool(cells.keys() & {AMOUNT, IN, OUT})
    return not has_amount or not words or bool(words & _TOTALS)


def _build_line(cells: Mapping[str, tuple[str, ...]], conventions: _BankConventions) -> BankLine:
    code = _find_currency(cells, conventions.currency)
    text = " ".join(dict.fromkeys(cells.get(TEXT, ())))
    references = " ".join(cells.get(REFERENCE, ()))
    day = _find_day(cells, conventions)
    line = BankLine(
        day, 0, code, _join_names(cells, NAME, PAYEE), text, references, _read_state(cells)
    )
    written = " ".join(text for key in (OUT, IN, AMOUNT) for text in cells.get(key, ())[:1])
    try:
        if day is None:
            unreadable = next(iter(cells.get(DATE, ())), "")[:40]
            raise RefusedError([Problem("bank_day_unreadable", "", {"text": unreadable})])
        minor = _read_signed_amount(cells, code, conventions)
        name = line.name if minor > 0 else _join_names(cells, PAYEE, NAME)
        return replace(line, minor=minor, name=name)
    except RefusedError as refused:
        state, problem = LineState.UNREADABLE, refused.problems[0]
        return replace(line, state=state, written=f"{written} {code}".strip(), problem=problem)


def _join_names(cells: Mapping[str, tuple[str, ...]], *columns: str) -> str:
    """Return the names in the first of these columns that is not empty, or ""."""
    joined = (", ".join(dict.fromkeys(cells.get(column, ()))) for column in columns)
    return next((names for names in joined if names), "")


def _find_currency(cells: Mapping[str, tuple[str, ...]], currency: str) -> str:
    named = cells.get(CURRENCY, ())
    if named:
        return _SIGNS.get(named[0].upper().rstrip("."), named[0].upper())
    # The cell of the amount may hold "15.00 EUR".
    amounts = (text for key in (AMOUNT, IN, OUT) for text in cells.get(key, ()))
    return next((match[0] for text in amounts if (match := _CODE.search(text))), currency)


def _find_day(cells: Mapping[str, tuple[str, ...]], conventions: _BankConventions) -> date | None:
    days = (read_day(text, month_first=conventions.month_first) for text in cells.get(DATE, ()))
    return next((day for day in days if day), None)


def _read_signed_amount(
    cells: Mapping[str, tuple[str, ...]], code: str, conventions: _BankConventions
) -> int:
    """Return the amount of a row in minor units, + came in, - went out.

    Raise RefusedError if there is no readable amount.
    """
    amount_in, amount_out = (_read_amount(cells, key, code, conventions) for key in (IN, OUT))
    if amount_in or amount_out:
        return abs(amount_in) - abs(amount_out)
    if AMOUNT not in cells:
        raise RefusedError([Problem("bank_amount_missing", "")])
    minor = _read_amount(cells, AMOUNT, code, conventions)
    side = _read_side(cells)
    if side is None:
        return minor
    return abs(minor) if side else -abs(minor)


def _read_amount(
    cells: Mapping[str, tuple[str, ...]], key: str, code: str, conventions: _BankConventions
) -> int:
    text = next(iter(cells.get(key, ())), "")
    if not text:
        return 0
    return read_minor(read_decimal(text, decimal_mark=conventions.decimal_mark) or text, code)


def _read_side(cells: Mapping[str, tuple[str, ...]]) -> bool | None:
    """Return whether the money came in; None if the row does not state a side.

    Raise RefusedError if the word for the side is unknown.
    """
    text = next(iter(cells.get(SIDE, ())), "")
    word = normalise_column_title(text) or text.strip()
    if not word:
        return None
    if word not in _SIDES:
        raise RefusedError([Problem("bank_side_unknown", "")])
    return _SIDES[word]


def _read_state(cells: Mapping[str, tuple[str, ...]]) -> LineState:
    texts = [f" {normalise_column_title(text)} " for text in cells.get(STATE, ())]
    states = (state for text in texts for word, state in _STATES.items() if f" {word} " in text)
    return next(states, LineState.BOOKED)
