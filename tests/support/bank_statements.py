"""Bank files for tests, read without the page that asks for unknown column titles."""

from tarokk_club.club.money.bank_files import read_bank_file, require_valid_line_count
from tarokk_club.club.money.bank_lines import BankStatement
from tarokk_club.club.money.bank_tables import BankTable, detect_day_order, read_table_statement
from tarokk_club.club.money.bank_vocabulary import match_column_titles


def read_titled_statement(data: bytes, currency: str) -> BankStatement:
    """Return the statement in a file; a table must have known titles for date and amount.

    currency: the currency of rows that state none.
    """
    parsed = read_bank_file(data)
    if isinstance(parsed, BankTable):
        columns = match_column_titles(parsed.titles, parsed.rows)
        order = detect_day_order(parsed, columns)
        parsed = read_table_statement(parsed, columns, currency, order)
    return require_valid_line_count(parsed)
