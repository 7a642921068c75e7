"""What-if pages, which show a season or a session scored under other rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import urlencode

from tarokk_club.club.formatting.sentences import ClubWords, render_problem
from tarokk_club.club.hand.forms.calculator import OptionsForm, Question, format_query_part
from tarokk_club.club.models import Club, Season, Session
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.loaders import MemberRequest, club_view, session_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.seasons.queries.season_totals import (
    load_season_totals,
    rank_games,
    resolve_most_played,
)
from tarokk_club.club.session.forms.house_rules import list_preset_choices
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
    load_season_scope,
    load_session_scope,
    rescore_scope,
)
from tarokk_club.club.writing.permissions import Right

# The field that is present when the form with all rules was submitted.
OPTIONS = "options"
PAGE = "club/statistics/what_if/page.html"
# The number of hands listed for each reason.
LISTED_HANDS = 30


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """A set of rules offered as a link.

    text: label of the link.
    """

    text: Any
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class LeftOutReason:
    """A reason why entries were left out, with some of these entries.

    why: reason as a sentence.
    listed: entries that the page lists.
    count: number of all entries left out for the reason.
    """

    why: str
    listed: tuple[LeftOut, ...]
    count: int

    @property
    def unlisted(self) -> int:
        """The number of entries that the page does not list."""
        return self.count - len(self.listed)


@club_view(Right.READ)
def show_season_what_if(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Show the hands of a game in a season, scored under other rules."""
    season = get_object_or_404(Season, pk=season_id, club=club)
    totals = load_season_totals(season)
    rules = resolve_most_played(season.build_counting_rules(), totals)
    games = rank_games(
        total for total in totals if rules.tournaments or total.tournament_table is None
    )
    preferred = (request.GET.get("game", ""), rules.game, *games)
    game = next((key for key in preferred if key in games), "")
    scope = load_season_scope(club, season, totals, game)
    return _render_what_if(request, scope, {"season": season, "games": games, "game": game})


@session_view(Right.READ)
def show_session_what_if(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show a session scored under other rules."""
    context = {"session": session, "games": (), "game": session.game}
    return _render_what_if(request, load_session_scope(session), context)


def _render_what_if(
    request: MemberRequest, scope: RescoreScope, more: dict[str, Any]
) -> HttpResponseBase:
    context = {"club": scope.club, "scope": scope, "most": MOST_HANDS, **more}
    if not scope.totals:
        return render_page(request, PAGE, context)
    newest = scope.sessions[0]
    game = newest.played_game
    club_figures = collect_club_figures(session.rules for session in scope.sessions)
    usual = build_query_rules(game, newest.rules, newest.rules_preset) | club_figures
    question = read_query_rules(request.GET, game, usual)
    form = OptionsForm(request.GET if OPTIONS in request.GET else None, question)
    if form.is_bound and form.is_valid():
        return redirect(request.path + _build_rules_query(question, form.cleaned_data["raw"]))
    wanted = RULES in request.GET and not question.faults and not form.is_bound
    context |= {
        "form": form,
        "base": format_query_part({"preset": question.preset} if question.preset else {}),
        "presets": _list_presets(question, club_figures, chosen=wanted),
        "faults": [render_problem(fault) for fault in question.faults],
        "link": request.path + _build_rules_query(question, question.raw_rules),
    }
    return render_page(
        request, PAGE, context | (_build_comparison(request, scope, question) if wanted else {})
    )


def _build_comparison(
    request: MemberRequest, scope: RescoreScope, question: Question
) -> dict[str, Any]:
    """Return the context with the results under the requested rules, and the entries left out."""
    names = load_names(scope.club.id)
    words = ClubWords(names)
    visible_accounts = find_visible_accounts(scope.club, request.user, request.rights)
    other = limit_money(rescore_scope(scope, question.rules, names), visible_accounts)
    return {
        "other": other,
        "same": all(has_same_rules(question, session.rules) for session in scope.sessions),
        "reasons": _group_by_reason(other.left_out, words),
    }


def _build_rules_query(question: Question, raw: Any) -> str:
    """Return the query string for these rules, the same for equal rules."""
    return "?" + urlencode({"game": question.game.key, RULES: format_query_part(raw)})


def _list_presets(
    question: Question, club_figures: Mapping[str, Any], *, chosen: bool
) -> list[RulesChoice]:
    """Return a link for each preset; each link keeps the figures that the club defined."""
    raws = [
        ({"preset": name, **club_figures}, text)
        for name, text in list_preset_choices(question.game)
    ]
    return [
        RulesChoice(
            text, _build_rules_query(question, raw), chosen and dict(question.raw_rules) == raw
        )
        for raw, text in raws
    ]


def _group_by_reason(left_out: Iterable[LeftOut], words: ClubWords) -> list[LeftOutReason]:
    """Return the entries left out, grouped by reason, most frequent reason first."""
    by_reason: dict[str, list[LeftOut]] = {}
    for entry in left_out:
        why = " ".join(render_problem(problem, words) for problem in entry.problems)
        by_reason.setdefault(why, []).append(entry)
    ordered = sorted(by_reason.items(), key=lambda item: -len(item[1]))
    return [LeftOutReason(why, tuple(hands[:LISTED_HANDS]), len(hands)) for why, hands in ordered]
