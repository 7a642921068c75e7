"""Bank statements as tables: recognise the columns, and turn each row into a bank line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.money.bank_lines import (
    MOST_LINES,
    BankLine,
    BankStatement,
    LineState,
    add_fingerprints,
    read_bank_amount,
    sum_booked_lines,
)
from tarokk_club.club.money.bank_vocabulary import (
    ACCOUNT,
    AMOUNT,
    BALANCES,
    CURRENCY,
    DATE,
    FEE,
    IN,
    NAME,
    OUT,
    PAYEE,
    REFERENCE,
    SIDE,
    SIDES,
    STATE,
    STATES,
    TEXT,
    TOTALS,
    has_required_columns,
    match_column_titles,
    normalise_column_title,
)
from tarokk_club.club.tables.amounts import detect_decimal_separator, normalise_dashes, read_decimal
from tarokk_club.club.tables.days import DayOrder, find_day_order, read_day
from tarokk_club.club.tables.table_rows import TableLimits, split_rows
from tarokk_club.club.tables.text_encoding import decode_text

# Leaves room for rows of titles, footers and remarks.
_LIMITS = TableLimits(rows=MOST_LINES + 200, columns=200)
# The last row in which the column titles may appear.
_HIGHEST_HEADER = 40
_CODE = re.compile(r"\b[A-Z]{3}\b")
# Signs of currencies; if several share a sign, the club's is taken, and otherwise the first.
# "KR" is no currency, so a line with "kr" in a club without crowns cannot be read.
_SIGNS = {
    "FT": "HUF",
    "€": "EUR",
    "LEI": "RON",
    "£": "GBP",
    "ZŁ": "PLN",
    "KČ": "CZK",
    "$": "USD AUD CAD NZD SGD HKD",
    "KR": "KR DKK SEK NOK ISK",
}
_SIGN = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, _SIGNS))})(?![^\W\d_])")
# The texts in BALANCES are shorter.
_LONGEST_BALANCE = 40
# An amount with its side, such as "12.00 CR" or "8,50 S".
_SIDED_AMOUNT = re.compile(r"(.*\d)\s?(CR|DR|[CDSH])", re.IGNORECASE)


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


def read_bank_table(data: bytes) -> BankTable:
    """Return the table in a file, separated from the rows above its titles.

    Raise RefusedError if the file holds no readable table.
    """
    text = decode_text(data) or ""
    rows = split_rows(text, _LIMITS)
    if rows is None:
        raise RefusedError([Problem("bank_file_unreadable", "file")])
    if not rows:
        raise RefusedError([Problem("bank_file_empty", "file")])
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
    start = place + 1
    if any(map(read_day, titles)):
        # The file has no titles: its first row with a date is a payment.
        titles = ("",) * len(titles)
        place = start = next(at for at, row in enumerate(rows) if any(map(read_day, row)))
    below = [
        tuple(map(_strip_formula, row)) for row in rows[start:] if any(cell.strip() for cell in row)
    ]
    above = tuple(text_above for row in rows[:place] if (text_above := _join_cells(row)))
    return BankTable(titles, tuple(below), above, text)


def _strip_formula(cell: str) -> str:
    """Return the text of a cell, which some banks write for Excel as ="text"."""
    return cell[2:-1] if cell.startswith('="') and cell.endswith('"') else cell


def _join_cells(row: Sequence[str]) -> str:
    return " · ".join(text for cell in row if (text := " ".join(cell.split())))[:200]


def detect_day_order(table: BankTable, columns: Sequence[str]) -> DayOrder:
    """Return the order of day and month in the table's dates, or "unclear"."""
    return find_day_order(
        text for row in table.rows for text in _collect_cells(columns, row).get(DATE, ())
    )


@dataclass(frozen=True, slots=True)
class _BankConventions:
    """The conventions of a table for amounts and dates.

    currency: the currency of rows that state none.
    odd_signs: pairs of a direction, and whether its amounts are negative, that are not in the
        majority. For example, in a negative debit among positive ones it is unclear whether the
        money came in.
    """

    currency: str
    month_first: bool
    decimal_separator: str
    odd_signs: frozenset[tuple[str, bool]] = frozenset()


