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


def list_preset_choices(game: AnyGame, sets: Sequence[OfferedRules] = ()) -> list[tuple[str, Any]]:
    """Return the choices of a form: the club's saved rule sets, then the presets of the game.

    If the club has rule sets for a game without presets, add a choice for the game's usual rules.
    """
    club_choices = [(offer.key, offer.name) for offer in sets]
    usual = [(name, PRESETS[name]) for name in game.presets]
    return club_choices + (usual or ([("", USUAL)] if club_choices else []))


def describe_presets(game: AnyGame, sets: Sequence[OfferedRules] = ()) -> dict[str, str]:
    """Return a sentence about each rule set of the club and each preset of the game, by key."""
    club_sentences = {offer.key: describe_rule_set(game, offer) for offer in sets}
    return club_sentences | {name: gettext(line) for name, line in game.info.preset_lines.items()}


def describe_rule_set(game: AnyGame, offer: OfferedRules) -> str:
    """Return a line about a rule set: its preset, and the number of rules that differ from it."""
    usual = build_preset_values(game, offer.preset)
    values = build_field_values(game, offer.rules)
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


def build_option_field(item: options.Option, now: Any = None) -> forms.Field:
    """Return the form field of an option, labelled with its meaning.

    now: the present value, offered even if it is an outdated choice.
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


def build_preset_values(game: AnyGame, preset: str | None) -> dict[str, Any]:
    """Return the form field values of all options of a preset; without one, of the usual rules."""
    problems: list[Problem] = []
    raw = {"preset": preset} if preset in game.presets else {}
    rules = options.read_rules(game.rules, game.presets, raw, problems)
    return build_field_values(game, options.serialize_rules(rules))


def build_field_values(game: AnyGame, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return these rules as form field values, by name of the option."""
    return {
        item.name: _flatten_value(item, rules[item.name])
        for item in options.list_options(game.rules)
        if item.name in rules
    }


def _flatten_value(item: options.Option, value: Any) -> Any:
    if item.kind == options.BY_BID and value:
        return [number for bid in item.choices for number in value[bid]]
    return value


def build_offered_values(
    game: AnyGame, key: str | None, sets: Sequence[OfferedRules]
) -> dict[str, Any]:
    """Return the form field values of all options of a rule set or a preset.

    key: the key of a rule set in `sets`, or the name of a preset; else the usual rules are taken.
    """
    offer = next((offer for offer in sets if offer.key == key), None)
    if offer is None:
        return build_preset_values(game, key)
    return build_preset_values(game, offer.preset) | build_field_values(game, offer.rules)


def read_rules_from_fields(
    game: AnyGame,
    values: Mapping[str, Any],
    *,
    preset: str,
    displayed_preset: str,
    sets: Sequence[OfferedRules] = (),
) -> dict[str, Any]:
    """Return the `rules` of a document: the chosen preset and the options that the user changed.

    preset: the chosen preset, or the key of a rule set in `sets`.
    displayed_preset: the preset or rule set that the form displayed; options that the user did
        not change follow `preset`.
    """
    usual = build_offered_values(game, displayed_preset, sets)
    raw: dict[str, Any] = {"preset": preset} if preset else {}
    for offer in sets:
        if offer.key == preset:
            raw = ({"preset": offer.preset} if offer.preset else {}) | dict(offer.rules)
    for item in options.list_options(game.rules):
        value = values.get(PREFIX + item.name)
        if item.name in usual and value != usual[item.name]:
            raw[item.name] = _unflatten_value(item, value)
    return raw


def _unflatten_value(item: options.Option, value: Any) -> Any:
    if item.kind == options.BY_BID and value:
        pairs = [value[place : place + 2] for place in range(0, len(value), 2)]
        return dict(zip(item.choices, pairs, strict=True))
    return value
