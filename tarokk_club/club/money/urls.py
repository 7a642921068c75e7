"""URL patterns of the money pages, for a club and for a session."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.money.views import (
    balances,
    bank_accounts,
    bank_statements,
    files,
    money,
    money_entries,
    openings,
    papers,
    paying,
    payments,
    session,
    session_files,
    settling,
    statements,
    write_offs,
)

_player: list[URLPattern | URLResolver] = [
    path("", money.show_player_account, name="account"),
    path("statement/", statements.show_account_statement, name="statement"),
    path("statement.csv", statements.statement_file, name="statement_file"),
    path("statement.xlsx", statements.statement_xlsx_file, name="statement_xlsx_file"),
    path("write-off/", write_offs.write_off_player_debt, name="write_off"),
]
_settlement: list[URLPattern | URLResolver] = [
    path("", settling.show_settlement, name="settled"),
    path("paper/", papers.show_settlement_print, name="settled_paper"),
    path("settlement.csv", files.download_settlement_csv, name="settled_file"),
    path("settlement.xlsx", files.download_settlement_xlsx, name="settled_xlsx_file"),
    path("of/<str:account>/", balances.explain_settled_account, name="settled_account"),
    path("paid/", paying.mark_settlement_paid, name="settled_paid"),
    path("paid/undo/<uuid:act>/", paying.undo_settlement_payments, name="settled_paid_undo"),
    path("part/<uuid:transfer_id>/", paying.pay_transfer_part, name="transfer_part"),
    path("withdraw/", settling.withdraw_saved_settlement, name="settled_withdraw"),
    path("paid/<uuid:transfer_id>/", paying.mark_transfer_paid, name="transfer_paid"),
]
_money: list[URLPattern | URLResolver] = [
    path("", money.show_money, name="money"),
    path("players/<uuid:player_id>/", include(_player)),
    path("statement.csv", statements.my_statement_file, name="my_statement_file"),
    path("statement.xlsx", statements.my_statement_xlsx_file, name="my_statement_xlsx_file"),
    path("rules/", money.edit_money_rules, name="money_rules"),
    path("my-bank/", bank_accounts.edit_own_bank_account, name="my_bank_account"),
    path("bank/", bank_statements.import_bank_statement, name="bank_statement"),
    path("openings/", openings.import_opening_balances, name="openings"),
    path("files/", files.show_money_downloads, name="money_files"),
    path("files/accounting.beancount", files.accounting_file, name="accounting_file"),
    path("files/money.csv", files.money_ledger_file, name="money_ledger_file"),
    path("files/money.xlsx", files.money_ledger_xlsx_file, name="money_ledger_xlsx_file"),
    path("facts/", money_entries.list_money_entries, name="facts"),
    path("facts/<uuid:fact_id>/", money_entries.show_money_entry, name="fact"),
    path("payments/<uuid:payment_id>/deny/", payments.deny_payment, name="payment_deny"),
    path("payments/new/", payments.add_payment, name="payment_new"),
    path(
        "payments/<uuid:payment_id>/confirm/",
        payments.confirm_claimed_payment,
        name="payment_confirm",
    ),
    path("payments/<uuid:payment_id>/undo/", payments.undo_recorded_payment, name="payment_undo"),
    path("fees/new/", payments.add_fee, name="fee_new"),
    path("fees/<uuid:charge_id>/undo/", payments.undo_fee, name="fee_undo"),
    path("settle/", settling.add_settlement, name="settle"),
    path("settle/of/<str:account>/", balances.explain_proposed_account, name="settle_account"),
    path("settlements/", settling.list_settlements, name="settlements"),
    path("settlements/<uuid:settlement_id>/", include(_settlement)),
]
club_urls: list[URLPattern | URLResolver] = [
    path("money/", include(_money)),
]
session_urls: list[URLPattern | URLResolver] = [
    path("settlement/", session.show_session_settlement, name="settlement"),
    path("settlement/paper/", papers.show_session_settlement_print, name="settlement_paper"),
    path("settlement.csv", session_files.download_session_settlement_csv, name="settlement_file"),
    path(
        "settlement.xlsx",
        session_files.download_session_settlement_xlsx,
        name="settlement_xlsx_file",
    ),
]
