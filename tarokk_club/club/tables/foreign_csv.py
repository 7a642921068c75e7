"""The names under which the bank reader still uses the modules of foreign tables."""

from tarokk_club.club.tables.amounts import read_decimal as decimal_in
from tarokk_club.club.tables.days import read_day as day_in
from tarokk_club.club.tables.decoding import decode_text as decoded
from tarokk_club.club.tables.table_rows import fold_title as plain_title
from tarokk_club.club.tables.table_rows import split_rows as rows_of

__all__ = ("day_in", "decimal_in", "decoded", "plain_title", "rows_of")
