"""The guide to the rules of a table: topics with the codes and values of their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scoring.core.options import FLAG, list_options
from scoring.core.translation_marks import N_


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a table.

    code: key of its sentence.
    values: named values of that sentence.
    option: house rule that it describes, None if no option changes it.

    Source: docs/adr/0004-sentences-are-codes.md.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """Rules that belong together.

    key: name in URLs.
    term: key of its title.
    items: items of the lines that it explains.

    Source: docs/adr/0018-scoring-core.md, "Every point explained".
    """

    key: str
    term: str
    rules: tuple[Rule, ...]
    items: tuple[str, ...] = ()


def build_option_rule(rules: Any, name: str) -> Rule:
    """Return the rule for the value of a flag or choice in these house rules.

    >>> from scoring.games.danish.rules import DanishRules
    >>> build_option_rule(DanishRules(), "count").code
    'rule.count.yes'

    Source: scoring/RULEBOOK.md, "Rule options".
    """
    value = getattr(rules, name)
    word = value if isinstance(value, str) else "yes" if value else "no"
    return Rule(f"rule.{name}.{word}", option=name)


def build_flag_sentences(rules: type[Any]) -> dict[str, str]:
    """Return the sentence for each flag when it is on, by code: the meaning of its option.

    Source: scoring/RULEBOOK.md, "Rule options".
    """
    flags = (flag for flag in list_options(rules) if flag.kind == FLAG)
    return {f"rule.{flag.name}.yes": flag.meaning for flag in flags}


def build_agreed_topic() -> Topic:
    """Return the topic about points that the players agreed, for every game.

    Source: docs/reference/format.md, "adjust" and "pot_moved".
    """
    return Topic("agreed", "topic.agreed", (Rule("rule.agreed"),), ("adjust", "pot_moved"))


def build_pot_split_topic() -> Topic:
    """Return the topic about splitting the pots at the end, for every game with pots.

    Source: scoring/RULEBOOK.md, "Joining and leaving".
    """
    rules = (Rule("rule.split"), Rule("rule.leaver"))
    return Topic("end", "topic.end", rules, ("pot_split",))


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "rule.agreed": N_("What the players agree on beside the rules is booked with a note."),
        "rule.split": N_(
            "At the end of the session each pot is split among all who sit at the table; odd"
            " points go one each from the player who would deal next."
        ),
        "rule.leaver": N_("A player who leaves takes nothing from a pot and keeps the balance."),
        "rule.kontra": N_(
            "Kontra doubles the game, or the one announcement it is said to; each further step"
            " doubles once more."
        ),
        "rule.kontra_step": N_("%(step)s: ×%(factor)s."),
        "rule.announced": N_(
            "Each side's figures stand by themselves. An announced figure pays its announced value"
            " to the side that announced it if it is made, else the same to the other side."
        ),
        "rule.silent_beside": N_(
            "A figure that a side makes without announcing it pays its silent value, which no"
            " kontra multiplies, also when the other side announced it and failed."
        ),
        "rule.worth": N_("Silent: %(silent)s; announced: %(announced)s."),
    }
)

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "topic.agreed": N_("Agreed points"),
        "topic.end": N_("The end of the session"),
        "topic.refused": N_("What the book refuses"),
        "topic.unchecked": N_("What the book does not check"),
        "topic.hand": N_("The hand and who pays"),
        "topic.kontra": N_("Kontra"),
        "topic.announcing": N_("Announced and silent figures"),
    }
)
