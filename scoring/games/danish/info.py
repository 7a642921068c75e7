"""The properties of Danish tarok that the statistics and pages of a club need."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.game import GameInfo, Raw
from scoring.core.game_info_types import (
    ALL_TRICKS,
    Ending,
    Feat,
    FineWords,
    OptionUpgrade,
    People,
    Roles,
    Title,
)
from scoring.core.translation_marks import N_
from scoring.games.danish.record import (
    ABANDONED,
    KINDS,
    KING,
    MATADORS,
    MISDEAL,
    PAGAT,
    PLAYED,
    TRUMPS,
    DanishHand,
)
from scoring.games.danish.rules import POTS

_VOID = Ending(counts=False, measures=False)
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "title.tout": N_("Tout: %(player)s"),
        "title.tout_failed": N_("Tout announced, failed"),
        "title.nolo": N_("Nolo: %(player)s"),
        "title.last_king": N_("King ultimo: %(player)s"),
        "title.last_pagat": N_("Pagat ultimo: %(player)s"),
        "title.last_other": N_("Last trick: %(player)s"),
        "line_without_card_points": N_("The card points of each player are missing."),
        "line_without_last_trick": N_("Who took the last trick is missing."),
    }
)
TERMS: Mapping[str, str] = MappingProxyType(
    {
        "col.card_points": N_("Card points"),
        "col.in_play": N_("Before the last trick"),
        "col.announced_tout": N_("Tout announced"),
        "part.pagat": N_("with the pagát"),
        "part.lost": N_("beaten"),
        "ending.misdeal": N_("Misdeal"),
        "ending.abandoned": N_("Abandoned"),
        "pot.pagat": N_("Pagat pot"),
        "pot.king": N_("King pot"),
    }
)
# The severity of an irregularity, which sets its fine.
FINES: Mapping[str, FineWords] = MappingProxyType(
    {
        "minor": FineWords(N_("Minor fine: %(player)s"), N_("Minor: 5 into each pot")),
        "major": FineWords(N_("Major fine: %(player)s"), N_("Major: 20 into each pot")),
        "irrecoverable": FineWords(
            N_("Irrecoverable fault: %(player)s"), N_("Irrecoverable: 40 into each pot")
        ),
    }
)
_LAST = MappingProxyType({KING: "title.last_king", PAGAT: "title.last_pagat"})


def find_roles(record: DanishHand) -> Roles:
    """Return empty roles, because there is no declarer and all play for themselves.

    Source: scoring/RULEBOOK.md, section 3.
    """
    del record
    return Roles()


def build_title(raw: Raw) -> Title | None:
    """Return the title of a hand: its tout, its nolo, or the winner of its last trick.

    Return None if the hand was not played or none of these is recorded.

    Source: docs/reference/format.md, "Hands: danish".
    """
    if (raw.get("outcome") or PLAYED) != PLAYED:
        return None
    if raw.get("announced_tout") and not raw.get("tout"):
        # A nolo in the same hand is listed among the decisions.
        return Title("title.tout_failed", {})
    for key in ("tout", "nolo"):
        if raw.get(key):
            return Title(f"title.{key}", {"player": raw[key]})
    trick = raw.get("last_trick")
    if not isinstance(trick, Mapping):
        return None
    return Title(_LAST.get(trick["with"], "title.last_other"), {"player": trick["winner"]})


INFO: GameInfo[DanishHand] = GameInfo(
    name=N_("Danish tarok"),
    place=30,
    language="da",
    endings=MappingProxyType({PLAYED: Ending(), MISDEAL: _VOID, ABANDONED: _VOID}),
    roles=find_roles,
    title=build_title,
    plain=frozenset({"count", "last_trick"}),
    sided=False,
    figures_title=N_("Figures in Danish tarok"),
    counted=frozenset({TRUMPS, MATADORS}),
    declared=frozenset(KINDS),
    feats=MappingProxyType({"tout": Feat(ALL_TRICKS)}),
    pots=POTS,
    fines=FINES,
    fine_hint=N_(
        "A fine does not pass the deal. When nothing can be saved, enter the hand as"
        " abandoned as well."
    ),
    unsaid=MappingProxyType(
        {"card_points": "line_without_card_points", "last_trick": "line_without_last_trick"}
    ),
    people=People(
        keys=frozenset({"player", "winner", "tout", "nolo"}), maps=frozenset({"card_points"})
    ),
    hand_keys=(
        *("outcome", "declarations", "in_play", "announced_tout", "tout", "nolo"),
        *("last_trick", "card_points", "reason", "player"),
    ),
    option_upgrades=(OptionUpgrade("misdeal_pays", since=2, missing=True),),
)
