"""Pages of house rules: of a session for members, and of each preset for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.hand.forms.calculator import Question, format_query_part, read_question
from tarokk_club.club.models import Session
from tarokk_club.club.pages.anonymous_page_cache import cache_for_anonymous
from tarokk_club.club.pages.loaders import MemberRequest, public_reading, session_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.rules.queries import Rulebook, build_rulebook
from tarokk_club.club.session.rule_words import PRESETS
from tarokk_club.club.writing.permissions import Right

# ITEM is the query parameter that selects the rules for one scored item.
PAGE, OPENED, ITEM = "club/rules/page.html", "club/rules/_opened.html", "item"


@dataclass(frozen=True, slots=True)
class RulesLink:
    """A link to another set of rules."""

    text: str
    address: str
    chosen: bool


@session_view(Right.READ)
def show_session_rules(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Show the house rules of a session to members of the club."""
    context = {"session": session, "club": session.club, "book": build_session_rulebook(session)}
    return render_rules(request, {**context, "parent": "base.html", "rights": request.rights})


def build_session_rulebook(session: Session) -> Rulebook:
    return build_rulebook(session.played_game, session.read_frozen_rules(), session.rules_preset)


@public_reading
@cache_for_anonymous
def show_game_rules(request: HttpRequest, game: str, preset: str = "") -> HttpResponseBase:
    """Show the rules of a game under a preset, or as chosen in the calculator."""
    if game not in ENTRY_GAMES:
        raise Http404
    query = request.GET.copy()
    query["game"] = game
    if preset:
        query["rules"] = format_query_part({"preset": preset})
    question = read_question(query)
    if preset and preset not in question.game.presets:
        raise Http404
    book = build_rulebook(question.game, question.rules, question.preset)
    return render_rules(
        request,
        {
            "book": book,
            "parent": "base.html",
            "misread": bool(question.faults),
            "ways": _list_links_to_other_rules(question),
            "calculator": reverse("club:calculator") + question.build_query(),
        },
    )


def render_rules(request: HttpRequest, context: dict[str, Any]) -> HttpResponseBase:
    """Render all rules, or only the section on the requested item with a link to all rules."""
    item = request.GET.get(ITEM)
    if item is None:
        return render_page(request, PAGE, context)
    section = context["book"].find_section(item)
    if section is None:
        raise Http404
    params = request.GET.copy()
    del params[ITEM]
    query = f"?{params.urlencode()}" if params else ""
    whole = f"{request.path}{query}#rule-{item}"
    return render_page(request, OPENED, {**context, "section": section, "whole": whole})


def _list_links_to_other_rules(question: Question) -> tuple[tuple[RulesLink, ...], ...]:
    game = question.game.key
    games = tuple(
        RulesLink(label_game(key), reverse("club:game_rules", args=[key]), key == game)
        for key in ENTRY_GAMES
    )
    presets = tuple(
        RulesLink(
            str(PRESETS[preset]),
            reverse("club:preset_rules", args=[game, preset]),
            preset == question.preset,
        )
        for preset in question.game.presets
    )
    return (games, presets) if presets else (games,)
