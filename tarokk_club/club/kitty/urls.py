"""URL patterns of the kitty's pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.kitty import pdf_views, views

_kitty: list[URLPattern | URLResolver] = [
    path("", views.kitty, name="kitty"),
    path("book/", views.show_cash_book, name="book"),
    path("book/paper/", views.book_paper, name="book_paper"),
    path("book.csv", views.book_file, name="book_file"),
    path("book.xlsx", views.book_xlsx_file, name="book_xlsx_file"),
    path("transfers/new/", views.kitty_transfer_new, name="kitty_transfer_new"),
    path("transfers/<uuid:kitty_transfer_id>/", views.kitty_transfer, name="kitty_transfer"),
    path("count/", views.cash_count, name="cash_count"),
    path("kinds/", views.edit_kinds, name="kinds"),
    path("years/", views.list_years, name="years"),
    path("years/<int:year>/", views.year_paper, name="year_paper"),
    path("years/<int:year>/auditors/", views.auditors_paper, name="auditors_paper"),
    path("years/<int:year>/close/", views.year_close, name="year_close"),
    path("years/<int:year>/statements.pdf", pdf_views.statements_file, name="statements_file"),
    path("receipts/<uuid:fact_id>.pdf", pdf_views.receipt_file, name="receipt_file"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("money/kitty/", include(_kitty)),
]
