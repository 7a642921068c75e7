"""What the pages of the entry screen show: the place of the hand, its form, its amounts."""

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

from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.hand.forms import ENTRY_GAMES, HandForm
from tarokk_club.club.hand.forms.hand_form import HandSeating
from tarokk_club.club.hand.forms.sides_words import PLAYED, SOME_TRICKS
from tarokk_club.club.hand.queries.hand_place import HandPlace, hand_place_of, has_entered
from tarokk_club.club.hand.queries.hand_preview import HandPreview, hand_preview, told_once
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.pages.fragment_cache import cache_key
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.pages.responses import page
from tarokk_club.club.session.titles import title_of_record

NEW, CORRECT, INSERT = "new", "correct", "insert"
# Sent by the pages that have shown what a change does, or that have nothing more to show.
CONFIRM = "confirm"
# Sent by a page that the browser's Back opened, as its script says.
AFTER_BACK = "back"
# Sent with a forgotten hand whose later hands keep the dealers they were played with.
KEEP = "keep_dealers"


@dataclass(frozen=True, slots=True)
class Again:
    """The hand before, offered once more: in words, and as the fields that a tap on it fills."""

    words: str
    fields: Mapping[str, str]

    @property
    def taps(self) -> str:
        """The fields, for the script."""
        return json.dumps(self.fields)


@dataclass(frozen=True)
class Screen:
    """One hand to be entered: new, corrected or put before another (at: that entry)."""

    session: Session
    place: HandPlace
    mode: str
    at: UUID | None = None
    draft_row: Draft | None = None

    @cached_property
    def form_class(self) -> type[HandForm]:
        """The form of the session's game."""
        return ENTRY_GAMES[self.session.game]

    @property
    def seating(self) -> HandSeating:
        """The table and the names, as the form wants them."""
        return HandSeating(self.place.table, self.place.names)

    def form(self, data: Any = None, *, initial: Mapping[str, Any] | None = None) -> HandForm:
        """The form, with what was sent or with what it starts from."""
        start = {"version": self.session.version, "revision": 0, **(initial or {})}
        return self.form_class(data, seating=self.seating, initial=start)

    def route(self, name: str, *more: Any) -> str:
        """The address of a page of this session."""
        return _route(name, self.session.club.slug, self.session.id, *more)

    @cached_property
    def back(self) -> str:
        """Where the page leads back to."""
        return self.route("sheet")

    @property
    def action(self) -> str:
        """Where the form goes."""
        return self.route(f"entry_{self.mode}", self.at) if self.at else self.route("hand_new")

    @property
    def undo(self) -> str:
        """Where the hand before is taken back."""
        return self.route("undo")

    @property
    def preview(self) -> str:
        """Where the amounts come from."""
        return self.route("preview")

    @cached_property
    def draft(self) -> str:
        """Where the taps are kept; only a new hand has a draft."""
        return self.route("draft") if self.mode == NEW else ""

    @property
    def box(self) -> str:
        """Where a hand goes that waited on the phone."""
        return self.route("outbox")

    @property
    def usual(self) -> str:
        """What a new hand starts with, for the script that empties the form."""
        return json.dumps({"outcome": PLAYED, "tricks": SOME_TRICKS, **self.form_class.usual})

    @property
    def ahead_dealer(self) -> str:
        """What stands in place of the dealer on a hand that was begun without a network."""
        if self.session.played_game.sits_out(self.place.table):
            return _("Who deals and who sits out is not known until the network is back.")
        return _("The dealer follows when the network is back.")

    @property
    def rules(self) -> str:
        """Where the rules of this table are told."""
        return self.route("session_rules")

    @property
    def take(self) -> str:
        """Where another phone's draft is taken over."""
        return self.route("draft_take")

    @property
    def drop(self) -> str:
        """Where the draft is thrown away, once there is one."""
        return self.route("draft_drop") if self.draft_row else ""

    @cached_property
    def again(self) -> Again | None:
        """The hand before, for a new one that nobody has begun; None where none can be repeated."""
        game, table = self.session.played_game, self.place.table
        there = {*table.seats} - {game.sits_out(table)}
        told = self.form_class.repeated(self.place.last or {}, there)
        if told is None or self.mode != NEW or self.draft_row:
            return None
        initial = self.form_class.initial_of(told, table)
        words = title_of_record(game, {"type": "hand", **told}, ClubWords(self.place.names))
        return Again(words, {name: initial[name] for name in told})

    @property
    def brief(self) -> bool:
        """Whether a correction is saved at once: nothing stands after the hand, so that all it
        changes is seen below the form already.
        """
        return self.mode == CORRECT and self.place.ends and not self.session.closed

    @property
    def reasoned(self) -> bool:
        """Whether a reason may be given."""
        return self.mode != NEW

    @property
    def title(self) -> str:
        """What the page is."""
        sentence = {
            NEW: _("Hand %(number)s"),
            CORRECT: _("Correct hand %(number)s"),
            INSERT: _("A forgotten hand before hand %(number)s"),
        }[self.mode]
        return sentence % {"number": self.place.number}

    @property
    def save(self) -> str:
        """What the one button says."""
        if self.brief:
            return _("Save the correction")
        if self.mode != NEW:
            return _("See what changes")
        return _("Save hand %(number)s") % {"number": self.place.number}

    @property
    def leader(self) -> str:
        """Who speaks and leads first."""
        away = self.session.played_game.sits_out(self.place.table)
        return self.place.leader(away)

    @property
    def dealer(self) -> str:
        """Who deals, as he is called at the table."""
        return self.place.short[self.place.table.dealer]

    def outlook(self, raw: Mapping[str, Any], form: HandForm | None = None) -> HandPreview:
        """What the hand so far comes to; form: that said it."""
        fault = form.faults_of(form.first_fault or "") if form else []
        following = fault[0] if fault else str(self.form_class.following)
        found = hand_preview(self.session.played_game, self.place, raw, following=following)
        return told_once(found, form.own_faults if form else [])


