"""The cards behind the records: every one dealt once, suits followed, points counted in full."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from scoring.games.hungarian.rules import HungarianRules
from tools.demo import danish, paskievics, romanian
from tools.demo.announcing import DECLARER, OPPONENTS
from tools.demo.cards import (
    ALL_KINGS,
    DANISH_PACK,
    FOOL,
    HONOURS,
    HUNGARIAN_PACK,
    II,
    KINGS,
    PAGAT,
    ROMANIAN_PACK,
    SKIZ,
    SUIT_SIZE,
    TAROKK,
    XX,
    XXI,
    build_pack,
    count_card_points,
)
from tools.demo.evening import SessionPlan, play_session
from tools.demo.hungarian_auction import find_card, hold_auction
from tools.demo.tricks import Trick, beats, list_allowed_cards

PLAYERS = ("Anna", "Béla", "Csaba", "Dóra", "Emil")
MODULES = {
    "paskievics": paskievics,
    "illustrated": paskievics,
    "danish": danish,
    "romanian": romanian,
    "taper": romanian,
}
HEARTS, DIAMONDS = KINGS["hearts"], KINGS["diamonds"]


@dataclass
class Seen:
    """What a spy saw: hands before the first lead with the tricks; calls of another function."""

    plays: list[tuple[list[list[int]], list[Trick]]] = field(default_factory=list)
    calls: list[tuple[tuple[Any, ...], Any]] = field(default_factory=list)


def _watched(
    monkeypatch: pytest.MonkeyPatch, game: str, *, seats: int, also: str = ""
) -> tuple[Seen, dict[str, Any]]:
    """An evening of the game with a spy at the table."""
    module, seen = MODULES[game], Seen()
    real = module.play_tricks

    def play_tricks(hands: Sequence[list[int]], *rest: Any) -> list[Trick]:
        before = [list(hand) for hand in hands]
        tricks: list[Trick] = real(hands, *rest)
        seen.plays.append((before, tricks))
        return tricks

    monkeypatch.setattr(module, "play_tricks", play_tricks)
    if also:
        monkeypatch.setattr(module, also, _spy(getattr(module, also), seen))
    document = play_session(SessionPlan(game, PLAYERS[:seats], 200, auctions=1), rng=Random(seats))
    return seen, document


def _spy(real: Callable[..., Any], seen: Seen) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        found = real(*arguments)
        seen.calls.append((arguments, found))
        return found

    return call


@pytest.mark.parametrize(
    ("cards", "count", "points"),
    [(HUNGARIAN_PACK, 42, 94), (ROMANIAN_PACK, 54, 106), (DANISH_PACK, 78, None)],
)
def test_a_pack_has_its_cards_and_points(
    cards: tuple[int, ...], count: int, points: int | None
) -> None:
    assert len(set(cards)) == len(cards) == count
    assert set(cards) >= ALL_KINGS | {PAGAT, XXI}
    assert points is None or count_card_points(cards) == points


@pytest.mark.parametrize("game", MODULES)
def test_every_trick_follows_the_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, _document = _watched(monkeypatch, game, seats=3 if game == "taper" else 4)

    assert len(seen.plays) > 100
    for hands, tricks in seen.plays:
        leader = 0
        for trick in tricks:
            assert trick.leader == leader
            _check_trick(trick, hands)
            leader = trick.winner
        assert not any(hands)


def _check_trick(trick: Trick, hands: list[list[int]]) -> None:
    """Follow suit, else trump; the highest tarokk or card of the suit wins; the fool is free."""
    plain = [card for card in trick.cards if card != FOOL]
    led = plain[0] // SUIT_SIZE
    for turn, card in enumerate(trick.cards):
        hand = hands[(trick.leader + turn) % len(hands)]
        if card != FOOL and card // SUIT_SIZE != led:
            assert not any(one // SUIT_SIZE == led for one in hand)
            assert card > TAROKK or not any(one > TAROKK for one in hand)
        hand.remove(card)
    tops = [card for card in plain if card > TAROKK] or [c for c in plain if c // SUIT_SIZE == led]
    assert trick.winning_card == max(tops)


@pytest.mark.parametrize("game", ["paskievics", "illustrated"])
def test_hungarian_cards_and_points_add_up(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, _document = _watched(monkeypatch, game, seats=5, also="count_declarer_points")

    assert len(seen.calls) > 100
    for (played,), points in seen.calls:
        taken = [card for trick in played.tricks for card in trick.cards]
        discarded = [card for cards in played.exchanged.discarded for card in cards]
        assert sorted(taken + discarded) == sorted(HUNGARIAN_PACK)
        assert not (ALL_KINGS | HONOURS) & set(discarded)
        theirs = [
            card
            for trick in played.tricks
            if played.side_of[trick.winner] == OPPONENTS
            for card in trick.cards
        ]
        for seat, cards in enumerate(played.exchanged.discarded):
            theirs += cards if seat != played.contract.declarer else []
        assert points + count_card_points(theirs) == 94


def test_bids_keep_their_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, _document = _watched(monkeypatch, "paskievics", seats=4, also="count_declarer_points")

    shown = 0
    for (played,), _points in seen.calls:
        hands = _dealt_hands(played)
        for player, call in played.contract.calls:
            hand = hands[played.order.index(player)]
            assert call == "pass" or played.contract.trial or HONOURS & hand
        if played.contract.shown_by is not None:
            shown += 1
            assert played.called == played.contract.called
            assert played.called in hands[played.contract.shown_by]
        if played.partner is not None:
            assert played.called in _cards_of(played, played.partner)
    assert shown > 5


def _cards_of(played: Any, seat: int) -> set[int]:
    """What a player had in hand at the first lead."""
    count = len(played.order)
    return {trick.cards[(seat - trick.leader) % count] for trick in played.tricks}


def _dealt_hands(played: Any) -> list[set[int]]:
    return [
        (_cards_of(played, seat) | set(played.exchanged.discarded[seat]))
        - set(played.exchanged.drawn[seat])
        for seat in range(len(played.order))
    ]


def test_a_player_without_an_honour_passes() -> None:
    plain = [card for card in HUNGARIAN_PACK if card not in HONOURS]
    hands = [plain[-9:], plain[-18:-9], plain[:9], plain[9:18]]
    found = hold_auction(hands, PLAYERS[:4], HungarianRules(), Random(1))

    # Only the fourth in hand may try a three.
    assert found is None or (found.trial and found.declarer == 3)


@pytest.mark.parametrize(("game", "seats", "total"), [("romanian", 4, 70), ("taper", 3, 66)])
def test_romanian_points_of_both_sides_add_up(
    game: str, seats: int, total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, _document = _watched(monkeypatch, game, seats=seats, also="count_declarer_points")

    assert len(seen.calls) > 100
    cards = HUNGARIAN_PACK if game == "taper" else ROMANIAN_PACK
    for (dealt, tricks), points in seen.calls:
        ours = [
            card
            for trick in tricks
            if dealt.side_of[trick.winner] == DECLARER
            for card in trick.cards
        ]
        ours += dealt.discarded
        theirs = [card for card in cards if card not in ours]
        if dealt.called in dealt.hidden and dealt.bid.contract != "solo":
            given = min(ours, key=lambda card: count_card_points([card]))
            ours.remove(given)
            theirs.remove(dealt.called)
            ours, theirs = [*ours, dealt.called], [*theirs, given]
        assert points == round(count_card_points(ours) - len(ours) * 2 / 3)
        assert points + round(count_card_points(theirs) - len(theirs) * 2 / 3) == total
        assert not (ALL_KINGS | HONOURS) & set(dealt.discarded)


def test_the_fool_is_led_last_only_and_never_in_the_last_trick_but_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen, document = _watched(monkeypatch, "danish", seats=3)

    for hands, tricks in seen.plays:
        assert all(len(hand) == 25 for hand in hands) or not any(hands)
        assert FOOL not in tricks[-2].cards
        assert not any(trick.cards[0] == FOOL for trick in tricks[:-1])
    counted = [event["card_points"] for event in document["events"] if "card_points" in event]
    assert counted
    assert all(sum(points.values()) == 78 for points in counted)


@pytest.mark.parametrize(
    ("hand", "declared"),
    [
        (build_pack(lowest=14, highest_tarokk=9), {"trumps": None, "kings": "full"}),
        ([FOOL, *range(TAROKK + 1, TAROKK + 10)], {"trumps": 10}),
        ([FOOL, PAGAT, XXI], {"matadors": 3}),
        ([FOOL, PAGAT, XXI, XX, XX - 1], {"matadors": 5}),
        ([FOOL, *sorted(ALL_KINGS)[:3]], {"kings": "half"}),
        ([FOOL, *ALL_KINGS], {"kings": "abundant"}),
        ([*ALL_KINGS], {"kings": "full"}),
        ([FOOL, HEARTS, HEARTS - 1, HEARTS - 3], {"cavallerie": "half"}),
        ([HEARTS, HEARTS - 1, HEARTS - 3], {}),
        ([HEARTS, HEARTS - 1, HEARTS - 2, HEARTS - 3], {"cavallerie": "full"}),
        ([FOOL, HEARTS, HEARTS - 1, HEARTS - 2, HEARTS - 3], {"cavallerie": "abundant"}),
    ],
)
def test_finds_the_declarations_of_a_danish_hand(
    hand: list[int], declared: dict[str, int | str | None]
) -> None:
    found = {
        one["kind"]: one.get("count", one.get("level")) for one in danish.find_combinations(hand)
    }

    assert found == {kind: value for kind, value in declared.items() if value is not None}


@pytest.mark.parametrize(
    ("hand", "trick", "options"),
    [
        ([HEARTS, DIAMONDS, PAGAT], [], [HEARTS, DIAMONDS, PAGAT]),
        ([HEARTS, DIAMONDS, PAGAT], [HEARTS - 1], [HEARTS]),
        ([DIAMONDS, PAGAT], [HEARTS], [PAGAT]),
        ([DIAMONDS], [HEARTS], [DIAMONDS]),
        ([DIAMONDS, PAGAT, II], [SKIZ], [PAGAT, II]),
        ([FOOL, HEARTS, PAGAT], [HEARTS - 1], [FOOL, HEARTS]),
        ([FOOL, HEARTS], [PAGAT], [HEARTS]),
        ([FOOL, HEARTS, PAGAT], [], [HEARTS, PAGAT]),
        ([FOOL], [HEARTS], [FOOL]),
    ],
)
def test_lists_the_allowed_cards(hand: list[int], trick: list[int], options: list[int]) -> None:
    assert list_allowed_cards(hand, trick) == options


@pytest.mark.parametrize(
    ("card", "best", "wins"),
    [
        (PAGAT, HEARTS, True),
        (HEARTS, HEARTS - 1, True),
        (DIAMONDS, HEARTS, False),
        (SKIZ, XXI, True),
        (HEARTS, PAGAT, False),
        (FOOL, HEARTS, False),
        (HEARTS, FOOL, True),
    ],
)
def test_which_card_is_better(card: int, best: int, *, wins: bool) -> None:
    assert beats(card, best) is wins


def test_a_numeral_names_its_tarokk() -> None:
    assert find_card("XX") == XX
    assert find_card("II") == II
