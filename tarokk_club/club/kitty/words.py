"""Labels and descriptions of the kitty's accounts, lines, kinds and differences."""

from django.utils.translation import gettext as _

from tarokk_club.club.kitty.forms import ACCOUNTS
from tarokk_club.club.kitty.queries.cash_book import CashBookLine
from tarokk_club.club.kitty.queries.year_report import ACCOUNT, INCOME, ChangedFigure
from tarokk_club.club.money.words import label_purpose

_NAMES = dict(ACCOUNTS)


def label_account(account: str) -> str:
    """Return the name of an account of the kitty."""
    return str(_NAMES[account])


def label_kind_or_purpose(purpose: str, kind: str) -> str:
    """Return the kind, or the label of the purpose if the kind is ""."""
    return kind or label_purpose(purpose)


def describe_book_line(line: CashBookLine) -> str:
    """Return a text that describes a line of the cash book, without its note."""
    if line.is_transfer:
        text = _("Between the kitty's accounts")
    else:
        text = label_kind_or_purpose(line.purpose, line.kind)
    if line.party:
        text = f"{text} · {line.party}"
    return _("Counter-entry: %(entry)s") % {"entry": text} if line.counter else text


def describe_figure_change(difference: ChangedFigure) -> str:
    """Return a text that names the changed figure of a closed year."""
    if isinstance(difference.key, tuple):
        name = label_kind_or_purpose(*difference.key)
        text = _("Income: %(kind)s") if difference.figure == INCOME else _("Expense: %(kind)s")
        return text % {"kind": name}
    if difference.figure == ACCOUNT:
        return _("Closing balance: %(account)s") % {"account": label_account(difference.key)}
    return _("Open balance: %(player)s") % {"player": difference.key}