@lru_cache(maxsize=1024)
def _route(name: str, *parts: Any) -> str:
    return reverse(f"club:{name}", args=parts)


def screen_of(session: Session, *, mode: str = NEW, at: UUID | None = None) -> Screen:
    """The screen for a new hand, or for one at an entry. An entry that does not stand is a 404."""
    return _screen(session, hand_place_of(session, before=at), mode=mode, at=at)


def screen_of_sent(request: HttpRequest, session: Session) -> Screen:
    """The screen for a new hand that was sent, perhaps once more: then it is seen at the table that
    it was booked at, so that it says the same again.
    """
    key = UUIDField(required=False)
    try:
        made = key.clean(request.POST.get("key"))
    except ValidationError:
        made = None
    return _screen(session, hand_place_of(session, again=made), mode=NEW)


def _screen(
    session: Session, place: HandPlace | None, *, mode: str, at: UUID | None = None
) -> Screen:
    if place is None or session.game not in ENTRY_GAMES:
        raise Http404
    row = getattr(session, "draft", None) if mode == NEW else None
    return Screen(session, place, mode, at, row)


def show(
    request: MemberRequest, screen: Screen, form: HandForm, **context: Any
) -> TemplateResponse:
    """The page with its form and the amounts so far."""
    raw = context.pop("raw", None)
    if raw is None:
        raw = form.raw() if form.is_bound else {}
    context |= {"screen": screen, "form": form, "outlook": screen.outlook(raw, form)}
    if screen.mode == NEW:
        context |= {"newcomer": not has_entered(request.user), "undo": _undo_of(screen)}
    context |= {"hidden": hidden_of(screen, form), "rules_href": screen.rules}
    # What stands around every hand of this table alike, for the person as the person is now.
    around = (request.path, request.user.pk, request.user.next_hand)
    context["kept"] = cache_key("around a hand", *around)
    return page(request, "club/hand/entry/page.html", context)


def _undo_of(screen: Screen) -> UUID | None:
    """The key of the form that takes back the hand before; None where there is none."""
    return uuid4() if screen.place.last else None


def hidden_of(screen: Screen, form: HandForm) -> list[tuple[str, Any]]:
    """What the form carries unseen."""
    names = ["key", "version", "revision", "order"]
    found = [(name, form.shown(name)) for name in names if name in form.fields]
    told = [(name, "" if value is None else value) for name, value in found]
    # After a conflict too: only a hand that a phone began by itself has no dealer.
    told.append(("dealer", form.table.dealer))
    told += [("at", screen.at)] if screen.at else []
    told.append((AFTER_BACK, form.data.get(AFTER_BACK, "")))
    return told + ([(CONFIRM, "1")] if screen.brief else [])
