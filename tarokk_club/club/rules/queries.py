"""The house rules of a table in the reader's language, for the page and the wall display."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.core.game import AnyGame
from scoring.core.guide import TERMS, Rule, Topic
from scoring.core.options import list_options, read_rules
from scoring.core.translation_marks import TERM_VALUES, render
from tarokk_club.club.formatting.labels import find_native_word, label_game
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.session.rule_words import PRESETS, USUAL


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """A rule as a sentence.

    native: the word of the game's language for the subject; "" if the reader's is the same.
    is_changed: whether the rule differs from the preset.
    usual: the preset's sentences on a changed option; set only for the option's first rule.
    """

    sentence: str
    native: str = ""
    is_changed: bool = False
    usual: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """The rules on one topic.

    items: keys of the scored items that the section explains.
    """

    key: str
    title: str
    native: str
    items: tuple[str, ...]
    rules: tuple[RuleSentence, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All house rules of a table.

    language: language of the native words.
    changed_count: number of options that differ from the preset.
    """

    game: str
    name: str
    preset: str
    language: str
    changed_count: int
    sections: tuple[Section, ...]

    def find_section(self, item: str) -> Section | None:
        """Return the section that explains a scored item, or None."""
        return next((section for section in self.sections if item in section.items), None)


def build_rulebook(game: AnyGame, rules: Any, preset: str = "") -> Rulebook:
    """Return the rules of a table in the reader's language.

    preset: preset on which the rules are based, or "".
    """
    raw = {"preset": preset} if preset in game.presets else {}
    usual = read_rules(game.rules, game.presets, raw, [])
    names = (option.name for option in list_options(game.rules))
    changed = {name for name in names if getattr(rules, name) != getattr(usual, name)}
    builder = _SectionBuilder(game.info.language, changed, tuple(game.guide(usual)))
    sections = tuple(builder.build_section(topic) for topic in game.guide(rules))
    label = PRESETS.get(preset) or USUAL
    return Rulebook(
        game.key, label_game(game.key), str(label), game.info.language, len(changed), sections
    )


class _SectionBuilder:
    """A converter of topics into sections.

    native: language of the game.
    changed: options that differ from the preset.
    usual: topics of the preset.
    """

    def __init__(self, native: str, changed: set[str], usual: tuple[Topic, ...]) -> None:
        self.native, self.changed, self.usual = native, changed, usual
        self.words = ClubWords()
        self.compared: set[str] = set()

    def build_section(self, topic: Topic) -> Section:
        """Return the section of a topic, with its title and rules."""
        sentences = tuple(self.build_sentence(rule) for rule in topic.rules)
        return Section(
            topic.key,
            self.words.term(topic.term),
            self.find_native_word(topic.term) if topic.term not in TERMS else "",
            topic.items,
            sentences,
        )

    def build_sentence(self, rule: Rule) -> RuleSentence:
        """Return a rule as a sentence.

        The first rule on a changed option also gets the preset's sentences on that option.
        """
        terms = (value for name, value in rule.values.items() if name in TERM_VALUES)
        native = next((self.find_native_word(term) for term in terms), "")
        is_changed = rule.option in self.changed
        usual: tuple[str, ...] = ()
        if is_changed and rule.option not in self.compared:
            self.compared.add(str(rule.option))
            usual = tuple(self.iter_usual_sentences(str(rule.option)))
        return RuleSentence(render(self.words, rule.code, rule.values), native, is_changed, usual)

    def iter_usual_sentences(self, option: str) -> Iterator[str]:
        """Yield the preset's sentences on an option, without repetitions."""
        rules = (rule for topic in self.usual for rule in topic.rules if rule.option == option)
        sentences = (render(self.words, rule.code, rule.values) for rule in rules)
        return iter(dict.fromkeys(sentences))

    def find_native_word(self, term: str) -> str:
        """Return the term in the language of the game; "" if the reader's word is the same."""
        return find_native_word(self.native, lambda: self.words.term(term))
