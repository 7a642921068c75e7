"""What the pages of the entry screen show: the place of the hand, its form, its amounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.core.accounts import pot_account
from scoring.core.game import Preview
from scoring.core.posting import net_of
from tarokk_club.club.forms.hands import ENTRY_GAMES, HandForm
from tarokk_club.club.forms.hands.base import Seating
from tarokk_club.club.models import Draft, Session
from tarokk_club.club.queries.entering import Place, place_of
from tarokk_club.club.views.answer import page
from tarokk_club.club.words import ClubWords, problem_sentence

# More faults than a thumb-sized line can tell.
MOST_PROBLEMS = 2
NEW, CORRECT, INSERT = "new", "correct", "insert"


@dataclass(frozen=True, slots=True)
class PotRow:
    """A pot and its content, or what moves in it."""

    text: str
    content: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one player gets: points once they are certain, before that the best and the worst."""

    name: str
    away: bool
    points: int | None
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """The amounts at the bottom of the screen. problems: what cannot be so, as sentences; next:
    what is to be said first before the hand is whole.
    """

    people: tuple[Outcome, ...]
    pots: tuple[PotRow, ...]
    problems: tuple[str, ...]
    next: str
    complete: bool
    staked: bool


@dataclass(frozen=True, slots=True)
class Screen:
    """One hand to be entered: new, corrected or put before another (at: that entry)."""

    session: Session
    place: Place
    mode: str
    at: UUID | None = None
    draft_row: Draft | None = None

    @property
    def form_class(self) -> type[HandForm]:
        """The form of the session's game."""
        return ENTRY_GAMES[self.session.game]

    @property
    def seating(self) -> Seating:
        """The table and the names, as the form wants them."""
        return Seating(self.place.table, self.place.names)

    def form(self, data: Any = None, *, initial: Mapping[str, Any] | None = None) -> HandForm:
        """The form, with what was sent or with what it starts from."""
        start = {"version": self.session.version, "revision": 0, **(initial or {})}
        return self.form_class(data, seating=self.seating, initial=start)

    def route(self, name: str, *more: Any) -> str:
        """The address of a page of this session."""
        return reverse(f"club:{name}", args=[self.session.club.slug, self.session.id, *more])

    @property
    def back(self) -> str:
        """Where the page leads back to."""
        return self.route("sheet")

    @property
    def action(self) -> str:
        """Where the form goes."""
        return self.route(f"entry_{self.mode}", self.at) if self.at else self.route("hand_new")

    @property
    def preview(self) -> str:
        """Where the amounts come from."""
        return self.route("preview")

    @property
    def draft(self) -> str:
        """Where the taps are kept; only a new hand has a draft."""
        return self.route("draft") if self.mode == NEW else ""

    @property
    def take(self) -> str:
        """Where another phone's draft is taken over."""
        return self.route("draft_take")

    @property
    def drop(self) -> str:
        """Where the draft is thrown away, once there is one."""
        return self.route("draft_drop") if self.draft_row else ""

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
        if self.mode != NEW:
            return _("See what changes")
        return _("Save hand %(number)s") % {"number": self.place.number}

    @property
    def leader(self) -> str:
        """Who speaks and leads first."""
        away = self.session.played_game.sits_out(self.place.table)
        return self.place.leader(away)

    @property
    def pots(self) -> list[PotRow]:
        """The pots before the hand."""
        words = ClubWords()
        pots = self.place.table.pots
        return [PotRow(words.term(f"pot.{name}"), content) for name, content in pots.items()]

    def outlook(self, raw: Mapping[str, Any], form: HandForm | None = None) -> Outlook:
        """What the hand so far comes to; form: that said it."""
        game, table = self.session.played_game, self.place.table
        fault = form.faults_of(form.first_fault or "") if form else []
        following = fault[0] if fault else _("The amounts come with declarer, bid and result.")
        if not game.fewest <= len(table.seats) <= game.most:
            return self._outlook(Preview((), (), complete=False), following)
        return self._outlook(game.preview(raw, table), following)

    def _outlook(self, preview: Preview, following: str) -> Outlook:
        table, names = self.place.table, self.place.names
        net = net_of(preview.lines) if preview.lines or preview.complete else None
        stakes = {stake.code: stake.points for stake in preview.stakes}
        best, worst = stakes.get("stake_best", {}), stakes.get("stake_worst", {})
        away = self.session.played_game.sits_out(table)
        people = [
            Outcome(
                name=names[player],
                away=player == away,
                points=None if net is None else net.get(player, 0),
                best=best.get(player),
                worst=worst.get(player),
            )
            for player in table.seats
        ]
        words = ClubWords(names)
        pots = [name for name in table.pots if net and net.get(pot_account(name))]
        return Outlook(
            people=tuple(people),
            pots=tuple(
                PotRow(words.term(f"pot.{name}"), (net or {})[pot_account(name)]) for name in pots
            ),
            problems=tuple(
                problem_sentence(one, words) for one in preview.problems[:MOST_PROBLEMS]
            ),
            next=following,
            complete=preview.complete,
            staked=bool(stakes),
        )


def screen_of(session: Session, *, mode: str = NEW, at: UUID | None = None) -> Screen:
    """The screen for a new hand, or for one at an entry. An entry that does not stand is a 404."""
    place = place_of(session, before=at)
    if place is None or session.game not in ENTRY_GAMES:
        raise Http404
    row = getattr(session, "draft", None) if mode == NEW else None
    return Screen(session, place, mode, at, row)


def show(request: HttpRequest, screen: Screen, form: HandForm, **context: Any) -> TemplateResponse:
    """The page with its form and the amounts so far."""
    raw = context.pop("raw", None)
    if raw is None:
        raw = form.raw() if form.is_bound else {}
    context |= {"screen": screen, "form": form, "outlook": screen.outlook(raw, form)}
    context |= {"hidden": hidden_of(screen, form)}
    return page(request, "club/entry/page.html", context)


def hidden_of(screen: Screen, form: HandForm) -> list[tuple[str, Any]]:
    """What the form carries unseen."""
    names = ["key", "version", "revision", "dealer", "order"]
    found = [(name, form.shown(name)) for name in names if name in form.fields]
    return [(name, "" if value is None else value) for name, value in found] + (
        [("at", screen.at)] if screen.at else []
    )