def read_table_statement(
    table: BankTable, columns: Sequence[str], currency: str, order: DayOrder = "day_first"
) -> BankStatement:
    """Return the table as a bank statement; totals and remarks are listed in `passed_over`.

    columns: the meaning of each column.
    currency: the club's currency, for rows that state none.
    """
    texts_by_row = [(row, _collect_cells(columns, row)) for row in table.rows]
    are_footers = [_is_footer_row(row, cells, table.titles) for row, cells in texts_by_row]
    amounts = (
        text
        for _row, cells in texts_by_row
        for key in (AMOUNT, IN, OUT, FEE)
        for text in cells.get(key, ())
    )
    code = _find_currency_in_titles(table.titles, columns, currency)
    conventions = _BankConventions(code, order == "month_first", detect_decimal_separator(amounts))
    signs = Counter(
        sign
        for (_row, cells), is_footer in zip(texts_by_row, are_footers, strict=True)
        if not is_footer
        for sign in _find_signs(cells, conventions.decimal_separator)
    )
    odd_signs = frozenset(
        (direction, is_negative)
        for direction, is_negative in signs
        if signs[direction, is_negative] <= signs[direction, not is_negative]
    )
    conventions = replace(conventions, odd_signs=odd_signs)
    transactions, footers = [], []
    for (row, cells), is_footer in zip(texts_by_row, are_footers, strict=True):
        if is_footer:
            footers.append(_join_cells(row))
        else:
            extra = any(cell.strip() for cell in row[len(columns) :])
            transactions.append((cells, _build_line(cells, conventions, has_extra_cells=extra)))
    lines = tuple(add_fingerprints([line for _cells, line in transactions]))
    accounts = dict.fromkeys(
        cell for cells, _line in transactions for cell in cells.get(ACCOUNT, ())
    )
    return BankStatement(
        lines,
        len(transactions),
        sum_booked_lines(lines),
        tuple(accounts),
        passed_over=(*table.above, *footers),
    )


def _find_signs(
    cells: Mapping[str, tuple[str, ...]], decimal_separator: str
) -> Iterator[tuple[str, bool]]:
    """Yield each direction that a row states, and whether its amount is negative."""
    side = next(iter(cells.get(SIDE, ())), "")
    came_in = SIDES.get(normalise_column_title(side) or side)
    for key in (IN, OUT, AMOUNT):
        number = read_decimal(
            next(iter(cells.get(key, ())), ""), decimal_separator=decimal_separator
        )
        if number is None or number == "0" or (key == AMOUNT and came_in is None):
            continue
        yield (key if key != AMOUNT else f"{SIDE} {came_in}"), number.startswith("-")


