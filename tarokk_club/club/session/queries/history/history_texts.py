"""The history in the reader's language: the entry and the changed settings of each line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from scoring.core.game import AnyGame
from scoring.core.options import OWN, Option, list_options, read_rules, serialize_rules
from scoring.document import Head
from scoring.games import GAMES
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.history.history import History, HistoryLine
from tarokk_club.club.session.rule_words import CHOICES
from tarokk_club.club.session.titles import format_record_title

FIELDS: Mapping[str, Any] = {
    "date": gettext_lazy("Date"),
    "per_point": gettext_lazy("Stake for one point"),
    "currency": gettext_lazy("Currency"),
    "seats": gettext_lazy("Seats"),
    "first_dealer": gettext_lazy("First dealer"),
}


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting of the session before and after a change."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DescribedLine:
    """A line of the history in the reader's language.

    title: the entry in words; "" if the line is about the session as a whole.
    changed_settings: the settings that the line changed.
    """

    line: HistoryLine
    title: str
    changed_settings: tuple[SettingChange, ...]


def describe_history(history: History) -> tuple[DescribedLine, ...]:
    """Return every line of the history in the reader's language, newest first."""
    words, game = ClubWords(history.names), history.game
    return tuple(
        DescribedLine(
            line,
            _describe_entry(game, line, words),
            tuple(_iter_setting_changes(line, words, history.club_figures)),
        )
        for line in history.lines
    )


def _describe_entry(game: AnyGame, line: HistoryLine, words: ClubWords) -> str:
    record = line.after or line.before or {}
    return format_record_title(game, record, words) if line.entry_id else ""


def _iter_setting_changes(
    line: HistoryLine, words: ClubWords, figure_names: Mapping[str, str]
) -> Iterator[SettingChange]:
    if line.action != Action.SESSION or line.before is None or line.after is None:
        return
    if line.note_before != line.note_after:
        label = gettext("Name of the table")
        yield SettingChange(label, line.note_before or "–", line.note_after or "–")
    yield from _iter_changed_fields(line.before, line.after, words)
    old, new = (
        _name_figures(rules.get("rules") or {}, figure_names) for rules in (line.before, line.after)
    )
    yield from iter_changed_rules(str(line.after.get("game")), old, new)


def _name_figures(rules: Mapping[str, Any], figure_names: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the rules of a line, with names added to the figures that the club invented.

    A figure that the present rules no longer contain is named by its key.
    """
    figures = rules.get("own_figures")
    if not figures:
        return rules
    named = [
        {"name": figure_names.get(figure["key"], figure["key"]), **figure} for figure in figures
    ]
    return {**rules, "own_figures": named}


def _iter_changed_fields(
    before: Mapping[str, Any], after: Mapping[str, Any], words: ClubWords
) -> Iterator[SettingChange]:
    for key, label in FIELDS.items():
        if key in after and before.get(key) != after[key]:
            yield SettingChange(
                str(label),
                _format_field(key, before.get(key), words),
                _format_field(key, after[key], words),
            )


def _format_field(key: str, value: Any, words: ClubWords) -> str:
    if key == "seats":
        return ", ".join(words.name(player) for player in value or ())
    if key == "first_dealer":
        return words.name(str(value))
    if key == "date" and value:
        return format_plain_date(date.fromisoformat(value))
    return str(value or "–")


def iter_changed_rules(
    key: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[SettingChange]:
    """Yield the changes from `old` to `new` in the house rules of a game.

    Rules that are missing in `new` are skipped.

    key: the key of the game; an unknown game yields nothing.
    """
    game = GAMES.get(key)
    for item in list_options(game.rules) if game else ():
        if item.name in new and old.get(item.name) != new[item.name]:
            was, now = (_format_option(item, rules.get(item.name)) for rules in (old, new))
            yield SettingChange(gettext(item.meaning), was, now)


def list_unusual_rules(head: Head) -> tuple[SettingChange, ...]:
    """Return how the house rules differ from the preset or, without one, from the usual rules."""
    raw = {"preset": head.preset} if head.preset else {}
    usual = read_rules(head.game.rules, head.game.presets, raw, [])
    old, new = serialize_rules(usual), serialize_rules(head.rules)
    return tuple(iter_changed_rules(head.game.key, old, new))


def _format_option(item: Option, value: Any) -> str:
    """Return the value of an option of any kind in words."""
    if isinstance(value, str):
        return str(CHOICES.get(f"{item.name}.{value}", value))
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        format_part = _format_club_figure if item.kind == OWN else partial(_format_option, item)
        return ", ".join(format_part(part) for part in value) or "–"
    if isinstance(value, Mapping):
        return "; ".join(", ".join(map(str, pair)) for pair in value.values())
    return "–" if value is None else str(value)


def _format_club_figure(figure: Mapping[str, Any]) -> str:
    """Return the name of a figure invented by the club, with its silent and announced points."""
    worths = (
        "–" if figure[part] is None else str(figure[part]) for part in ("silent", "announced")
    )
    return f"{figure['name']} {' / '.join(worths)}"
