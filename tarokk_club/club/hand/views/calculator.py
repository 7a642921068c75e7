"""The public score calculator, which explains the points of a hand and stores nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.open_questions import OPEN
from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.formatting.sentences import ClubWords, render_problem
from tarokk_club.club.hand.forms import ENTRY_GAMES, HandForm
from tarokk_club.club.hand.forms.calculator import (
    OptionsForm,
    Question,
    build_usual_rules,
    format_query_part,
    read_question,
)
from tarokk_club.club.hand.forms.hand_form import STEP, HandSeating
from tarokk_club.club.hand.queries.hand_position import HandPosition
from tarokk_club.club.hand.queries.hand_preview import HandPreview, build_hand_preview
from tarokk_club.club.pages.anonymous_page_cache import cache_for_anonymous
from tarokk_club.club.pages.fragment_cache import make_lazy
from tarokk_club.club.pages.htmx import is_fragment_request, set_browser_url
from tarokk_club.club.pages.loaders import public_reading
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.session.rule_words import PRESETS, USUAL

# Markers submitted by the page's forms: the hand as taps, the rules as fields.
TAPS, OPTIONS = "taps", "options"
_NO_KEY = str(UUID(int=0))


@dataclass(frozen=True, slots=True)
class CalculatorChoice:
    """A link that selects a game, a number of players or a preset."""

    text: Any
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CalculatorContent:
    """The content of the calculator page: a hand, its form and its points.

    outlook: the preview of the points.
    faults: problems of the link, as sentences.
    """

    question: Question
    form: HandForm
    outlook: HandPreview
    faults: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The seats in the order of the point columns."""
        return self.question.seats

    @property
    def rules_json(self) -> str:
        """The house rules as JSON, for a query string."""
        return format_query_part(self.question.raw_rules)

    @property
    def hand_json(self) -> str:
        """The hand as JSON, for a query string."""
        return format_query_part(self.question.hand)

    @property
    def rules_url(self) -> str:
        """The URL of the page that explains these house rules."""
        question = self.question
        address = reverse("club:game_rules", args=[question.game.key])
        return (
            f"{address}?{urlencode({'rules': self.rules_json})}" if question.raw_rules else address
        )

    @property
    def entry_order(self) -> str:
        """The order in which the fields were entered; "" if the game's form does not record it."""
        return str(self.form.get_displayed("order") or "")

    @property
    def new_hand_url(self) -> str:
        """The URL of the empty form under the same rules."""
        return reverse("club:calculator") + self.question.build_query(hand={})

    @property
    def share_url(self) -> str:
        """The URL to share this hand under these rules."""
        return reverse("club:calculator") + self.question.build_query()

    @property
    def canonical_url(self) -> str:
        """The canonical URL for search engines, the same for all hands of this game."""
        return f"{reverse('club:calculator')}?game={self.question.game.key}"

    @property
    def is_selector_open(self) -> bool:
        """Whether the selector of games is open: on the first visit, before any hand is entered."""
        return not self.form.is_bound and not self.question.hand

    @property
    def chosen_labels(self) -> tuple[str, ...]:
        """Labels of the selected game and number of players, and of the preset if several exist."""
        question, count = self.question, len(self.question.seats)
        players = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
        preset = (
            (str(PRESETS.get(question.preset, USUAL)),) if len(question.game.presets) > 1 else ()
        )
        return (label_game(question.game.key), players, *preset)

    @property
    def choice_groups(self) -> tuple[tuple[str, tuple[CalculatorChoice, ...]], ...]:
        """Titled groups of links to games, numbers of players and presets, if there is a choice."""
        question, game = self.question, self.question.game
        games = tuple(
            CalculatorChoice(label_game(key), f"?game={key}", key == game.key)
            for key in ENTRY_GAMES
        )
        counts = tuple(
            CalculatorChoice(
                count, f"?game={game.key}&players={count}", count == len(question.seats)
            )
            for count in range(game.fewest, game.most + 1)
        )
        presets = tuple(
            CalculatorChoice(
                PRESETS[key],
                question.build_query(raw_rules={"preset": key}),
                key == question.preset,
            )
            for key in game.presets
        )
        groups = ((_("Game"), games), (_("Players"), counts), (_("House rules"), presets))
        return tuple((title, group) for title, group in groups if len(group) > 1)


