"""House rules of Taper."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.core.options import FLAG, define_option
from scoring.core.problem import Problem
from scoring.core.translation_marks import N_
from scoring.games.romanian.rules import POOL_MEANING, UNU_MEANING

SOURCE = "S2; scoring/RULEBOOK.md, section 5"


@dataclass(frozen=True, slots=True)
class TaperRules:
    """The house rules of a session of Taper. Source: scoring/RULEBOOK.md, section 5, "Options"."""

    pool: bool = define_option(FLAG, True, POOL_MEANING, SOURCE)
    hep_hep: bool = define_option(
        FLAG,
        False,
        N_("After a hand whose payments cancel out, three more hands count double."),
        SOURCE,
    )
    unu: bool = define_option(FLAG, True, UNU_MEANING, SOURCE)


def check_rules(rules: TaperRules) -> list[Problem]:
    """Return the contradictions between options: there are none.

    Source: scoring/RULEBOOK.md, section 5, "Options".
    """
    del rules
    return []
