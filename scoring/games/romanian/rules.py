"""House rules of Romanian tarok."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from scoring.core.options import CHOICE, FLAG, HouseRules, define_option
from scoring.core.problem import Problem
from scoring.core.translation_marks import N_

MICHI, RADLER = "michi", "radler"
POOL_MEANING = N_(
    "There is a pool: the dealer pays into it, an announced pagat ultimo wins it or pays it."
)
UNU_MEANING = N_("The contract unu may be played.")
TREI_MEANING = N_(
    "The contract trei may be played as well: 1 point won, its level lost, up to level 5."
)
SOURCE = "S2; scoring/RULEBOOK.md, section 4"
PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType({})


class SharedRules(Protocol):
    """The house rules common to Romanian tarok and Taper.

    Source: scoring/RULEBOOK.md, sections 4 and 5.
    """

    @property
    def pool(self) -> bool: ...

    @property
    def hep_hep(self) -> bool: ...

    @property
    def unu(self) -> bool: ...


class FamilyRules(SharedRules, HouseRules, Protocol):
    """The house rules of Romanian tarok or of Taper, as a dataclass.

    Source: scoring/RULEBOOK.md, sections 4 and 5.
    """


@dataclass(frozen=True, slots=True)
class RomanianRules:
    """The house rules of a session of Romanian tarok.

    Source: scoring/RULEBOOK.md, section 4, "Options".
    """

    pool: bool = define_option(FLAG, True, POOL_MEANING, SOURCE)
    all_pass: str = define_option(
        CHOICE,
        MICHI,
        N_(
            "When everybody passes, either michi-michi is played, or the cards are thrown in; "
            "four doubled hands follow either way."
        ),
        SOURCE,
        (MICHI, RADLER),
    )
    hep_hep: bool = define_option(
        FLAG,
        False,
        N_("After a hand whose payments cancel out, four more hands count double."),
        SOURCE,
    )
    unu: bool = define_option(FLAG, True, UNU_MEANING, SOURCE)
    trei: bool = define_option(FLAG, False, TREI_MEANING, SOURCE)


def check_rules(rules: RomanianRules) -> list[Problem]:
    """Return the contradictions between options: a michi-michi needs a pool to pay into.

    Source: scoring/RULEBOOK.md, section 4, "Options".
    """
    if not rules.pool and rules.all_pass == MICHI:
        return [Problem("ro.pool_needed", "rules.pool")]
    return []


def list_pots(rules: SharedRules) -> tuple[str, ...]:
    """Return the names of the pots: the pool, if there is one.

    Source: scoring/RULEBOOK.md, section 4, "Options".
    """
    return ("pool",) if rules.pool else ()