def _collect_cells(columns: Sequence[str], row: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the texts of a row by the meaning of their column, without empty cells."""
    cells: dict[str, tuple[str, ...]] = {}
    for column, cell in zip(columns, row, strict=False):
        text = " ".join(cell.split())
        # A dash says that nothing came in, or that nothing went out.
        is_blank = column in (IN, OUT, FEE) and not normalise_dashes(text).strip("-")
        if column and text and not is_blank:
            cells[column] = (*cells.get(column, ()), text)
    sided = _SIDED_AMOUNT.fullmatch(next(iter(cells.get(AMOUNT, ())), ""))
    if sided and SIDE not in cells:
        cells[AMOUNT], cells[SIDE] = (sided[1],), (sided[2],)
    return cells


def _is_footer_row(
    row: Sequence[str], cells: Mapping[str, tuple[str, ...]], titles: Sequence[str]
) -> bool:
    """Return whether a row is a total, a balance, a remark or a repeat of the titles."""
    texts = [" ".join(cell.split()) for cell in row]
    words = (text for text in texts if text[:1].isalpha() and len(text) <= _LONGEST_BALANCE)
    if texts == list(titles) or BALANCES.intersection(map(normalise_column_title, words)):
        return True
    if any(read_day(text) for text in cells.get(DATE, ())):
        return False
    if not cells.keys() & {AMOUNT, IN, OUT} or not cells.keys() & {DATE, NAME, PAYEE, TEXT}:
        return True
    return any(TOTALS.intersection(normalise_column_title(cell).split()) for cell in row)


def _build_line(
    cells: Mapping[str, tuple[str, ...]],
    conventions: _BankConventions,
    *,
    has_extra_cells: bool = False,
) -> BankLine:
    code = _find_currency(cells, conventions.currency)
    text = " ".join(dict.fromkeys(cells.get(TEXT, ())))
    references = " ".join(cells.get(REFERENCE, ()))
    day = _find_day(cells, conventions)
    line = BankLine(
        day, 0, code, _join_names(cells, NAME, PAYEE), text, references, _read_state(cells)
    )
    line = replace(line, account=next(iter(cells.get(ACCOUNT, ())), ""))
    written = " ".join(text for key in (OUT, IN, AMOUNT) for text in cells.get(key, ())[:1])
    try:
        if has_extra_cells:
            raise RefusedError([Problem("bank_cells_many", "")])
        if day is None and line.is_booked:
            unreadable = next(iter(cells.get(DATE, ())), "")[:40]
            reason = "bank_day_unreadable" if unreadable else "bank_day_missing"
            raise RefusedError([Problem(reason, "", {"text": unreadable})])
        minor = _read_signed_amount(cells, code, conventions)
        name = line.name if minor > 0 else _join_names(cells, PAYEE, NAME)
        return replace(line, minor=minor, name=name)
    except RefusedError as refused:
        state, problem = LineState.UNREADABLE, refused.problems[0]
        return replace(line, state=state, written=f"{written} {code}".strip(), problem=problem)


def _join_names(cells: Mapping[str, tuple[str, ...]], *columns: str) -> str:
    """Return the names in the first of these columns that has any, or "".

    A text without letters counts as a name only if no column has a better one.
    """
    # Some banks write an account number into the column of the recipient.
    for is_name in (_has_letters, bool):
        for column in columns:
            if names := dict.fromkeys(filter(is_name, cells.get(column, ()))):
                return ", ".join(names)
    return ""


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _find_currency(cells: Mapping[str, tuple[str, ...]], currency: str) -> str:
    named = cells.get(CURRENCY, ())
    if named:
        return _find_currency_by_sign(named[0], currency) or named[0].upper()
    # The cell of the amount may hold "15.00 EUR" or "1500 Ft".
    for text in (text for key in (AMOUNT, IN, OUT) for text in cells.get(key, ())):
        if code := _find_currency_by_sign(text, currency):
            return code
        if match := _CODE.search(text):
            return match[0]
    return currency


def _find_currency_by_sign(text: str, currency: str) -> str:
    """Return the currency of a sign such as "Ft" in a text; "" if there is none.

    currency: the club's currency, preferred if several currencies share the sign.
    """
    sign = _SIGN.search(text.upper())
    codes = _SIGNS[sign[0]].split() if sign else [""]
    return currency if currency in codes else codes[0]


def _find_currency_in_titles(titles: Sequence[str], columns: Sequence[str], currency: str) -> str:
    """Return the currency at the end of an amount's title, such as "Betrag (EUR)"; else the club's.

    currency: the club's currency.
    """
    for title, column in zip(titles, columns, strict=False):
        words = re.findall(r"[^\s()\[\]]+", title) if column in (AMOUNT, IN, OUT) else []
        code = words[-1] if words else ""
        code = _find_currency_by_sign(code, currency) or code
        if code in CURRENCIES:
            return code
    return currency


def _find_day(cells: Mapping[str, tuple[str, ...]], conventions: _BankConventions) -> date | None:
    days = (read_day(text, month_first=conventions.month_first) for text in cells.get(DATE, ()))
    return next((day for day in days if day), None)


def _read_signed_amount(
    cells: Mapping[str, tuple[str, ...]], code: str, conventions: _BankConventions
) -> int:
    """Return the amount of a row less its fee, in minor units, negative if the money went out.

    Raise RefusedError if the amount or its direction is unclear.
    """
    if conventions.odd_signs.intersection(_find_signs(cells, conventions.decimal_separator)):
        raise RefusedError([Problem("bank_side_unknown", "")])
    fee = abs(_read_amount(cells, FEE, code, conventions))
    return _read_amount_before_fee(cells, code, conventions) - fee


def _read_amount_before_fee(
    cells: Mapping[str, tuple[str, ...]], code: str, conventions: _BankConventions
) -> int:
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
    return read_bank_amount(
        read_decimal(text, decimal_separator=conventions.decimal_separator) or text, code
    )


def _read_side(cells: Mapping[str, tuple[str, ...]]) -> bool | None:
    """Return whether the money came in; None if the row does not state a side.

    Raise RefusedError if the word for the side is unknown.
    """
    text = next(iter(cells.get(SIDE, ())), "")
    word = normalise_column_title(text) or text.strip()
    if not word:
        return None
    if word not in SIDES:
        raise RefusedError([Problem("bank_side_unknown", "")])
    return SIDES[word]


def _read_state(cells: Mapping[str, tuple[str, ...]]) -> LineState:
    # Nordea writes "Reserveret" in the column of the date.
    undated = [text for text in cells.get(DATE, ()) if not read_day(text)]
    texts = [f" {normalise_column_title(text)} " for text in (*cells.get(STATE, ()), *undated)]
    states = (state for text in texts for word, state in STATES.items() if f" {word} " in text)
    return next(states, LineState.BOOKED)
