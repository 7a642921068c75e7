"""Labels and descriptions of purposes, ways of payment, money entries and settlements."""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models.money import BORNE, PaymentMethod, Purpose
from tarokk_club.club.money.queries.balances.balance_figures import CARRIED, DUE, FEES, PAID, TABLES
from tarokk_club.club.money.queries.balances.player_accounts import AccountLine
from tarokk_club.club.money.queries.entries.journal import FEE, JournalEntry
from tarokk_club.club.money.queries.entries.journal import SESSION as PLAYED
from tarokk_club.club.money.queries.settlements.settlement import (
    CLAIMED,
    OVER,
    SettlementPage,
    TransferRow,
)
from tarokk_club.club.money.queries.settlements.settlement import PAID as PAID_TRANSFER
from tarokk_club.club.money.queries.settlements.unsettled_items import EVENING, OPEN, SESSION

CASH, SINCE, STILL, CLOSING = "cash", "since", "still", "closing"
_FIGURES: Mapping[str, object] = MappingProxyType(
    {
        TABLES: gettext_lazy("Tables"),
        FEES: gettext_lazy("Fees"),
        PAID: gettext_lazy("Paid"),
        CARRIED: gettext_lazy("Carried over"),
        DUE: gettext_lazy("Exact"),
        CASH: gettext_lazy("In cash"),
        SINCE: gettext_lazy("Paid since"),
        STILL: gettext_lazy("Still open"),
        CLOSING: gettext_lazy("Open at the end"),
    }
)


def label_purpose(purpose: str) -> str:
    """Return the label of the purpose of a payment or fee."""
    return str(Purpose(purpose).label)


def label_payment_method(method: str) -> str:
    """Return the label of a way of payment."""
    return str(PaymentMethod(method).label)


def format_party_name(name: str | None) -> str:
    """Return the name of a payer or receiver; None means the kitty."""
    return name or _("The kitty")


def _label_reversal(purpose: str) -> str:
    """Return the label of the entry that reverses a prize or a write-off."""
    return _("Prize taken back") if purpose == Purpose.PRIZE else _("Write-off taken back")


def describe_entry(entry: JournalEntry) -> str:
    """Return a text that describes an entry of the journal."""
    if entry.kind == PLAYED:
        return " · ".join(part for part in (label_game(entry.game), entry.title) if part)
    purpose = label_purpose(entry.purpose)
    if entry.kind == FEE and entry.purpose in BORNE:
        return _label_reversal(entry.purpose) if entry.counter else purpose
    if entry.kind == FEE and entry.counter:
        return _("Fee taken back: %(purpose)s") % {"purpose": purpose}
    if entry.kind == FEE:
        return _("Fee: %(purpose)s") % {"purpose": purpose}
    return _("Counter-entry") if entry.counter else entry.title or purpose


def build_line_text(line: AccountLine) -> str:
    """Return a text that describes a line of a player's account."""
    if line.kind == PLAYED:
        return " · ".join(part for part in (label_game(line.game), line.title) if part)
    purpose = label_purpose(line.purpose)
    if line.kind == FEE and line.purpose in BORNE:
        return _label_reversal(line.purpose) if line.counter else purpose
    if line.kind == FEE:
        text = _("Fee taken back: %(purpose)s") if line.counter else _("Fee: %(purpose)s")
        return text % {"purpose": purpose}
    if line.counter:
        return _("Counter-entry")
    if line.purpose == Purpose.OPENING:
        return purpose
    if line.outside:
        return _("Paid for the club") if line.minor > 0 else _("Got for the club")
    if not line.counterparty:
        return _("Paid to the kitty") if line.minor > 0 else _("Got from the kitty")
    text = _("Paid to %(name)s") if line.minor > 0 else _("Got from %(name)s")
    return text % {"name": line.counterparty}


def describe_scope(scope: Mapping[str, str | None]) -> str:
    """Return the title of a settlement, which names its scope."""
    game = scope.get("game")
    scope_text = _describe_scope_dates(scope)
    if not game:
        return scope_text
    return _("%(what)s, %(game)s only") % {"what": scope_text, "game": label_game(game)}


def _describe_scope_dates(scope: Mapping[str, str | None]) -> str:
    first, last = _format_day(scope.get("first")), _format_day(scope.get("last"))
    if scope["what"] == OPEN:
        return _("Everything that was open")
    if scope["what"] == EVENING:
        return _("The evening of %(day)s") % {"day": first}
    if scope["what"] == SESSION:
        return _("One session of %(day)s") % {"day": first} if first else _("One session")
    if first and last:
        return _("From %(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("From %(first)s on") % {"first": first}
    return _("Until %(last)s") % {"last": last} if last else _("All dates")


def _format_day(text: str | None) -> str:
    return format_plain_date(date.fromisoformat(text)) if text else ""


def build_figure_title(name: str, currency: str = "") -> str:
    """Return the title of a figure, with its currency if one is given."""
    title = str(_FIGURES[name])
    return f"{title} ({currency})" if currency else title


def label_transfer_state(row: TransferRow, settled: SettlementPage) -> str:
    """Return the label of the state of a planned transfer."""
    if row.state == OVER and settled.settlement.withdrawn_at:
        return _("withdrawn")
    if row.state == OVER and settled.replaced_by:
        number = settled.replaced_by.number
        return _("carried over into settlement %(number)s") % {"number": number}
    if row.state == CLAIMED:
        return _("said to be paid")
    return _("paid") if row.state == PAID_TRANSFER else _("to be paid")


def build_points_title(game: str, games: Sequence[str]) -> str:
    """Return the title of a column of points; it names the game if there are several games."""
    if len(games) == 1:
        return _("Points")
    return _("Points: %(game)s") % {"game": label_game(game)}
