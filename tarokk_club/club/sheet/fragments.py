"""The fragments of a sheet that are rendered once and then cached for other readers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tarokk_club.club.confirmations.queries.sheet_confirmation import SheetConfirmation
from tarokk_club.club.models import Session
from tarokk_club.club.names.player_names import Names, load_names
from tarokk_club.club.pages.fragment_cache import (
    build_cache_key,
    compute_etag,
    get_club_cache_values,
    get_or_compute,
    render_cached_rows,
)
from tarokk_club.club.session.queries.players.hats import find_hat_passing
from tarokk_club.club.sheet.queries.sheet_layout import SheetLayout, lay_out_sheet
from tarokk_club.club.sheet.queries.sheets import Sheet, load_sheet

HANDS_BESIDE_ENTRY = 12


@dataclass(frozen=True, slots=True)
class LiveFragment:
    """The changing fragment of a sheet, with the number of the next hand.

    part: the fragment as HTML.
    """

    part: str
    next_number: int


def render_live_fragment(
    request: HttpRequest,
    session: Session,
    shared: Mapping[str, Any],
    *,
    cache_key: str | None,
    names: Mapping[str, str],
) -> LiveFragment:
    """Return the changing fragment of the sheet, from the cache where possible.

    shared: the context of the whole page, which depends on the reader.
    cache_key: the cache key; None for a fragment that must not be cached.
    names: player id to name, as this reader may see them.
    """

    def render_fragment() -> LiveFragment:
        sheet = load_sheet(session, names=names, concealed=shared.get("guest", False))
        laid = lay_out_sheet(sheet)
        waiting = shared["standing"].hands_to_confirm if "standing" in shared else ()
        context = {
            **shared,
            "session": session,
            "club": session.club,
            "sheet": sheet,
            "laid": laid,
            "hands": _render_hands(session, sheet, laid, shared),
            "hand_to_confirm": next(
                (row for row in laid.rows if row.row.entry_id in waiting), None
            ),
        }
        part = render_to_string("club/sheet/_moment.html", context, request)
        return LiveFragment(part, sheet.next_number)

    return get_or_compute(cache_key, render_fragment) if cache_key else render_fragment()


def render_side_fragment(request: HttpRequest, session: Session, rules: str) -> str:
    """Return the totals and the last hands as HTML, for display beside the entry screen.

    rules: URL of the page that explains the rules.
    """
    names = load_names(session.club_id)
    facts = (
        session.id,
        session.version,
        session.statements_count,
        *get_club_cache_values(session.club),
    )

    def render_fragment() -> str:
        sheet = load_sheet(session, names=names)
        laid = lay_out_sheet(sheet)
        last = replace(laid, rows=laid.rows[:HANDS_BESIDE_ENTRY])
        hands = _render_hands(session, sheet, last, {"rules_href": rules})
        return render_to_string("club/sheet/_beside.html", {"laid": laid, "hands": hands}, request)

    return get_or_compute(
        build_cache_key("beside", *facts, _list_name_values(names)), render_fragment
    )


def _render_hands(
    session: Session, sheet: Sheet, laid: SheetLayout, shared: Mapping[str, Any]
) -> list[SafeString]:
    """Return the hands and events as HTML, newest first.

    Each row is cached separately, so a request after a new hand renders only that hand.
    """
    standing = shared.get("standing") or SheetConfirmation()
    around = {key: shared[key] for key in ("guest", "rules_href") if key in shared}
    names = _list_name_values(sheet.names)
    place = build_cache_key("hands", session.id, session.club.slug, names, sorted(around.items()))
    around |= {"session": session, "club": session.club}
    rows = []
    for row in laid.rows:
        flags = {
            "disputed": row.row.entry_id in standing.disputed,
            "confirmed": row.row.entry_id in standing.confirmed,
        }
        rows.append((build_cache_key(row.cache_values, flags), {**flags, "hand": row}))
    return render_cached_rows("club/sheet/_hand.html", rows, place=place, around=around)


def _list_live_cache_values(session: Session) -> tuple[object, ...]:
    """Return all values of a session and its club on which the changing fragment depends.

    The version counts all changes except confirmations and objections, which have their own
    count.
    """
    draft = getattr(session, "draft", None)
    half = (draft.key, draft.revision, draft.user_id) if draft else ()
    return (
        session.id,
        session.version,
        session.statements_count,
        *half,
        *get_club_cache_values(session.club),
    )


def compute_sheet_etag(session: Session, reader: str) -> str:
    """Return the ETag of a sheet, without another query.

    reader: values of this reader on which the sheet depends.
    """
    return compute_etag("sheet", *_list_live_cache_values(session), reader)


def compute_live_fragment_key(session: Session, names: Mapping[str, str], reader: str) -> str:
    """Return the cache key of the changing fragment of a sheet.

    names: player id to name, as this reader may see them.
    reader: values of this reader on which the fragment depends.
    """
    draft = getattr(session, "draft", None)
    writer = draft.user.name if draft and draft.user else ""
    # The previous wearer of the hat depends on another session.
    hat = find_hat_passing(session, names)
    return build_cache_key(
        "sheet", *_list_live_cache_values(session), writer, hat, _list_name_values(names), reader
    )


def _list_name_values(names: Mapping[str, str]) -> object:
    """Return the names as values for a cache key."""
    return names.cache_key_values if isinstance(names, Names) else sorted(names.items())


def compute_sheet_page_key(session: Session, *reader: object) -> str:
    """Return the cache key of the page around the changing fragment of a sheet.

    The key contains only the fields of the session that the page shows, not its hands.

    reader: values of this reader on which the page depends.
    """
    table = getattr(session, "tournament_table", None)
    tournament_id = table.tournament_id if table else None
    place = (session.id, tournament_id, session.date, session.table_name)
    play = (session.game, session.rules, session.rules_version, session.seats)
    stake = (session.per_point, session.currency)
    state = (session.closed, session.binned_at)
    club = get_club_cache_values(session.club)
    return build_cache_key("around", *place, *play, *stake, *state, *club, *reader)
