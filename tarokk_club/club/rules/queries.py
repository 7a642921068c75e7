"""The house rules of a table in the reader's words, as the page and the wall show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.core.game import AnyGame
from scoring.core.guide import TERMS, Rule, Topic
from scoring.core.options import options_of, read_rules
from scoring.core.words import TERM_VALUES, render
from tarokk_club.club.formatting.labels import game_label, native_word
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.session.rule_words import PRESETS, USUAL


@dataclass(frozen=True, slots=True)
class ToldRule:
    """One rule as a sentence. native: the word of the game that it is about, where the reader's
    language has another; own: the table has chosen it otherwise than the preset, usual: what the
    preset says, given once for each house rule.
    """

    sentence: str
    native: str = ""
    own: bool = False
    usual: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Rules that belong together; items: of the lines of a hand that it explains."""

    key: str
    title: str
    native: str
    items: tuple[str, ...]
    rules: tuple[ToldRule, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All house rules of a table. language: of the native words; own: how many house rules are
    otherwise than in the preset.
    """

    game: str
    name: str
    preset: str
    language: str
    own: int
    sections: tuple[Section, ...]

    def explaining(self, item: str) -> Section | None:
        """The rules behind a line of a hand; None where there is no such line."""
        return next((one for one in self.sections if item in one.items), None)


def rulebook(game: AnyGame, rules: Any, preset: str = "") -> Rulebook:
    """The rules of a table in the reader's language; preset: what they began from, or ""."""
    asked = {"preset": preset} if preset in game.presets else {}
    usual = read_rules(game.rules, game.presets, asked, [])
    names = (one.name for one in options_of(game.rules))
    own = {name for name in names if getattr(rules, name) != getattr(usual, name)}
    teller = _Teller(game.lore.language, own, tuple(game.guide(usual)))
    sections = tuple(teller.section(topic) for topic in game.guide(rules))
    label = PRESETS.get(preset) or USUAL
    return Rulebook(
        game.key, game_label(game.key), str(label), game.lore.language, len(own), sections
    )


class _Teller:
    """Turns topics into sections. native: the language of the game; own: options chosen otherwise;
    usual: the topics as the preset has them.
    """

    def __init__(self, native: str, own: set[str], usual: tuple[Topic, ...]) -> None:
        self.native, self.own, self.usual = native, own, usual
        self.words = ClubWords()
        self.compared: set[str] = set()

    def section(self, topic: Topic) -> Section:
        """One topic with its title and rules."""
        told = tuple(self.told(rule) for rule in topic.rules)
        return Section(
            topic.key,
            self.words.term(topic.term),
            self.word(topic.term) if topic.term not in TERMS else "",
            topic.items,
            told,
        )

    def told(self, rule: Rule) -> ToldRule:
        """One rule, compared with the preset where it is the first one of its option."""
        terms = (value for name, value in rule.values.items() if name in TERM_VALUES)
        native = next((self.word(term) for term in terms), "")
        own = rule.option in self.own
        usual: tuple[str, ...] = ()
        if own and rule.option not in self.compared:
            self.compared.add(str(rule.option))
            usual = tuple(self.before(str(rule.option)))
        return ToldRule(render(self.words, rule.code, rule.values), native, own, usual)

    def before(self, option: str) -> Iterator[str]:
        """What the preset says of an option."""
        rules = (rule for topic in self.usual for rule in topic.rules if rule.option == option)
        told = (render(self.words, rule.code, rule.values) for rule in rules)
        return iter(dict.fromkeys(told))

    def word(self, term: str) -> str:
        """The players' own word for a term, "" where the reader's is the same."""
        return native_word(self.native, lambda: self.words.term(term))
