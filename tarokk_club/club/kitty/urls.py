"""URL patterns of the kitty's pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.kitty.views import cash_book, pdf_files, years

_kitty: list[URLPattern | URLResolver] = [
    path("", cash_book.show_kitty, name="kitty"),
    path("book/", cash_book.show_cash_book, name="book"),
    path("book/paper/", cash_book.show_cash_book_print, name="book_paper"),
    path("book.csv", cash_book.book_file, name="book_file"),
    path("book.xlsx", cash_book.book_xlsx_file, name="book_xlsx_file"),
    path("transfers/new/", cash_book.add_kitty_transfer, name="kitty_transfer_new"),
    path(
        "transfers/<uuid:kitty_transfer_id>/",
        cash_book.manage_kitty_transfer,
        name="kitty_transfer",
    ),
    path("count/", cash_book.add_cash_count, name="cash_count"),
    path("kinds/", cash_book.edit_money_kinds, name="kinds"),
    path("years/", years.list_years, name="years"),
    path("years/<int:year>/", years.show_annual_report, name="year_paper"),
    path("years/<int:year>/auditors/", years.show_auditors_form, name="auditors_paper"),
    path("years/<int:year>/close/", years.confirm_year_close, name="year_close"),
    path("years/<int:year>/statements.pdf", pdf_files.download_statements, name="statements_file"),
    path("receipts/<uuid:fact_id>.pdf", pdf_files.download_receipt, name="receipt_file"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("money/kitty/", include(_kitty)),
]
