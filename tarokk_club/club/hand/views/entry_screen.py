"""Context of the entry pages: the position of the hand, its form and its amounts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.forms import UUIDField
from django.http import Http404, HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.core.table import order_seats_from
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.hand.forms import ENTRY_GAMES, HandForm
from tarokk_club.club.hand.forms.figure_labels import PLAYED, SOME_TRICKS
from tarokk_club.club.hand.forms.hand_form import HandSeating
from tarokk_club.club.hand.queries.hand_position import (
    HandPosition,
    has_recorded_entry,
    load_hand_position,
)
from tarokk_club.club.hand.queries.hand_preview import (
    HandPreview,
    build_hand_preview,
    drop_repeated_problems,
)
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.pages.fragment_cache import build_cache_key
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.session.titles import format_record_title

NEW, CORRECT, INSERT = "new", "correct", "insert"
# Submitted once the page has shown the effect of a change, or if there is no effect to show.
CONFIRM = "confirm"
# Set by the page's script when the browser's Back button opened the page.
AFTER_BACK = "back"
# Submitted with a forgotten hand: "1" if the later hands keep their dealers, "0" if the deal moves.
KEEP_DEALERS = "keep_dealers"


@dataclass(frozen=True, slots=True)
class RepeatOffer:
    """An offer to repeat the previous hand: its title, and the fields that one tap fills in."""

    words: str
    fields: Mapping[str, str]

    @property
    def fields_json(self) -> str:
        """The fields and their values as JSON, for the script."""
        return json.dumps(self.fields)


@dataclass(frozen=True)
class Screen:
    """The entry screen of a hand, which is new, corrected or inserted.

    at: the id of the corrected entry, or of the entry before which the hand is inserted.
    """

    session: Session
    position: HandPosition
    mode: str
    at: UUID | None = None
    draft_row: Draft | None = None

    @cached_property
    def form_class(self) -> type[HandForm]:
        """The form class of the session's game."""
        return ENTRY_GAMES[self.session.game]

    @property
    def seating(self) -> HandSeating:
        """The table and the players' names, for the form."""
        return HandSeating(self.position.table, self.position.names)

    def build_form(self, data: Any = None, *, initial: Mapping[str, Any] | None = None) -> HandForm:
        """Return the form, bound to `data` or with its initial values."""
        start = {"version": self.session.version, "revision": 0, **(initial or {})}
        return self.form_class(data, seating=self.seating, initial=start)

    def build_url(self, name: str, *more: Any) -> str:
        """Return the URL of a page of this session."""
        return _reverse_cached(name, self.session.club.slug, self.session.id, *more)

    @cached_property
    def back_url(self) -> str:
        """The URL of the page to return to."""
        return self.build_url("sheet")

    @property
    def submit_url(self) -> str:
        """The URL that the form posts to."""
        return (
            self.build_url(f"entry_{self.mode}", self.at) if self.at else self.build_url("hand_new")
        )

    @property
    def undo_url(self) -> str:
        """The URL that undoes the previous hand."""
        return self.build_url("undo")

    @property
    def preview_url(self) -> str:
        """The URL that renders the preview."""
        return self.build_url("preview")

    @cached_property
    def draft_url(self) -> str:
        """The URL that saves the draft; "" unless the hand is new."""
        return self.build_url("draft") if self.mode == NEW else ""

    @property
    def outbox_url(self) -> str:
        """The URL that receives hands queued on the phone."""
        return self.build_url("outbox")

    @property
    def initial_values_json(self) -> str:
        """The initial values of a new hand as JSON, for the script that clears the form."""
        return json.dumps({"outcome": PLAYED, "tricks": SOME_TRICKS, **self.form_class.usual})

    @property
    def offline_dealer_text(self) -> str:
        """The text that replaces the dealer for a hand begun offline."""
        if self.session.played_game.sits_out(self.position.table):
            return _(
                "Who deals and who sits out is not known until the hands before are in the book."
            )
        return _("The dealer follows when the hands before are in the book.")

    @property
    def dealers_and_leaders(self) -> list[tuple[str, str]]:
        """The dealer and the leader of this hand and the next ones, until every player has dealt.

        The script uses the list for hands begun offline. It is empty if a player sits out.
        """
        table, names = self.position.table, self.position.short_names
        if self.session.played_game.sits_out(table):
            return []
        order = [names[player] for player in order_seats_from(table.seats, table.dealer)]
        return list(zip(order, [*order[1:], order[0]], strict=True))

    @property
    def rules_url(self) -> str:
        """The URL of the rules of this table."""
        return self.build_url("session_rules")

    @property
    def take_over_url(self) -> str:
        """The URL that takes over another phone's draft."""
        return self.build_url("draft_take")

    @property
    def delete_draft_url(self) -> str:
        """The URL that deletes the draft; "" if there is none."""
        return self.build_url("draft_drop") if self.draft_row else ""

    @cached_property
    def repeat_offer(self) -> RepeatOffer | None:
        """The offer to repeat the previous hand; None if it cannot be repeated here."""
        game, table = self.session.played_game, self.position.table
        active = {*table.seats} - {game.sits_out(table)}
        repeated = self.form_class.find_repeatable_part(self.position.last or {}, active)
        if repeated is None or self.mode != NEW or self.draft_row:
            return None
        initial = self.form_class.build_initial(repeated, table)
        words = format_record_title(
            game, {"type": "hand", **repeated}, ClubWords(self.position.names)
        )
        return RepeatOffer(words, {name: initial[name] for name in repeated})

    @property
    def saves_at_once(self) -> bool:
        """Whether a correction is saved at once, without first showing its effect.

        True if no entry follows the hand and the session is open: the amounts below the form then
        already show the whole effect.
        """
        return self.mode == CORRECT and self.position.ends and not self.session.closed

    @property
    def accepts_reason(self) -> bool:
        """Whether the form asks for a reason: in corrections and insertions."""
        return self.mode != NEW

    @property
    def title(self) -> str:
        """The heading of the page, with the number of the hand."""
        sentence = {
            NEW: _("Hand %(number)s"),
            CORRECT: _("Correct hand %(number)s"),
            INSERT: _("A forgotten hand before hand %(number)s"),
        }[self.mode]
        return sentence % {"number": self.position.number}

    @property
    def submit_label(self) -> str:
        """The label of the submit button."""
        if self.saves_at_once:
            return _("Save the correction")
        if self.mode != NEW:
            return _("See what changes")
        return _("Save hand %(number)s") % {"number": self.position.number}

    @property
    def leader(self) -> str:
        """The short name of the player who speaks and leads first."""
        away = self.session.played_game.sits_out(self.position.table)
        return self.position.find_leader(away)

    @property
    def dealer(self) -> str:
        """The short name of the dealer."""
        return self.position.short_names[self.position.table.dealer]

    def build_preview(self, raw: Mapping[str, Any], form: HandForm | None = None) -> HandPreview:
        """Return the preview of the hand so far.

        form: the form that holds the hand, if any. Its first fault becomes `next`; problems shown
            at the top of the page are left out.
        """
        fault = form.list_faults(form.first_invalid_field or "") if form else []
        following = fault[0] if fault else str(self.form_class.following)
        preview = build_hand_preview(
            self.session.played_game, self.position, raw, following=following
        )
        return drop_repeated_problems(preview, form.form_errors if form else [])


