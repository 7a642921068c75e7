"""The auction of a Hungarian hand in a form, as a line of text that grows call by call."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import QueryDict

from scoring.core.table import Table
from scoring.games.hungarian.auction import CALLS, Call, derive_result
from scoring.games.hungarian.record import PASSED_OUT
from scoring.games.hungarian.seats import speaking_order
from tarokk_club.club.hand.forms.hand_form import STEP

BACK, CLEAR = "back", "clear"


def calls_of(text: str | None) -> tuple[Call, ...]:
    """Return the calls in a field's text, without anything that is not a call."""
    pairs = [item.split(" ") for item in (text or "").split(",")]
    return tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2 and pair[1] in CALLS)


def text_of(calls: Iterable[Call]) -> str:
    """Return the calls as the text of a field."""
    return ",".join(f"{player} {call}" for player, call in calls)


def with_step(data: QueryDict, table: Table) -> QueryDict:
    """Return the data after a call was added or undone, with what follows from a finished
    auction.
    """
    calls, step = calls_of(data.get("auction")), data.get(STEP, "")
    calls = () if step == CLEAR else calls[:-1] if step == BACK else (*calls, *calls_of(step))
    found = derive_result(calls, order=speaking_order(table), rules=table.rules)
    after = data.copy()
    after["auction"] = text_of(calls)
    if calls and found.fault is None and found.speaker is None:
        if found.declarer is None:
            after["outcome"], after["auction"] = PASSED_OUT, ""
        else:
            after["declarer"], after["bid"] = found.declarer, str(found.bid)
            after["called"] = found.called or after.get("called", "")
            if found.shown_by is not None:
                # Who showed the card holds it.
                after["partner"] = found.shown_by
    return after
