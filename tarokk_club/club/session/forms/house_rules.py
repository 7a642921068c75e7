"""The house rules of a game as form fields: a preset, then every option with its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext

from scoring.core import options
from scoring.core.game import AnyGame
from scoring.core.problem import Problem
from tarokk_club.club.pages.widgets import Chips, NumbersField, Ticks
from tarokk_club.club.session.forms.own_figures import OwnFiguresField
from tarokk_club.club.session.offered_rules import OfferedRules
from tarokk_club.club.session.rule_words import ANNOUNCED, BIDS, CHOICES, PRESETS, SILENT, USUAL

PREFIX = "rule_"


def preset_choices(game: AnyGame, sets: Sequence[OfferedRules] = ()) -> list[tuple[str, Any]]:
    """Return the rule sets that a form offers: the club's own sets first, then the presets of the
    game.

    A game without presets gets a choice for its usual rules if the club has sets of its own.
    """
    own = [(one.key, one.name) for one in sets]
    usual = [(name, PRESETS[name]) for name in game.presets]
    return own + (usual or ([("", USUAL)] if own else []))


def preset_lines(game: AnyGame, sets: Sequence[OfferedRules] = ()) -> dict[str, str]:
    """Return a sentence about each set of the club and each preset of the game, by its choice."""
    own = {one.key: set_line(game, one) for one in sets}
    return own | {name: gettext(line) for name, line in game.lore.preset_lines.items()}


def set_line(game: AnyGame, offer: OfferedRules) -> str:
    """Return a line about a set of the club: the preset it is based on, and the number of rules
    that differ.
    """
    usual = preset_values(game, offer.preset)
    values = field_values(game, offer.rules)
    count = sum(values.get(name) != value for name, value in usual.items())
    begun = {"preset": PRESETS.get(offer.preset, USUAL), "count": count}
    if not count:
        return gettext("as “%(preset)s”") % begun
    text = ngettext(
        "as “%(preset)s”, %(count)s rule otherwise",
        "as “%(preset)s”, %(count)s rules otherwise",
        count,
    )
    return text % begun


def field_of(item: options.Option, now: Any = None) -> forms.Field:
    """Return the form field of an option, labelled with its meaning.

    now: present value, which stays a choice even if it is no longer offered.
    """
    named: dict[str, Any] = {"label": gettext(item.meaning)}
    if item.kind == options.FLAG:
        return forms.BooleanField(required=False, **named)
    if item.kind == options.CHOICE:
        offered = (*item.choices, *((now,) if now in item.old else ()))
        named["choices"] = [(word, CHOICES[f"{item.name}.{word}"]) for word in offered]
        return forms.ChoiceField(widget=Chips, **named)
    if item.kind == options.SUBSET:
        named["choices"] = [(word, CHOICES[f"{item.name}.{word}"]) for word in item.choices]
        return forms.MultipleChoiceField(required=False, widget=Ticks, **named)
    if item.kind == options.OWN:
        return OwnFiguresField(required=False, **named)
    if item.kind == options.WHOLE:
        lowest, highest = item.choices or (0, options.LARGEST_VALUE)
        number = forms.TextInput(attrs={"inputmode": "numeric", "class": "short"})
        return forms.IntegerField(min_value=lowest, max_value=highest, widget=number, **named)
    if item.kind == options.PAIR:
        return NumbersField([SILENT, ANNOUNCED], highest=options.LARGEST_VALUE, **named)
    words = [word for bid in item.choices for word in BIDS[bid].values()]
    return NumbersField(words, highest=options.LARGEST_VALUE, required=False, **named)


def preset_values(game: AnyGame, preset: str | None) -> dict[str, Any]:
    """Return every option of a preset as a field value."""
    problems: list[Problem] = []
    raw = {"preset": preset} if preset in game.presets else {}
    rules = options.read_rules(game.rules, game.presets, raw, problems)
    return field_values(game, options.rules_to_dict(rules))


def field_values(game: AnyGame, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as field values in JSON types."""
    return {
        item.name: _flat(item, rules[item.name])
        for item in options.options_of(game.rules)
        if item.name in rules
    }


def _flat(item: options.Option, value: Any) -> Any:
    if item.kind == options.BY_BID and value:
        return [number for bid in item.choices for number in value[bid]]
    return value


def offered_values(game: AnyGame, key: str | None, sets: Sequence[OfferedRules]) -> dict[str, Any]:
    """Return every option of a set of the club or of a preset as a field value."""
    found = next((one for one in sets if one.key == key), None)
    if found is None:
        return preset_values(game, key)
    return preset_values(game, found.preset) | field_values(game, found.rules)


def rules_from_fields(
    game: AnyGame,
    values: Mapping[str, Any],
    *,
    preset: str,
    seen: str,
    sets: Sequence[OfferedRules] = (),
) -> dict[str, Any]:
    """Return the `rules` of a document: the chosen preset and the options that the user changed.

    preset: chosen preset, or key of a set of the club in `sets`.
    seen: preset or set whose values the page showed; options left as shown follow `preset`.
    """
    usual = offered_values(game, seen, sets)
    raw: dict[str, Any] = {"preset": preset} if preset else {}
    for one in sets:
        if one.key == preset:
            raw = ({"preset": one.preset} if one.preset else {}) | dict(one.rules)
    for item in options.options_of(game.rules):
        value = values.get(PREFIX + item.name)
        if item.name in usual and value != usual[item.name]:
            raw[item.name] = _deep(item, value)
    return raw


def _deep(item: options.Option, value: Any) -> Any:
    if item.kind == options.BY_BID and value:
        pairs = [value[place : place + 2] for place in range(0, len(value), 2)]
        return dict(zip(item.choices, pairs, strict=True))
    return value
