"""Views to record and correct events other than hands, such as joining, leaving and fines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import label_event_kind
from tarokk_club.club.hand.forms.events import (
    EVENT_FORMS,
    POINTS,
    AdjustForm,
    EventForm,
    FineForm,
    JoinSessionForm,
    PotForm,
)
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.pages.loaders import MemberRequest, View, entry_view, session_view
from tarokk_club.club.pages.responses import (
    is_confirmed,
    read_post,
    redirect_to_sheet,
    render_page,
    submit,
)
from tarokk_club.club.session.queries.players.seating import SessionSeating, load_session_seating
from tarokk_club.club.session.queries.replay.change_preview import build_change_preview
from tarokk_club.club.session.queries.replay.change_replay import preview_correction
from tarokk_club.club.session.queries.sessions.session_lists import list_recent_players
from tarokk_club.club.session.usecases.events import correct_event, record_event
from tarokk_club.club.session.usecases.seats import Takeover, seat_newcomer, take_seat
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Saved, Submission


def _build_record_view(kind: str) -> View:
    @session_view(Right.ENTER)
    def view(request: MemberRequest, session: Session) -> HttpResponseBase:
        lacks_fines = kind == FineForm.type and not session.has_fines
        if lacks_fines or (kind == PotForm.type and not session.has_pots):
            raise Http404
        form = _build_form(
            kind, request, session, load_session_seating(session), {"version": session.version}
        )
        _drop_newcomer_field_without_right(request, form)
        if isinstance(form, JoinSessionForm):
            form.ask_whose_seat_if_full()
        done = submit(
            request,
            form,
            lambda submission: _record_with_newcomer(session, submission, form),
            fields={"name": "newcomer"},
        )
        if done:
            messages.success(
                request,
                _describe_event(kind, _read_saved_record(done), load_session_seating(session)),
            )
            return redirect_to_sheet(session)
        return _render_form(request, session, form)

    return view


def _drop_newcomer_field_without_right(request: MemberRequest, form: EventForm) -> None:
    """Remove the newcomer field unless the user may add players to the club."""
    if "newcomer" in form.fields and Right.PLAYERS not in request.rights:
        del form.fields["newcomer"]


def _record_with_newcomer(session: Session, submission: Submission, form: EventForm) -> Saved:
    """Record the event; if the form names a newcomer, add that player to the club as well.

    At a full table, the player who joins takes the seat of another player instead.
    """
    raw, newcomer = form.to_record(), form.cleaned_data.get("newcomer")
    seat = None
    if isinstance(form, JoinSessionForm) and form.full:
        seat = Takeover(
            player=raw["player"],
            gone=raw["after"],
            note=raw["note"] or "",
            why_deals=_("Took the place of whoever was to deal."),
        )
    if newcomer:
        return seat_newcomer(
            session_id=session.id, form=submission, name=newcomer, raw=raw, seat=seat
        )
    if seat:
        return take_seat(session_id=session.id, form=submission, seat=seat)
    return record_event(session_id=session.id, form=submission, raw=raw)


def _read_saved_record(saved: Saved) -> Mapping[str, Any]:
    entry = saved.change.entry
    return entry.record if entry else {}


def _describe_event(kind: str, raw: Mapping[str, Any], seats: SessionSeating) -> str:
    """Return a sentence that describes the recorded event."""
    names = dict([*seats.everyone, *seats.others])
    sentences = {
        "leave": _("%(name)s has left."),
        "join": _("%(name)s has joined."),
        "dealer": _("%(name)s deals the next hand."),
    }
    if kind not in sentences or raw.get("player") not in names:
        return _("It is recorded.")
    return sentences[kind] % {"name": names[raw["player"]]}


def _build_form(
    kind: str,
    request: MemberRequest,
    session: Session,
    seats: SessionSeating,
    initial: dict[str, Any],
) -> EventForm:
    form_class = EVENT_FORMS[kind]
    seated = seats.everyone if form_class in (AdjustForm, PotForm) else seats.seated
    return form_class(
        read_post(request),
        initial=initial,
        game=session.played_game,
        seated=seated,
        others=seats.others,
    )


def _render_form(
    request: MemberRequest, session: Session, form: EventForm, **more: Any
) -> HttpResponseBase:
    context = {
        "session": session,
        "club": session.club,
        "form": form,
        "title": label_event_kind(form.type),
        **more,
    }
    if isinstance(form, JoinSessionForm) and form.is_long:
        context["often"] = list_recent_players(session.club)
    return render_page(request, "club/hand/events/event.html", context)


join = _build_record_view("join")
leave = _build_record_view("leave")
adjust = _build_record_view("adjust")
pot = _build_record_view("pot")
notice = _build_record_view("notice")
fine = _build_record_view("fine")
another_dealer = _build_record_view("dealer")


@entry_view(Right.CORRECT)
def change_event(request: MemberRequest, entry: Entry) -> HttpResponseBase:
    """Correct an event, after showing the effect of the correction."""
    session, kind = entry.session, entry.record["type"]
    if kind not in EVENT_FORMS or entry.deleted:
        raise Http404
    form = _build_form(
        kind,
        request,
        session,
        _load_seating_for_correction(session, entry),
        _read_initial_values(entry),
    )
    effect = None
    if form.is_valid():
        raw = form.to_record()
        if is_confirmed(request):
            done = submit(
                request,
                form,
                lambda submission: correct_event(
                    session_id=session.id, form=submission, entry_id=entry.id, raw=raw
                ),
            )
            if done:
                messages.success(request, _("The entry is corrected."))
                return redirect_to_sheet(session)
        # The form shows a refusal already; do not repeat it.
        if not form.errors:
            effect = build_change_preview(preview_correction(session, entry.id, raw), session)
            form.status = 200
    return _render_form(request, session, form, entry=entry, effect=effect, correcting=True)


def _load_seating_for_correction(session: Session, entry: Entry) -> SessionSeating:
    """Return a seating in which every player of the session may be chosen.

    Players seated at the time of the entry may have left since.
    """
    seats = load_session_seating(session)
    newcomer = entry.record.get("player")
    others = seats.others
    if entry.record["type"] == "join":
        others = (*others, *(pair for pair in seats.everyone if pair[0] == newcomer))
    return SessionSeating(seats.everyone, seats.everyone, others, seats.pots)


def _read_initial_values(entry: Entry) -> dict[str, Any]:
    record = entry.record
    amounts = {POINTS + player: amount for player, amount in record.get("points", {}).items()}
    named = {key: record.get(key) for key in ("player", "after", "skiz", "severity", "pot")}
    return {"version": entry.session.version, "note": entry.note, **named, **amounts}
