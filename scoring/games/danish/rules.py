"""House rules of Danish tarok: three options and no presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from scoring.core.options import FLAG, define_option
from scoring.core.problem import Problem
from scoring.core.translation_marks import N_

POTS = ("pagat", "king")
PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DanishRules:
    """The house rules of a Danish session. Source: scoring/RULEBOOK.md, section 3, "Options"."""

    pagat_won_pays: bool = define_option(
        FLAG,
        True,
        N_("Who wins a trick before the last with the pagat gets 5 from each of the two others."),
        "RULEBOOK 3.4; S1, 4",
    )
    count: bool = define_option(
        FLAG,
        True,
        N_("The card points are counted and paid after the hand."),
        "RULEBOOK 3.9 and 3, Options [R]",
    )
    misdeal_pays: bool = define_option(
        FLAG,
        False,
        N_("After a misdeal the same player deals again and pays for the deal again."),
        "RULEBOOK 3, Misdeal; S1, Irregularities",
    )


def check_rules(rules: DanishRules) -> list[Problem]:
    """Return the contradictions between options: there are none.

    Source: scoring/RULEBOOK.md, section 3, "Options".
    """
    del rules
    return []


def list_pots(rules: DanishRules) -> tuple[str, ...]:
    """Return the names of the two pots.

    Source: scoring/RULEBOOK.md, section 3.
    """
    del rules
    return POTS
