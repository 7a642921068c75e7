"""The properties of Romanian tarok and Taper that the statistics and pages of a club need."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.game import GameInfo, Raw
from scoring.core.game_info_types import (
    ALL_TRICKS,
    GAME,
    MANY_TAROKKS,
    PLAYED,
    XXI_CAUGHT,
    Bidding,
    Ending,
    Feat,
    People,
    Roles,
    Title,
)
from scoring.core.translation_marks import N_
from scoring.games.romanian.record import Played, Record, Surrendered
from scoring.games.romanian.rules import MICHI, RADLER
from scoring.games.romanian.tables import TAROACE, Tables

FEWEST_TAROACE = 9
_VOID = Ending(counts=False, measures=False)
_ENDINGS = {
    PLAYED: Ending(),
    "michi": Ending(),
    "passed_out": _VOID,
    "abandoned": _VOID,
    "surrendered": Ending(),
}
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "title.contract": N_("%(declarer)s · %(contract)s"),
        "title.contract_risen": N_("%(declarer)s · %(contract)s, level %(level)s"),
        "title.contract_alone": N_("%(declarer)s · %(contract)s, alone"),
        "title.contract_alone_risen": N_("%(declarer)s · %(contract)s, level %(level)s, alone"),
        "title.contract_with": N_("%(declarer)s · %(contract)s with %(partner)s"),
        "title.contract_with_risen": N_(
            "%(declarer)s · %(contract)s, level %(level)s, with %(partner)s"
        ),
        "line_without_result": N_(
            "The result is missing: the card points of the declarer's side, or one word for it."
        ),
    }
)
TERMS: Mapping[str, str] = MappingProxyType(
    {
        "col.revoke": N_("A revoke"),
        "col.tricks_taken": N_("Tricks taken"),
        "col.honour_held": N_("An honour held"),
        "ending.michi": N_("Michi-michi"),
        "ending.passed_out": N_("Passed out"),
        "ending.abandoned": N_("Abandoned"),
        "ending.surrendered": N_("Surrendered"),
        "pot.pool": N_("Pool"),
    }
)
CHOICES: Mapping[str, str] = MappingProxyType(
    {f"all_pass.{MICHI}": N_("Michi-michi"), f"all_pass.{RADLER}": N_("Radler")}
)
BIDDING = Bidding(
    title=N_("As declarer, by contract"),
    word=N_("Contract"),
    terms=MappingProxyType({bid: f"contract.{bid}" for bid in ("solo", "trei", "doi", "unu")}),
)
_FEATS = {
    "valat": Feat(ALL_TRICKS),
    "luna_prinsa": Feat(XXI_CAUGHT),
}
PEOPLE = People(
    keys=frozenset({"player", "declarer", "partner", "by", "from", "revoke"}),
    maps=frozenset({"tricks_taken"}),
)


def find_roles(record: Record) -> Roles:
    """Return the roles of the players in the hand.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """
    if isinstance(record, Surrendered):
        return Roles(declarer=record.declarer, bid=record.contract)
    if not isinstance(record, Played):
        return Roles()
    caught = record.luna_prinsa
    return Roles(
        declarer=record.declarer,
        partner=record.partner,
        bid=record.contract,
        catcher=caught.by if caught else "",
        victim=caught.victim if caught else "",
    )


def build_title(raw: Raw) -> Title | None:
    """Return the title of a hand: declarer, contract, level and partner, or declarer and ending.

    Return None for an ending without a declarer.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """
    outcome, declarer = raw.get("outcome") or PLAYED, raw.get("declarer")
    if outcome != PLAYED or "contract" not in raw:
        if not declarer:
            return None
        return Title("title.ending", {"what": f"ending.{outcome}", "player": declarer})
    code = "title.contract"
    values = {"declarer": declarer, "contract": f"contract.{raw['contract']}"}
    if "partner" in raw:
        code += "_with" if raw["partner"] else "_alone"
        values |= {"partner": raw["partner"]} if raw["partner"] else {}
    if raw.get("level", 1) != 1:
        code += "_risen"
        values["level"] = raw["level"]
    return Title(code, values)


_OF_BOTH = (
    *("outcome", "declarer", "contract", "level", "kontra_game", "announced", "declarations"),
    *("declarer_points", "tricks", "trula", "toti_regii", "luna_prinsa", "pagat_ultimo", "revoke"),
)
_HAND_KEYS = (
    *(*_OF_BOTH, "called", "partner", "rege_ultimo", "king_captured", "king_abandoned"),
    *("tricks_taken", "honour_held"),
)


def build_game_info(tables: Tables, *, name: str, place: int) -> GameInfo[Record]:
    """Return the properties of the game with these tables.

    In Taper, nine taroace are no feat, because a player holds them in about half of all hands.

    Source: scoring/RULEBOOK.md, sections 4 and 5.
    """
    feats = {TAROACE: Feat(MANY_TAROKKS, fewest=FEWEST_TAROACE)} if tables.called_king else {}
    return GameInfo(
        name=name,
        place=place,
        language="ro",
        round_name=N_("Radler"),
        endings=MappingProxyType({outcome: _ENDINGS[outcome] for outcome in tables.outcomes}),
        roles=find_roles,
        title=build_title,
        plain=frozenset({GAME}),
        bidding=BIDDING,
        pot_items=frozenset({"pool"}),
        counted=frozenset({TAROACE}),
        declared=frozenset({TAROACE}),
        feats=MappingProxyType({**_FEATS, **feats}),
        pots=("pool",),
        choices=CHOICES,
        unsaid=MappingProxyType({"declarer_points": "line_without_result"}),
        people=PEOPLE,
        hand_keys=_HAND_KEYS if tables.called_king else _OF_BOTH,
    )
