"""The auction of a Hungarian hand, held in one text field to which each call is appended."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import QueryDict

from scoring.core.table import Table
from scoring.games.hungarian.auction import CALLS, Call, derive_result
from scoring.games.hungarian.record import PASSED_OUT
from scoring.games.hungarian.seats import list_speaking_order
from tarokk_club.club.hand.forms.hand_form import STEP

BACK, CLEAR = "back", "clear"


def parse_calls(text: str | None) -> tuple[Call, ...]:
    """Return the calls in a field's text; skip invalid items."""
    pairs = [item.split(" ") for item in (text or "").split(",")]
    return tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2 and pair[1] in CALLS)


def format_calls(calls: Iterable[Call]) -> str:
    """Return the calls as the text of a field."""
    return ",".join(f"{player} {call}" for player, call in calls)


def apply_auction_step(data: QueryDict, table: Table) -> QueryDict:
    """Return the data after a call is added or undone, or all calls are cleared.

    A finished auction also sets the outcome, or the declarer, bid, called card and partner.
    """
    calls, step = parse_calls(data.get("auction")), data.get(STEP, "")
    calls = () if step == CLEAR else calls[:-1] if step == BACK else (*calls, *parse_calls(step))
    auction = derive_result(calls, order=list_speaking_order(table), rules=table.rules)
    after = data.copy()
    after["auction"] = format_calls(calls)
    if calls and auction.fault is None and auction.speaker is None:
        if auction.declarer is None:
            after["outcome"], after["auction"] = PASSED_OUT, ""
        else:
            after["declarer"], after["bid"] = auction.declarer, str(auction.bid)
            after["called"] = auction.called or after.get("called", "")
            if auction.shown_by is not None:
                # The player who showed the called card holds it.
                after["partner"] = auction.shown_by
    return after
