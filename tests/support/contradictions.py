"""Danish hands that contradict themselves, accepted by record schema 2 and refused since 3."""

from __future__ import annotations

from typing import Any

ANNA, BELA, CSABA = "Anna", "Béla", "Csaba"  # Csaba deals in the Danish hands
PILES = {ANNA: 26, BELA: 26}
LAST = {"winner": BELA, "with": "other"}


def danish(**more: Any) -> dict[str, Any]:
    """Return a played Danish hand.

    more: keys to add or replace, None to remove.
    """
    raw = {"last_trick": LAST, "card_points": PILES, **more}
    return {key: value for key, value in raw.items() if value is not None}


def declared(*items: tuple[str, dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Return a Danish hand with these declarations."""
    return danish(declarations=[{"player": player, **item} for player, item in items], **more)


def lost(*events: tuple[str, str]) -> list[dict[str, Any]]:
    """Return the events before the last trick as they are recorded."""
    return [{"player": player, "event": event} for player, event in events]


def kings(level: str, **more: Any) -> dict[str, Any]:
    return {"kind": "kings", "level": level, **more}


def cavallerie(level: str, suit: str = "hearts", **more: Any) -> dict[str, Any]:
    return {"kind": "cavallerie", "suit": suit, "level": level, **more}


def trumps(count: int, *, pagat: bool = False) -> dict[str, Any]:
    return {"kind": "trumps", "count": count, **({"pagat": True} if pagat else {})}


def matadors(count: int) -> dict[str, Any]:
    return {"kind": "matadors", "count": count}


def last(winner: str, card: str, *beaten: tuple[str, str]) -> dict[str, Any]:
    lost_cards = [{"player": player, "card": what} for player, what in beaten]
    return {"winner": winner, "with": card, **({"lost": lost_cards} if beaten else {})}


KING_LOST_BY_BELA = lost((BELA, "king_lost"))
ALL = {"winner": BELA, "with": "other"}
TOUT = {"tout": BELA, "last_trick": ALL, "card_points": {BELA: 77, ANNA: 0}}

# Kind of contradiction to the hand, and the field and code of the refusal.
DANISH: dict[str, tuple[dict[str, Any], str]] = {
    "full kings of one and a king lost by another": (
        declared((ANNA, kings("full")), in_play=KING_LOST_BY_BELA),
        "in_play.0.player exclude_kings",
    ),
    "abundant kings of one and a king ultimo of another": (
        declared((ANNA, kings("abundant")), last_trick=last(BELA, "king")),
        "last_trick.winner exclude_kings",
    ),
    "full kings of one and a king bagud of another": (
        declared((ANNA, kings("full")), last_trick=last(CSABA, "other", (BELA, "king"))),
        "last_trick.lost.0.player exclude_kings",
    ),
    "half kings of one and two lost by others": (
        declared((ANNA, kings("half")), in_play=lost((BELA, "king_lost"), (CSABA, "king_lost"))),
        "in_play.1.player exclude_kings",
    ),
    "half kings of one who lost four": (
        declared((ANNA, kings("half")), in_play=lost(*[(ANNA, "king_lost")] * 4)),
        "in_play.3.player exclude_kings",
    ),
    "half kings of two players": (
        declared((ANNA, kings("half")), (BELA, kings("half"))),
        "declarations.1.player exclude_card",
    ),
    "matadors of one and the pagat lost by another": (
        declared((ANNA, matadors(3)), in_play=lost((BELA, "pagat_lost"))),
        "in_play.0.player exclude_card",
    ),
    "matadors of one and the pagat won with by another": (
        declared((ANNA, matadors(3)), in_play=lost((BELA, "pagat_won"))),
        "in_play.0.player exclude_card",
    ),
    "matadors of one and a pagat ultimo of another": (
        declared((ANNA, matadors(4)), last_trick=last(BELA, "pagat")),
        "last_trick.winner exclude_card",
    ),
    "trumps with the pagat of one and the pagat bagud of another": (
        declared(
            (ANNA, trumps(10, pagat=True)),
            last_trick=last(CSABA, "other", (BELA, "pagat")),
        ),
        "last_trick.lost.0.player exclude_card",
    ),
    "trumps without the pagat of who lost it": (
        declared((ANNA, trumps(10)), in_play=lost((ANNA, "pagat_lost"))),
        "in_play.0.player exclude_missing",
    ),
    "a cavallerie of two players": (
        declared((ANNA, cavallerie("full")), (BELA, cavallerie("half"))),
        "declarations.1.player exclude_card",
    ),
    "two holders of the fool": (
        declared((ANNA, kings("half")), (BELA, cavallerie("abundant"))),
        "declarations.1.player exclude_card",
    ),
    "the fool in matadors and in another's half cavallerie": (
        declared((ANNA, matadors(3)), (BELA, cavallerie("half"))),
        "declarations.1.player exclude_card",
    ),
    "full kings, which are without the fool, and a half cavallerie with it": (
        declared((ANNA, kings("full")), (ANNA, cavallerie("half"))),
        "declarations.1.player exclude_missing",
    ),
    "own matadors and trumps without the pagat": (
        declared((ANNA, matadors(3)), (ANNA, trumps(10))),
        "declarations.0.player exclude_missing",
    ),
    "more matadors than trumps": (
        declared((ANNA, matadors(12)), (ANNA, trumps(11, pagat=True))),
        "declarations.0.player exclude_trumps",
    ),
    "matadors and another's trumps, more than 22 together": (
        declared((ANNA, matadors(12)), (BELA, trumps(11))),
        "declarations.1.player exclude_trumps",
    ),
    "declared cards of more than 25": (
        declared(
            (ANNA, trumps(18, pagat=True)),
            (ANNA, cavallerie("full")),
            (ANNA, cavallerie("full", "clubs")),
        ),
        "declarations.2.player exclude_size",
    ),
    "declared cards of more than the dealer's 28": (
        declared(
            (CSABA, trumps(17, pagat=True)),
            (CSABA, cavallerie("full")),
            (CSABA, cavallerie("full", "clubs")),
            (CSABA, cavallerie("full", "spades")),
        ),
        "declarations.3.player exclude_size",
    ),
    "a king that only one can have, half kings and a cavallerie with it": (
        declared((ANNA, kings("half", missing="hearts")), (BELA, cavallerie("full", "clubs"))),
        "declarations.1.player exclude_card",
    ),
    "half kings beside two cavalleries, each without its king": (
        declared(
            (ANNA, kings("half")),
            (ANNA, cavallerie("half", missing="king")),
            (ANNA, cavallerie("half", "clubs", missing="king")),
        ),
        "declarations.2.player exclude_missing",
    ),
    "half kings without the king of clubs, and the king of hearts with another": (
        declared(
            (BELA, cavallerie("full")),
            (ANNA, cavallerie("half", "clubs", missing="king")),
            (ANNA, kings("half")),
        ),
        "declarations.1.player exclude_missing",
    ),
    "all trumps but the pagat, and full kings without the fool": (
        declared((ANNA, trumps(21)), (ANNA, kings("full"))),
        "declarations.0.player exclude_missing",
    ),
    "the same declared twice": (
        declared((ANNA, kings("half")), (ANNA, kings("half"))),
        "declarations.1.kind declared_twice",
    ),
    "nolo for who won a trick with the pagat": (
        danish(nolo=ANNA, in_play=lost((ANNA, "pagat_won")), card_points=None),
        "in_play.0.event exclude_nolo",
    ),
    "nolo for who had the mondo": (
        declared((ANNA, matadors(3)), nolo=ANNA, card_points=None),
        "declarations.0.player exclude_nolo",
    ),
    "tout beside another's trick won with the pagat": (
        danish(**TOUT, in_play=lost((ANNA, "pagat_won"))),
        "in_play.0.event exclude_tout",
    ),
    "tout beside more trumps of another than can all be beaten": (
        declared((ANNA, trumps(12)), **TOUT),
        "declarations.0.player exclude_tout",
    ),
    "nolo of who had more trumps than can all be beaten": (
        declared((ANNA, trumps(13)), nolo=ANNA, card_points=None),
        "declarations.0.player exclude_nolo",
    ),
    "tout beside trumps of both others, which leave two to beat them": (
        declared((ANNA, trumps(10)), (CSABA, trumps(10)), **TOUT),
        "declarations.1.player exclude_tout",
    ),
    "tout beside eleven trumps, none of them the fool": (
        declared((ANNA, trumps(11)), (CSABA, cavallerie("half")), **TOUT),
        "declarations.0.player exclude_tout",
    ),
    "tout of who discarded the fool beside eleven trumps": (
        declared(
            (ANNA, trumps(11)),
            announced_tout=True,
            tout=CSABA,
            last_trick=last(CSABA, "other"),
            card_points={ANNA: 0, BELA: 0},
        ),
        "declarations.0.player exclude_tout",
    ),
    "nolo of who had eleven trumps and lacked the fool": (
        declared((ANNA, trumps(11)), (ANNA, kings("full")), nolo=ANNA, card_points=None),
        "declarations.0.player exclude_nolo",
    ),
    "tout beside an own lost king": (
        danish(**TOUT, in_play=KING_LOST_BY_BELA),
        "in_play.0.event exclude_tout",
    ),
    "tout beside an own lost pagat": (
        danish(**TOUT, in_play=lost((BELA, "pagat_lost"))),
        "in_play.0.event exclude_tout",
    ),
    "tout beside another's mondo": (
        declared((ANNA, matadors(3)), **TOUT),
        "declarations.0.player exclude_tout",
    ),
    "an announced tout and the fool with another": (
        declared((ANNA, kings("half")), announced_tout=True),
        "declarations.0.player exclude_fool",
    ),
    "a dealer's pile below the skat": (
        danish(card_points={ANNA: 52, CSABA: 0}),
        "card_points.Csaba dealer_without_skat",
    ),
    "a dealer's pile below the skat beside another's tout": (
        danish(**{**TOUT, "card_points": {BELA: 78, CSABA: 0}}),
        "card_points.Csaba dealer_without_skat",
    ),
    "many points beside another's tout": (
        danish(**{**TOUT, "card_points": {BELA: 60, ANNA: 9}}),
        "card_points.Anna pile_beside_tout",
    ),
    "points for the fool that was discarded to announce the tout": (
        danish(
            announced_tout=True,
            tout=CSABA,
            last_trick=last(CSABA, "other"),
            card_points={ANNA: 4, BELA: 0},
        ),
        "card_points.Anna pile_beside_tout",
    ),
    "every point without a tout": (
        danish(card_points={BELA: 77, CSABA: 1}),
        "card_points all_points_no_tout",
    ),
    "no point without a nolo": (
        danish(card_points={BELA: 40, ANNA: 0}),
        "card_points.Anna no_trick_no_nolo",
    ),
    "fewer points than the last trick": (
        danish(last_trick=last(BELA, "pagat", (ANNA, "king")), card_points={BELA: 4, ANNA: 40}),
        "card_points.Béla pile_below_tricks",
    ),
    "more points than lost kings leave": (
        danish(in_play=lost(*[(BELA, "king_lost")] * 3), card_points={BELA: 70, ANNA: 4}),
        "card_points.Béla pile_above_lost",
    ),
}
