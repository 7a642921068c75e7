"""Zebi tarokk: the figures that it adds to Magas, and what rules what out."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.answer import ENGLISH
from scoring.core.translation_marks import render
from scoring.games.magas import MAGAS
from scoring.games.zebi import ZEBI
from support.strategies.hungarian import announced, faults, hand, score, table_of, value

TABLE = table_of(game=ZEBI)
VALUES = {
    "kiraly_ultimo": 8,
    "ket_kiralyok": 60,
    "kis_szincsalad": 60,
    "banda": 4,
    "suit_ultimo": 20,
    "suit_uhu": 30,
    "suit_nagymadar": 40,
    "suit_kismadar": 50,
    "xxi_ultimo": 21,
    "xxi_uhu": 30,
    "xxi_nagymadar": 40,
    "xxi_kismadar": 50,
}


def announced_made(
    figure: str, by: str = "Anna", *, kontra: int = 0, **more: Any
) -> dict[str, Any]:
    """An announcement, made unless told otherwise; suit and rank where they are needed."""
    named: dict[str, Any] = {}
    if figure.startswith(("suit_", "king_")) or "szincsalad" in figure or figure == "banda":
        named["suit"] = "hearts"
    if figure.startswith("suit_"):
        named["rank"] = "queen"
    return {**announced(figure, by, kontra), "made": True, **named, **more}


def void(figure: str, by: str = "Anna") -> dict[str, Any]:
    return {**announced(figure, by), "void": True}


def codes(*items: dict[str, Any], **facts: Any) -> list[tuple[str, str]]:
    raw = hand(announced=list(items), **facts)
    return [(fault.code, fault.field) for fault in faults(raw, TABLE, ZEBI)]


@pytest.mark.parametrize("figure", VALUES)
def test_an_announced_figure_pays_its_value(figure: str) -> None:
    worth = VALUES[figure]
    assert value(hand(announced=[announced_made(figure)]), TABLE, ZEBI) == 1 + worth
    assert value(hand(announced=[announced_made(figure, made=False)]), TABLE, ZEBI) == 1 - worth
    assert (
        value(hand(announced=[announced_made(figure, "Béla", kontra=1)]), TABLE, ZEBI)
        == 1 - 2 * worth
    )


@pytest.mark.parametrize(("bid", "g"), [("three", 1), ("two", 2), ("one", 3), ("solo", 4)])
def test_all_suit_cards_are_worth_five_times_the_bid(bid: str, g: int) -> None:
    assert value(hand(bid=bid, announced=[announced_made("szinesites")]), TABLE, ZEBI) == g + 5 * g
    raw = hand(bid=bid, announced=[announced_made("szinesites", made=False, kontra=1)])
    assert value(raw, TABLE, ZEBI) == g - 10 * g


def test_an_xxi_figure_that_does_not_count_pays_nothing_and_explains_why() -> None:
    raw = hand(announced=[void("xxi_uhu"), announced_made("xxi_kismadar", "Béla")])
    assert value(raw, TABLE, ZEBI) == 1 - 50
    (line, _other) = [one for one in score(raw, TABLE, ZEBI).lines if one.announced]
    assert dict(line.points) == {}
    assert "does not count" in render(ENGLISH, line.code, line.values)


def test_a_dealer_sitting_out_pays_nothing_for_a_void_figure() -> None:
    table = table_of(game=ZEBI, players=5, dealer="Emil", dealer_shares=True)
    net = score(hand(announced=[void("xxi_uhu")]), table, ZEBI).net
    assert net == {"Anna": 2, "Béla": -1, "Csaba": 1, "Dóra": -1, "Emil": -1}


def test_void_replaces_made() -> None:
    both = {**void("xxi_uhu"), "made": True}
    assert codes(both) == [("hu.void_and_made", "announced.0.made")]
    assert codes({**void("xxi_uhu"), "void": False}) == [("missing", "announced.0.made")]
    assert codes({**announced_made("banda"), "void": True}) == [("unknown_key", "announced.0.void")]


def test_suit_and_rank_are_named_for_a_suit_card_and_a_king_is_none() -> None:
    assert codes(announced_made("suit_uhu", rank="king")) == [("not_one_of", "announced.0.rank")]
    assert codes(announced_made("suit_uhu", rank=None)) == [("missing", "announced.0.rank")]
    assert codes(announced_made("suit_uhu", suit=None)) == [("missing", "announced.0.suit")]
    assert codes({**announced_made("xxi_uhu"), "rank": "ten"}) == [
        ("unknown_key", "announced.0.rank")
    ]


def test_side_announces_one_banda_and_none_beside_all_suit_cards() -> None:
    other = announced_made("banda", "Csaba", suit="clubs")
    assert codes(announced_made("banda"), other) == [("hu.one_of_these", "announced.1.figure")]
    assert codes(announced_made("banda"), announced_made("banda")) == [
        ("hu.announced_twice", "announced.1.figure")
    ]
    assert codes(announced_made("banda"), announced_made("szinesites")) == [
        ("hu.one_of_these", "announced.1.figure")
    ]
    assert codes(announced_made("banda"), announced_made("szinesites", "Béla", made=False)) == []


def test_after_its_volat_a_side_takes_no_suits() -> None:
    for figure in ("banda", "szinesites"):
        late = [announced("volat"), announced_made(figure)]
        assert codes(*late) == [("hu.after_volat", "announced.1.figure")]
        assert codes(*reversed(late)) == []


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        (announced_made("ket_kiralyok"), announced_made("kiraly_ultimo")),
        (announced_made("harom_kiralyok"), announced_made("ket_kiralyok")),
        (announced_made("ket_kiralyok"), announced_made("king_uhu")),
        (announced_made("king_ultimo"), announced_made("kiraly_ultimo")),
        (announced_made("nagy_szincsalad"), announced_made("kis_szincsalad")),
        (announced_made("suit_kismadar"), announced_made("suit_uhu")),
        (announced_made("xxi_nagymadar"), void("xxi_ultimo")),
        (announced_made("xxi_kismadar"), announced_made("kismadar")),
    ],
)
def test_a_higher_announcement_replaces_the_lower_one(
    higher: dict[str, Any], lower: dict[str, Any]
) -> None:
    same = [("hu.same_card", "announced.1.figure")]
    assert codes(higher, lower) == codes(lower, higher) == same


def test_a_small_bird_and_an_xxi_figure_of_another_trick_may_be_announced_together() -> None:
    for figure in ("xxi_ultimo", "xxi_uhu", "xxi_nagymadar"):
        for bird, xxi in ((True, False), (False, True)):
            assert (
                codes(announced_made("kismadar", made=bird), announced_made(figure, made=xxi)) == []
            )


def test_a_family_replaces_the_cards_of_its_suit_and_the_king_of_its_last_trick() -> None:
    for family in ("kis_szincsalad", "nagy_szincsalad"):
        for other in ("suit_uhu", "king_uhu", "suit_ultimo", "king_ultimo", "kiraly_ultimo"):
            found = codes(announced_made(family, made=False), announced_made(other))
            assert found == [("hu.not_beside", "announced.1.figure")], other
        beside = announced_made("suit_uhu", suit="spades", made=False)
        assert codes(announced_made(family, made=False), beside) == [
            ("hu.same_trick", "announced.1.figure")
        ]
    assert (
        codes(announced_made("kis_szincsalad", made=False), announced_made("suit_nagymadar")) == []
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (announced_made("suit_uhu"), announced_made("suit_uhu", rank="jack")),
        (announced_made("suit_ultimo"), announced_made("kiraly_ultimo")),
        (announced_made("suit_ultimo", suit="clubs"), announced_made("kis_szincsalad")),
        (announced_made("xxi_ultimo"), announced("pagat_ultimo")),
        (announced_made("ket_kiralyok"), announced_made("kis_szincsalad")),
        (announced_made("xxi_nagymadar"), announced_made("harom_kiralyok")),
    ],
)
def test_two_figures_of_one_trick_that_exclude_each_other_are_refused(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert codes(one, other) == [("hu.same_trick", "announced.1.figure")]


def test_figures_of_one_suit_in_different_tricks_may_be_announced_together() -> None:
    assert (
        codes(
            announced_made("suit_uhu"),
            announced_made("suit_ultimo", rank="ten"),
            announced_made("suit_kismadar", rank="jack"),
        )
        == []
    )


def test_magas_knows_none_of_these_figures() -> None:
    for figure in (*VALUES, "szinesites"):
        raw = hand(announced=[announced_made(figure)])
        assert [one.field for one in faults(raw, table_of(game=MAGAS), MAGAS)] == [
            "announced.0.figure"
        ]


def test_the_sitting_dealer_shares_nothing_of_a_figure_that_does_not_count() -> None:
    table = table_of(game=ZEBI, players=5, dealer_shares=True)
    void = {"figure": "xxi_uhu", "by": "Béla", "void": True}
    assert score(hand(announced=[void]), table, ZEBI).net == score(hand(), table, ZEBI).net