@lru_cache(maxsize=1024)
def _reverse_cached(name: str, *parts: Any) -> str:
    return reverse(f"club:{name}", args=parts)


def load_screen(session: Session, *, mode: str = NEW, at: UUID | None = None) -> Screen:
    """Return the screen for a new hand, a correction of an entry, or an insertion before it.

    Raise Http404 if the entry does not exist or is deleted, or the game has no entry form.

    at: the id of the entry.
    """
    return _build_screen(session, load_hand_position(session, before=at), mode=mode, at=at)


def load_submitted_screen(request: HttpRequest, session: Session) -> Screen:
    """Return the screen for a submitted new hand.

    If the hand is already saved, use the table before that hand, so a resubmitted form gets the
    same response.

    Raise Http404 if the game has no entry form.
    """
    key_field = UUIDField(required=False)
    try:
        key = key_field.clean(request.POST.get("key"))
    except ValidationError:
        key = None
    return _build_screen(session, load_hand_position(session, own_id=key), mode=NEW)


def _build_screen(
    session: Session, position: HandPosition | None, *, mode: str, at: UUID | None = None
) -> Screen:
    if position is None or session.game not in ENTRY_GAMES:
        raise Http404
    row = getattr(session, "draft", None) if mode == NEW else None
    return Screen(session, position, mode, at, row)


def render_entry_screen(
    request: MemberRequest, screen: Screen, form: HandForm, **context: Any
) -> TemplateResponse:
    """Render the entry page: the form, and the points of the hand so far.

    context: further variables of the template; `raw` is the hand if the form does not hold it.
    """
    raw = context.pop("raw", None)
    if raw is None:
        raw = form.read_raw_event() if form.is_bound else {}
    context |= {"screen": screen, "form": form, "outlook": screen.build_preview(raw, form)}
    if screen.mode == NEW:
        context |= {
            "newcomer": not has_recorded_entry(request.user),
            "undo": _create_undo_key(screen),
        }
    context |= {"hidden": list_hidden_fields(screen, form), "rules_href": screen.rules_url}
    # Cache key of the markup that is the same for every hand of this table and user.
    around = (request.path, request.user.pk, request.user.next_hand)
    context["fragment_key"] = build_cache_key("around a hand", *around)
    return render_page(request, "club/hand/entry/page.html", context)


def _create_undo_key(screen: Screen) -> UUID | None:
    """Return a new key for the form that undoes the previous hand; None if there is no hand."""
    return uuid4() if screen.position.last else None


def list_hidden_fields(screen: Screen, form: HandForm) -> list[tuple[str, Any]]:
    """Return the names and values of the form's hidden fields."""
    names = ["key", "version", "revision", "order"]
    values = [(name, form.get_displayed(name)) for name in names if name in form.fields]
    fields = [(name, "" if value is None else value) for name, value in values]
    # A page after a conflict needs the dealer too: only a hand begun offline has none.
    fields.append(("dealer", form.table.dealer))
    fields += [("at", screen.at)] if screen.at else []
    fields.append((AFTER_BACK, form.data.get(AFTER_BACK, "")))
    return fields + ([(CONFIRM, "1")] if screen.saves_at_once else [])
