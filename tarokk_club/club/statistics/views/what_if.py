"""What if: a season or a session under other house rules, beside the book and never in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import urlencode

from tarokk_club.club.formatting.sentences import ClubWords, problem_sentence
from tarokk_club.club.hand.forms.calculator import OptionsForm, Question, as_text
from tarokk_club.club.models import Club, Season, Session
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.loaders import MemberRequest, club_view, session_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.seasons.queries.season_totals import (
    games_of,
    named_game,
    totals_of,
)
from tarokk_club.club.session.forms.house_rules import preset_choices
from tarokk_club.club.statistics.forms import (
    RULES,
    asked_rules,
    own_figures,
    same_rules,
    told_rules,
)
from tarokk_club.club.statistics.queries.what_if import (
    MOST_HANDS,
    LeftOut,
    RescoreScope,
    season_scope,
    session_scope,
    what_if,
)
from tarokk_club.club.writing.permissions import Right

# Sent by the page's own form: every single rule as a field.
OPTIONS = "options"
PAGE = "club/statistics/what_if/page.html"
# So many hands with one reason are named.
MOST_TOLD = 30


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """House rules that one tap asks for."""

    text: Any
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """Why hands were left out, in words; told: those that are named, count: all of them."""

    why: str
    told: tuple[LeftOut, ...]
    count: int

    @property
    def untold(self) -> int:
        """How many more there are."""
        return self.count - len(self.told)


@club_view(Right.READ)
def season_what_if(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """The season, one game of it."""
    season = get_object_or_404(Season, pk=season_id, club=club)
    totals = totals_of(season)
    rules = named_game(season.counted(), totals)
    games = games_of(one for one in totals if rules.tournaments or one.cup_table is None)
    asked = (request.GET.get("game", ""), rules.game, *games)
    game = next((one for one in asked if one in games), "")
    scope = season_scope(club, season, totals, game)
    return _shown(request, scope, {"season": season, "games": games, "game": game})


@session_view(Right.READ)
def session_what_if(request: MemberRequest, session: Session) -> HttpResponseBase:
    """One evening at one table."""
    context = {"session": session, "games": (), "game": session.game}
    return _shown(request, session_scope(session), context)


def _shown(request: MemberRequest, scope: RescoreScope, more: dict[str, Any]) -> HttpResponseBase:
    context = {"club": scope.club, "scope": scope, "most": MOST_HANDS, **more}
    if not scope.totals:
        return page(request, PAGE, context)
    newest = scope.sessions[0]
    game = newest.played_game
    own = own_figures(one.rules for one in scope.sessions)
    usual = told_rules(game, newest.rules, newest.rules_preset) | own
    question = asked_rules(request.GET, game, usual)
    form = OptionsForm(request.GET if OPTIONS in request.GET else None, question)
    if form.is_bound and form.is_valid():
        return redirect(request.path + _address(question, form.cleaned_data["raw"]))
    wanted = RULES in request.GET and not question.faults and not form.is_bound
    context |= {
        "form": form,
        "base": as_text({"preset": question.preset} if question.preset else {}),
        "presets": _presets(question, own, chosen=wanted),
        "faults": [problem_sentence(one) for one in question.faults],
        "link": request.path + _address(question, question.raw_rules),
    }
    return page(request, PAGE, context | (_compared(scope, question) if wanted else {}))


def _compared(scope: RescoreScope, question: Question) -> dict[str, Any]:
    """Both tables, and what could not be scored."""
    names = names_in(scope.club.id)
    words = ClubWords(names)
    other = what_if(scope, question.rules, names)
    return {
        "other": other,
        "same": all(same_rules(question, one.rules) for one in scope.sessions),
        "reasons": _reasons(other.left_out, words),
    }


def _address(question: Question, raw: Any) -> str:
    """The address of these rules, short and always the same."""
    return "?" + urlencode({"game": question.game.key, RULES: as_text(raw)})


def _presets(question: Question, own: Mapping[str, Any], *, chosen: bool) -> list[RulesChoice]:
    """Each preset, with the figures of the club itself, of which no preset says anything."""
    raws = [({"preset": name, **own}, text) for name, text in preset_choices(question.game)]
    return [
        RulesChoice(text, _address(question, raw), chosen and dict(question.raw_rules) == raw)
        for raw, text in raws
    ]


def _reasons(left_out: Iterable[LeftOut], words: ClubWords) -> list[Reason]:
    """What was left out, by the reason, the most frequent one first."""
    found: dict[str, list[LeftOut]] = {}
    for one in left_out:
        why = " ".join(problem_sentence(problem, words) for problem in one.problems)
        found.setdefault(why, []).append(one)
    ordered = sorted(found.items(), key=lambda item: -len(item[1]))
    return [Reason(why, tuple(hands[:MOST_TOLD]), len(hands)) for why, hands in ordered]
