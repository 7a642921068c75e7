"""The fragments of a sheet that are rendered once and cached for the next reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tarokk_club.club.confirmations.queries.sheet_confirmation import SheetConfirmation
from tarokk_club.club.models import Session
from tarokk_club.club.names.player_names import Names, names_in
from tarokk_club.club.pages.fragment_cache import (
    cache_key,
    cached,
    club_cache_values,
    etag,
    render_cached_rows,
)
from tarokk_club.club.session.queries.hats import hat_passed
from tarokk_club.club.sheet.queries.sheet_layout import SheetLayout, lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import Sheet
from tarokk_club.club.sheet.queries.sheets import sheet as sheet_of

# The number of hands displayed beside the entry screen.
LAST = 12


@dataclass(frozen=True, slots=True)
class LiveFragment:
    """The changing fragment of a sheet, with the number of the next hand at the same moment.

    part: HTML.
    """

    part: str
    next_number: int


def render_live_fragment(
    request: HttpRequest,
    session: Session,
    shared: Mapping[str, Any],
    *,
    kept: str | None,
    names: Mapping[str, str],
) -> LiveFragment:
    """Return the changing fragment of the sheet, from the cache where possible.

    shared: the template context that differs between readers.
    kept: the cache key, None for a fragment that is for one reader only.
    names: names by player id, as this reader may see them.
    """

    def make() -> LiveFragment:
        whole = sheet_of(session, names=names, concealed=shared.get("guest", False))
        laid = lay_out_sheet(whole)
        waiting = shared["standing"].to_seal if "standing" in shared else ()
        context = {
            **shared,
            "session": session,
            "club": session.club,
            "sheet": whole,
            "laid": laid,
            "hands": _hands(session, whole, laid, shared),
            "to_seal": next((row for row in laid.rows if row.row.entry_id in waiting), None),
        }
        part = render_to_string("club/sheet/_moment.html", context, request)
        return LiveFragment(part, whole.next_number)

    return cached(kept, make) if kept else make()


def render_side_fragment(request: HttpRequest, session: Session, rules: str) -> str:
    """Return the totals and the last hands as HTML, for display beside the entry screen.

    rules: URL of the page that explains the rules.
    """
    names = names_in(session.club_id)
    facts = (
        session.id,
        session.version,
        session.statements_count,
        *club_cache_values(session.club),
    )

    def make() -> str:
        whole = sheet_of(session, names=names)
        laid = lay_out_sheet(whole)
        last = replace(laid, rows=laid.rows[:LAST])
        hands = _hands(session, whole, last, {"rules_href": rules})
        return render_to_string("club/sheet/_beside.html", {"laid": laid, "hands": hands}, request)

    return cached(cache_key("beside", *facts, _facts(names)), make)


def _hands(
    session: Session, whole: Sheet, laid: SheetLayout, shared: Mapping[str, Any]
) -> list[SafeString]:
    """Return the hands and events as HTML, newest first.

    Each row is cached by itself, so the first request after a new hand renders only that hand.
    """
    standing = shared.get("standing") or SheetConfirmation()
    around = {key: shared[key] for key in ("guest", "rules_href") if key in shared}
    place = cache_key("hands", session.id, session.club.slug, sorted(around.items()))
    around |= {"session": session, "club": session.club}
    names, rows = _facts(whole.names), []
    for row in laid.rows:
        said = {
            "disputed": row.row.entry_id in standing.disputed,
            "sealed": row.row.entry_id in standing.sealed,
        }
        rows.append((cache_key(names, row.facts, said), {**said, "hand": row}))
    return render_cached_rows("club/sheet/_hand.html", rows, place=place, around=around)


def _sheet_facts(session: Session) -> tuple[object, ...]:
    """Return all values of a session and its club that the changing fragment depends on.

    The session's version counts every change except confirmations and objections, which have a
    counter of their own.
    """
    draft = getattr(session, "draft", None)
    half = (draft.key, draft.revision, draft.user_id) if draft else ()
    return (
        session.id,
        session.version,
        session.statements_count,
        *half,
        *club_cache_values(session.club),
    )


def sheet_tag(session: Session, reader: str) -> str:
    """Return the ETag of a sheet without a further query.

    reader: whatever makes the sheet of this reader differ from others.
    """
    return etag("sheet", *_sheet_facts(session), reader)


def live_part_key(session: Session, names: Mapping[str, str], reader: str) -> str:
    """Return the cache key of the changing fragment of a sheet, including the names in it.

    reader: whatever makes the sheet of this reader differ from others.
    """
    draft = getattr(session, "draft", None)
    writer = draft.user.name if draft and draft.user else ""
    # Who brought the hat depends on another session.
    hat = hat_passed(session, names)
    return cache_key("sheet", *_sheet_facts(session), writer, hat, _facts(names), reader)


def _facts(names: Mapping[str, str]) -> object:
    """Return the values of the names that the cached HTML depends on."""
    return names.facts if isinstance(names, Names) else sorted(names.items())


def sheet_key(session: Session, *reader: object) -> str:
    """Return the cache key of the page around the changing fragment of a sheet."""
    table = getattr(session, "tournament_table", None)
    cup = table.tournament_id if table else None
    return cache_key(
        "around", session.id, session.version, cup, *club_cache_values(session.club), *reader
    )