@public_reading
@cache_for_anonymous
def show_calculator(request: HttpRequest) -> HttpResponseBase:
    """Show the form for a hand and its score; the URL holds the whole state and can be shared.

    A step button renders the form after that step. If valid house rules are submitted, redirect to
    the URL that contains them.
    """
    question = read_question(request.GET)
    if STEP in request.GET and ENTRY_GAMES[question.game.key].step_template:
        return _render_step(request, question)
    if OPTIONS not in request.GET:
        # Most visits get the rows of the rules from the cache and need no form.
        rules = make_lazy(lambda: OptionsForm(None, question))
        return _render_calculator(request, build_calculator_content(question, request.GET), rules)
    rules = OptionsForm(request.GET, question)
    if rules.is_valid():
        address = question.build_query(
            raw_rules=rules.cleaned_data["raw"] or build_usual_rules(question.game)
        )
        return redirect(reverse("club:calculator") + address)
    return _render_calculator(
        request, build_calculator_content(question, request.GET), rules, refused=True
    )


@public_reading
def show_calculator_amounts(request: HttpRequest) -> HttpResponseBase:
    """Render only the amounts and reasons of a hand, and set the browser's URL to it, if any."""
    answer = build_calculator_content(read_question(request.GET), request.GET)
    context = {
        "answer": answer,
        "outlook": answer.outlook,
        "rules_href": answer.rules_url,
    }
    part = render_page(request, "club/hand/calculator/_answer.html", context)
    return set_browser_url(part, answer.share_url) if answer.question.hand else part


def build_calculator_content(question: Question, query: QueryDict) -> CalculatorContent:
    """Return the content of the page for a hand, entered in the form or described by the link."""
    form = _build_form(question, query)
    raw = form.read_raw_event() if form.is_bound else _read_linked_hand(question)
    if form.is_bound and "partner" in form.fields and not form.get_chosen("partner"):
        # The link contains this too, so an incomplete hand is not read as complete.
        raw[OPEN] = [*raw.get(OPEN, ()), "partner"]
    hand = {name: value for name, value in raw.items() if name not in {"type", "note"}}
    question = replace(question, hand=hand)
    position = HandPosition(question.table, {seat: seat for seat in question.seats})
    faults = form.list_faults(form.first_invalid_field or "")
    following = faults[0] if faults else str(form.following)
    words = ClubWords()
    return CalculatorContent(
        question=question,
        form=form,
        outlook=build_hand_preview(question.game, position, raw, following=following),
        faults=tuple(render_problem(fault, words) for fault in question.faults),
    )


def _read_linked_hand(question: Question) -> dict[str, Any]:
    """Return the hand event that the link describes.

    A hand without a partner was played alone, unless the link lists the partner as undecided.
    """
    raw = {"type": "hand", **question.hand}
    if not question.hand or "partner" in (raw.get(OPEN) or ()):
        return raw
    return ENTRY_GAMES[question.game.key].complete_record(raw)


def _build_form(question: Question, query: QueryDict) -> HandForm:
    """Return the form for the game's table, filled from the submitted fields or from a link."""
    form_class = ENTRY_GAMES[question.game.key]
    seating = HandSeating(question.table, {seat: seat for seat in question.seats})
    if TAPS in query:
        data = query.copy()
        # Nothing is saved, so any submission key will do.
        data["key"], data["version"] = _NO_KEY, "0"
        return form_class(data, seating=seating)
    raw = _read_linked_hand(question)
    initial = form_class.build_initial(raw, question.table) if question.hand else {}
    return form_class(seating=seating, initial={**form_class.usual, **initial})


def _render_step(request: HttpRequest, question: Question) -> HttpResponseBase:
    """Render the page after a step button; an htmx request gets only the fragment of the step."""
    form_class = ENTRY_GAMES[question.game.key]
    seating = HandSeating(question.table, {seat: seat for seat in question.seats})
    after = form_class.apply_step(request.GET, seating)
    after[TAPS] = "1"
    if is_fragment_request(request):
        form = form_class(seating=seating, initial=after.dict())
        return render_page(request, form.choose_step_template(request.GET[STEP]), {"form": form})
    return _render_calculator(
        request, build_calculator_content(question, after), OptionsForm(None, question)
    )


def _render_calculator(
    request: HttpRequest, answer: CalculatorContent, rules: Any, *, refused: bool = False
) -> HttpResponseBase:
    """Render the calculator page.

    rules: the form of the house rules.
    refused: whether that form was submitted with errors.
    """
    context = {"answer": answer, "form": answer.form, "outlook": answer.outlook, "rules": rules}
    context["refused"] = refused
    context["rules_href"] = answer.rules_url
    context["canonical"] = request.build_absolute_uri(answer.canonical_url)
    return TemplateResponse(request, "club/hand/calculator/page.html", context)
