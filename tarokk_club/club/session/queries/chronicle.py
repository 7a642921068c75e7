"""The history laid out for reading: what each line is about, and what was decided anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy

from scoring.core.game import AnyGame
from scoring.core.options import OWN, Option, options_of, read_rules, rules_to_dict
from scoring.document import Head
from scoring.games import GAMES
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.history import History, HistoryLine
from tarokk_club.club.session.rule_words import CHOICES
from tarokk_club.club.session.titles import title_of_record

FIELDS: Mapping[str, Any] = {
    "date": gettext_lazy("Date"),
    "per_point": gettext_lazy("Stake for one point"),
    "currency": gettext_lazy("Currency"),
    "seats": gettext_lazy("Seats"),
    "first_dealer": gettext_lazy("First dealer"),
}


@dataclass(frozen=True, slots=True)
class Decided:
    """Something about the session that was one thing and became another."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ToldLine:
    """title: the entry in words, "" where the line is about the session as a whole."""

    line: HistoryLine
    title: str
    decided: tuple[Decided, ...]


def told_lines(history: History) -> tuple[ToldLine, ...]:
    """Every line of the history in the reader's words, newest first."""
    words, game = ClubWords(history.names), history.game
    return tuple(
        ToldLine(line, _title(game, line, words), tuple(_decided(line, words, history.own)))
        for line in history.lines
    )


def _title(game: AnyGame, line: HistoryLine, words: ClubWords) -> str:
    record = line.after or line.before or {}
    return title_of_record(game, record, words) if line.entry_id else ""


def _decided(line: HistoryLine, words: ClubWords, own: Mapping[str, str]) -> Iterator[Decided]:
    if line.action != Action.SESSION or line.before is None or line.after is None:
        return
    if line.note_before != line.note_after:
        label = gettext("Name of the table")
        yield Decided(label, line.note_before or "–", line.note_after or "–")
    yield from _fields(line.before, line.after, words)
    old, new = (_named(one.get("rules") or {}, own) for one in (line.before, line.after))
    yield from rules_decided(str(line.after.get("game")), old, new)


def _named(rules: Mapping[str, Any], own: Mapping[str, str]) -> Mapping[str, Any]:
    """The rules of a line with the figures of the club called as they are now, else by key."""
    figures = rules.get("own_figures")
    if not figures:
        return rules
    named = [{"name": own.get(one["key"], one["key"]), **one} for one in figures]
    return {**rules, "own_figures": named}


def _fields(
    before: Mapping[str, Any], after: Mapping[str, Any], words: ClubWords
) -> Iterator[Decided]:
    for key, label in FIELDS.items():
        if key in after and before.get(key) != after[key]:
            yield Decided(
                str(label), _text(key, before.get(key), words), _text(key, after[key], words)
            )


def _text(key: str, value: Any, words: ClubWords) -> str:
    if key == "seats":
        return ", ".join(words.name(player) for player in value or ())
    if key == "first_dealer":
        return words.name(str(value))
    if key == "date" and value:
        return date_format(date.fromisoformat(value))
    return str(value or "–")


def rules_decided(key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Decided]:
    """The house rules of a game that are other in `new` than they were in `old`."""
    game = GAMES.get(key)
    for item in options_of(game.rules) if game else ():
        if item.name in new and old.get(item.name) != new[item.name]:
            was, now = (_value(item, rules.get(item.name)) for rules in (old, new))
            yield Decided(gettext(item.meaning), was, now)


def unusual_rules(head: Head) -> tuple[Decided, ...]:
    """The house rules that are other than the preset, or else the game, has them."""
    asked = {"preset": head.preset} if head.preset else {}
    usual = read_rules(head.game.rules, head.game.presets, asked, [])
    old, new = rules_to_dict(usual), rules_to_dict(head.rules)
    return tuple(rules_decided(head.game.key, old, new))


def _value(item: Option, value: Any) -> str:
    """The value of an option: a number, some numbers or words, yes or no, or figures of a club."""
    if isinstance(value, str):
        return str(CHOICES.get(f"{item.name}.{value}", value))
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        told = _own_figure if item.kind == OWN else partial(_value, item)
        return ", ".join(told(part) for part in value) or "–"
    if isinstance(value, Mapping):
        return "; ".join(", ".join(map(str, pair)) for pair in value.values())
    return "–" if value is None else str(value)


def _own_figure(figure: Mapping[str, Any]) -> str:
    """A figure of the club with its points, silent and announced."""
    worths = (
        "–" if figure[part] is None else str(figure[part]) for part in ("silent", "announced")
    )
    return f"{figure['name']} {' / '.join(worths)}"
