"""One hand of each game, tapped in by a phone of each engine."""

import pytest

from support.club_factories import SEATED, House, a_session
from support.engine_phone import EnginePhone
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.models import Posting

pytestmark = pytest.mark.engines
PLAIN = {"declarer": "Anna", "partner": "Csaba", "result": "won"}
# What is tapped, what is typed, and what it comes to. Anna deals, which costs her one more where
# there is a pool, and everybody founds it: 1 in Romanian and Taper; 40 in Danish, where the dealer
# puts in 10 more and the last trick brings 20 from each.
HANDS: dict[str, tuple[dict[str, str], dict[str, str], list[int]]] = {
    "paskievics": ({**PLAIN, "bid": "three"}, {}, [1, -1, 1, -1]),
    "illustrated": ({**PLAIN, "bid": "three"}, {}, [1, -1, 1, -1]),
    "magas": ({**PLAIN, "bid": "one"}, {}, [3, -3, 3, -3]),
    "zebi": ({**PLAIN, "bid": "one"}, {}, [3, -3, 3, -3]),
    "romanian": (
        {"declarer": "Anna", "contract": "doi", "partner": "Csaba"},
        {"#points": "41"},
        [2 - 2, -2 - 1, 2 - 1, -2 - 1],
    ),
    "taper": (
        {"declarer": "Anna", "contract": "trei"},
        {"#points": "40"},
        [2 - 2, -1 - 1, -1 - 1],
    ),
    "danish": (
        {"last": "other_Anna"},
        {"pile_Anna": "26", "pile_Béla": "26"},
        [40 - 50, -20 - 40, -20 - 40],
    ),
}


def test_the_hands_are_of_every_game_that_is_entered() -> None:
    assert sorted(HANDS) == sorted(ENTRY_GAMES)


@pytest.mark.parametrize("game", HANDS)
def test_a_hand_of_each_game_is_booked_as_it_was_tapped(
    phone: EnginePhone, house: House, game: str
) -> None:
    taps, typed, nets = HANDS[game]
    names = SEATED[: len(nets)]
    rules = {"preset": "pagat"} if game == "paskievics" else {}
    players = house.ids(*names)
    phone.session = a_session(house, game=game, rules=rules, players=players, dealer=players[0])
    phone.open()
    phone.choose(**taps)
    for field, text in typed.items():
        name, _, player = field.partition("_")
        css = field if field.startswith("#") else f'[name="{name}_{house.players[player]}"]'
        phone.fill(css, text)
    phone.expect_sums(*(_format_points(net) for net in nets))
    assert phone.beyond() == []
    phone.save()
    phone.expect_saved(1)

    net = Posting.objects.get(session=phone.session, number=1).net
    assert [net[house.players[name]] for name in names] == nets


def _format_points(net: int) -> str:
    return f"{net:+d}".replace("-", "\N{MINUS SIGN}") if net else "0"
