"""The parts of a sheet that are rendered once and cached for the next reader."""

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
from tarokk_club.club.pages.fragment_cache import cache_key, cached, club_facts, etag, parts
from tarokk_club.club.session.queries.hats import hat_passed
from tarokk_club.club.sheet.queries.sheet_layout import Laid, laid_out
from tarokk_club.club.sheet.queries.sheets import Sheet
from tarokk_club.club.sheet.queries.sheets import sheet as sheet_of

# As many hands as stand beside the entry of the next one.
LAST = 12


@dataclass(frozen=True, slots=True)
class Live:
    """The part of a sheet that changes, as HTML, and the number of the hand that comes next: both
    of one moment.
    """

    part: str
    next_number: int


def live_of(
    request: HttpRequest,
    session: Session,
    shared: Mapping[str, Any],
    *,
    kept: str | None,
    names: Mapping[str, str],
) -> Live:
    """The part of the sheet that changes. shared: what the reader sees otherwise than others; kept:
    its mark, None for a part that is for one reader alone; names: as the reader may see them.
    """

    def make() -> Live:
        whole = sheet_of(session, names=names, concealed=shared.get("guest", False))
        laid = laid_out(whole)
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
        return Live(part, whole.next_number)

    return cached(kept, make) if kept else make()


def beside_of(request: HttpRequest, session: Session, rules: str) -> str:
    """The totals and the last hands, as they stand beside the entry; rules: where they are told."""
    names = names_in(session.club_id)
    facts = (session.id, session.version, session.statements_count, *club_facts(session.club))

    def make() -> str:
        whole = sheet_of(session, names=names)
        laid = laid_out(whole)
        last = replace(laid, rows=laid.rows[:LAST])
        hands = _hands(session, whole, last, {"rules_href": rules})
        return render_to_string("club/sheet/_beside.html", {"laid": laid, "hands": hands}, request)

    return cached(cache_key("beside", *facts, _facts(names)), make)


def _hands(
    session: Session, whole: Sheet, laid: Laid, shared: Mapping[str, Any]
) -> list[SafeString]:
    """The hands and events as HTML, newest first: the first reader after a hand was saved pays for
    that hand, not for the evening.
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
    return parts("club/sheet/_hand.html", rows, place=place, around=around)


def _sheet_facts(session: Session) -> tuple[object, ...]:
    """All of a session and its club that the changing part of a sheet depends on.

    The version counts every change of the session; what is said about it has a count of its own.
    """
    draft = getattr(session, "draft", None)
    half = (draft.key, draft.revision, draft.user_id) if draft else ()
    return (session.id, session.version, session.statements_count, *half, *club_facts(session.club))


def sheet_tag(session: Session, reader: str) -> str:
    """The tag of a sheet, which asks the database for nothing more.

    reader: what such a reader sees that others do not.
    """
    return etag("sheet", *_sheet_facts(session), reader)


def live_part_key(session: Session, names: Mapping[str, str], reader: str) -> str:
    """The key of the changing part of a sheet, with the names that stand in it."""
    draft = getattr(session, "draft", None)
    writer = draft.user.name if draft and draft.user else ""
    # Who brought the hat was decided by another evening.
    hat = hat_passed(session, names)
    return cache_key("sheet", *_sheet_facts(session), writer, hat, _facts(names), reader)


def _facts(names: Mapping[str, str]) -> object:
    """The names as they decide what a sheet shows."""
    return names.facts if isinstance(names, Names) else sorted(names.items())


def sheet_key(session: Session, *reader: object) -> str:
    """Of what a sheet shows around its changing part."""
    table = getattr(session, "tournament_table", None)
    cup = table.tournament_id if table else None
    return cache_key("around", session.id, session.version, cup, *club_facts(session.club), *reader)
