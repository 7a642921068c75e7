"""What-if pages: a season or a session under other house rules, which changes no data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import urlencode

from tarokk_club.club.formatting.sentences import ClubWords, problem_sentence
from tarokk_club.club.hand.forms.calculator import OptionsForm, Question, write_query_part
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
    build_query_rules,
    collect_club_figures,
    has_same_rules,
    read_query_rules,
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

# The marker of the page's own form, which submits every rule as a field.
OPTIONS = "options"
PAGE = "club/statistics/what_if/page.html"
# The number of hands listed for each reason.
LISTED_HANDS = 30


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """House rules that can be chosen with a single tap."""

    text: Any
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class LeftOutReason:
    """A reason why hands were left out.

    why: a sentence.
    told: the hands that are listed.
    count: number of all such hands.
    """

    why: str
    told: tuple[LeftOut, ...]
    count: int

    @property
    def untold(self) -> int:
        """The number of hands that are not listed."""
        return self.count - len(self.told)


@club_view(Right.READ)
def season_what_if(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Show one game of a season under other rules."""
    season = get_object_or_404(Season, pk=season_id, club=club)
    totals = totals_of(season)
    rules = named_game(season.counted(), totals)
    games = games_of(one for one in totals if rules.tournaments or one.cup_table is None)
    asked = (request.GET.get("game", ""), rules.game, *games)
    game = next((one for one in asked if one in games), "")
    scope = season_scope(club, season, totals, game)
    return _render_what_if(request, scope, {"season": season, "games": games, "game": game})


@session_view(Right.READ)
def session_what_if(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show a session under other rules."""
    context = {"session": session, "games": (), "game": session.game}
    return _render_what_if(request, session_scope(session), context)


def _render_what_if(
    request: MemberRequest, scope: RescoreScope, more: dict[str, Any]
) -> HttpResponseBase:
    context = {"club": scope.club, "scope": scope, "most": MOST_HANDS, **more}
    if not scope.totals:
        return page(request, PAGE, context)
    newest = scope.sessions[0]
    game = newest.played_game
    own = collect_club_figures(one.rules for one in scope.sessions)
    usual = build_query_rules(game, newest.rules, newest.rules_preset) | own
    question = read_query_rules(request.GET, game, usual)
    form = OptionsForm(request.GET if OPTIONS in request.GET else None, question)
    if form.is_bound and form.is_valid():
        return redirect(request.path + _rules_query(question, form.cleaned_data["raw"]))
    wanted = RULES in request.GET and not question.faults and not form.is_bound
    context |= {
        "form": form,
        "base": write_query_part({"preset": question.preset} if question.preset else {}),
        "presets": _presets(question, own, chosen=wanted),
        "faults": [problem_sentence(one) for one in question.faults],
        "link": request.path + _rules_query(question, question.raw_rules),
    }
    return page(request, PAGE, context | (_compared(scope, question) if wanted else {}))


def _compared(scope: RescoreScope, question: Question) -> dict[str, Any]:
    """Return the context with both results and the hands that could not be scored."""
    names = names_in(scope.club.id)
    words = ClubWords(names)
    other = what_if(scope, question.rules, names)
    return {
        "other": other,
        "same": all(has_same_rules(question, one.rules) for one in scope.sessions),
        "reasons": _reasons(other.left_out, words),
    }


def _rules_query(question: Question, raw: Any) -> str:
    """Return the query string of these rules, short and the same for equal rules."""
    return "?" + urlencode({"game": question.game.key, RULES: write_query_part(raw)})


def _presets(
    question: Question, session_rules: Mapping[str, Any], *, chosen: bool
) -> list[RulesChoice]:
    """Return a choice for each preset, with the figures defined by the club, which no preset
    includes.
    """
    raws = [
        ({"preset": name, **session_rules}, text) for name, text in preset_choices(question.game)
    ]
    return [
        RulesChoice(text, _rules_query(question, raw), chosen and dict(question.raw_rules) == raw)
        for raw, text in raws
    ]


def _reasons(left_out: Iterable[LeftOut], words: ClubWords) -> list[LeftOutReason]:
    """Return the hands left out, grouped by reason, most frequent first."""
    found: dict[str, list[LeftOut]] = {}
    for one in left_out:
        why = " ".join(problem_sentence(problem, words) for problem in one.problems)
        found.setdefault(why, []).append(one)
    ordered = sorted(found.items(), key=lambda item: -len(item[1]))
    return [LeftOutReason(why, tuple(hands[:LISTED_HANDS]), len(hands)) for why, hands in ordered]
