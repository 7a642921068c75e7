"""The properties of a Hungarian game that the statistics and pages of a club need."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.game import GameInfo, Raw
from scoring.core.game_info_types import (
    ALL_TRICKS,
    GAME,
    MANY_TAROKKS,
    XXI_CAUGHT,
    Bidding,
    Ending,
    Feat,
    GameName,
    OptionUpgrade,
    People,
    Roles,
    Speakers,
    Title,
)
from scoring.core.translation_marks import N_
from scoring.games.hungarian.info_words import BY_BID, CHOICES, PRESET_LINES
from scoring.games.hungarian.record import (
    ALONE_OWN,
    ANNULLED,
    CONCEDED,
    FAILED_TRIAL,
    PASSED_OUT,
    PLAYED,
    Record,
)
from scoring.games.hungarian.tables import BIDS, PAROS_FACAN

# A conceded hand always has this bid.
CONCEDED_BID = "three"
_VOID = Ending(counts=False, measures=False)
ENDINGS: Mapping[str, Ending] = MappingProxyType(
    {
        PLAYED: Ending(),
        PASSED_OUT: _VOID,
        ANNULLED: _VOID,
        # The declarer pays for it, although no card was played.
        FAILED_TRIAL: Ending(measures=False),
        CONCEDED: Ending(),
    }
)
FEATS: Mapping[str, Feat] = MappingProxyType(
    {
        "volat": Feat(ALL_TRICKS),
        "xxi_catch": Feat(XXI_CAUGHT),
        "nine": Feat(MANY_TAROKKS),
    }
)
BIDDING = Bidding(
    title=N_("As declarer, by bid"),
    word=N_("Bid"),
    terms=MappingProxyType({bid: f"bid.{bid}" for bid in BIDS}),
)
PEOPLE = People(
    keys=frozenset({"player", "declarer", "partner", "discarded_by", "by", "from"}),
    pairs=frozenset({"auction"}),
    sides=frozenset({PAROS_FACAN}),
)


def find_roles(record: Record) -> Roles:
    """Return the roles of the players in the hand.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    bid = CONCEDED_BID if record.outcome == CONCEDED else record.bid
    caught = record.xxi_catch
    return Roles(
        declarer=record.declarer,
        partner=record.partner,
        bid=bid or "",
        catcher=caught.by if caught else "",
        victim=caught.victim if caught else "",
    )


def build_title(raw: Raw) -> Title | None:
    """Return the title of a hand: declarer, bid and partner, or else its ending and a player.

    Return None if no player is recorded for the ending.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    outcome = raw.get("outcome") or PLAYED
    declarer, partner = raw.get("declarer"), raw.get("partner")
    if outcome == PLAYED and "bid" in raw:
        values = {"declarer": declarer, "bid": f"bid.{raw['bid']}"}
        if partner:
            return Title("title.bid_with", {**values, "partner": partner})
        return Title("title.bid_alone", values)
    player = declarer or raw.get("by")
    return (
        Title("title.ending", {"what": f"ending.{outcome}", "player": player}) if player else None
    )


def explain_playing_alone(raw: Raw) -> tuple[Title, ...]:
    """Return at most one title: the reason why the declarer plays alone, if one is recorded.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    why, by = raw.get("alone"), raw.get("discarded_by")
    if why is None:
        return ()
    if why == ALONE_OWN or by is None:
        return (Title(f"title.alone_{why}", {}),)
    return (Title("title.alone_discarded_by", {"player": by}),)


def find_speakers(record: Record) -> Speakers:
    """Return the speakers of each step of kontra.

    If a player announced the same figure twice, those announcements are left out.

    Source: docs/reference/format.md, "kontras".
    """
    keys = [(announcement.figure, announcement.by) for announcement in record.announced]
    speakers_by_kontra: dict[tuple[str, str], tuple[str, ...]] = {}
    for item in record.kontras:
        key = keys[item.on] if isinstance(item.on, int) else (GAME, "")
        if keys.count(key) < 2:
            speakers_by_kontra[key] = tuple(item.by)
    return speakers_by_kontra


# Since schema 2 these pay by the bid; their meanings before that have names of their own.
OPTION_UPGRADES = (
    OptionUpgrade(
        "trial_three",
        since=2,
        words=MappingProxyType({"pot": "pot_flat", "two_each": "two_flat"}),
    ),
)


HAND_KEYS = (
    *("outcome", "auction", "declarer", "bid", "called", "partner", "alone", "discarded_by"),
    *("kontra_game", "announced", "kontras", "tarokks", "declarer_points", "tricks", "result"),
    *("trull", "four_kings", "pagat_ultimo", "xxi_catch", "talon_honours", "own", "by", "holding"),
)


def build_game_info(
    name: GameName, presets: Mapping[str, str], *, offered: bool, more: tuple[str, ...] = ()
) -> GameInfo[Record]:
    """Return the properties of the Hungarian game of that name.

    presets: label of each preset.
    offered: whether its hands can be entered.
    more: keys of its hands that not all Hungarian games have.

    Source: scoring/RULEBOOK.md, sections 1, 2 and 8.
    """
    return GameInfo(
        name=name.name,
        place=name.place,
        language="hu",
        endings=ENDINGS,
        roles=find_roles,
        title=build_title,
        plain=frozenset({GAME}),
        bidding=BIDDING,
        pot_items=frozenset({"pot"}),
        declared=frozenset({"eight", "nine"}),
        feats=FEATS,
        pots=("ultimo",),
        choices=CHOICES,
        presets=presets,
        preset_lines={name: PRESET_LINES[name] for name in presets},
        by_bid=BY_BID,
        unsaid=MappingProxyType({"declarer_points": "line_without_result"}),
        contexts=MappingProxyType({"annul.four_kings": "holding", "annul.kings": "holding"}),
        people=PEOPLE,
        hand_keys=(*HAND_KEYS, *more),
        option_upgrades=OPTION_UPGRADES,
        offered=offered,
        beside=explain_playing_alone,
        in_order=True,
        speakers=find_speakers,
    )
