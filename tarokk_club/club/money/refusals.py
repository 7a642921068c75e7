"""Sentences for the refusals of the money pages, by problem code."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "amount_not_above_zero": _("The amount must be above zero."),
        "no_such_party": _("Choose a player of this club."),
        "no_such_session": _("There is no such session in this club."),
        "pays_oneself": _("Payer and receiver must be different."),
        "fee_kind_wrong": _("Choose what the fee is for."),
        "money_moved": _("The amounts have changed in the meantime. Check them, then settle."),
        "settled_by_other": _(
            "%(who)s has just made settlement %(number)s. Here is what is left to settle."
        ),
        "settled_by_operator": _(
            "The operator has just made settlement %(number)s. Here is what is left to settle."
        ),
        "nothing_to_settle": _("There is nothing to settle."),
        "plan_is_over": _(
            "This plan is no longer valid: it was withdrawn, or a later settlement replaced it."
        ),
        "other_book_unreadable": _(
            "This is not a file from ihatemoney, Cospend or Splitwise, or a table with the "
            "columns name and balance."
        ),
        "other_book_number": _("Line %(row)s: “%(text)s” is not an amount."),
        "other_book_sum": _(
            "The amounts in this file add up to %(total)s, not to zero; "
            "export it from the other book again."
        ),
        "other_book_line_sum": _(
            "Line %(row)s: its amounts add up to %(total)s, not to zero; export the file "
            "from the other book again."
        ),
        "other_book_total": _(
            "For %(name)s the lines do not add up to the total balance at the end of the "
            "file; export it from the other book again."
        ),
        "bank_file_large": _("The file is larger than %(highest)s megabytes."),
        "bank_file_long": _(
            "The file has %(count)s payments. At most %(highest)s are read at a time; take a "
            "shorter span."
        ),
        "bank_file_elements": _(
            "The file has %(count)s elements. At most %(highest)s are read at a time; take a "
            "shorter span."
        ),
        "other_book_names": _("The file names %(count)s people. At most %(highest)s are read."),
        "other_book_fractions": _(
            "The shares of these bills are too fine to be added up exactly. Take balances in place "
            "of bills."
        ),
        "bank_file_empty": _("This file contains no transactions."),
        "bank_file_unreadable": _(
            "This statement cannot be read. Download it from the bank as CAMT (XML) or "
            "CSV; a workbook can be saved as CSV."
        ),
        "bank_columns_missing": _("The table needs columns named date and amount."),
        "bank_day_unreadable": _("“%(text)s” is not a date."),
        "bank_day_missing": _("It has no date."),
        "bank_side_unknown": _("It does not say whether the money came in or went out."),
        "bank_amount_missing": _("It has no amount."),
        "bank_cells_many": _("It has more cells than the table has columns."),
        "more_than_left": _("Enter at most what is still to be paid."),
        "denied_without_reason": _("Say briefly why it has not arrived."),
        "write_off_without_reason": _("Say why it is written off."),
        "nothing_owed": _("There is no debt here to write off."),
        "more_than_owed": _("Write off at most what is owed."),
        "fact_undone": _("This has already been undone."),
        "settlement_not_last": _("A later settlement builds on this one; withdraw that one first."),
        "settlement_paid": _("Somebody has paid by this plan; undo those payments first."),
        "iban_wrong": _(
            "This is not a valid IBAN; check it digit by digit against the bank's papers."
        ),
        "iban_abroad": _("The bank of this IBAN takes no part in transfers of euros (SEPA)."),
        "year_is_closed": _(
            "The year %(year)s is closed. Enter it on a later day, and say in the note "
            "what it is about."
        ),
        "kitty_below_zero": _(
            "The kitty has only %(held)s there. Tick this if it is right anyway."
        ),
        "kind_without_kitty": _("Only what the kitty pays or gets has a kind."),
        "cash_step_wrong": _("The smallest payment must be above zero, and not too large."),
    }
)
