"""Tallies counted when a hand is saved: roles, figures, kontras, runs, trophies."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from support.catalogue import row
from support.club_factories import PASSED_OUT, House, a_form, a_hand, a_session, recorded
from tarokk_club.club.models import Session, Tally
from tarokk_club.club.session.usecases.events import correct_event, delete_event, record_event


def facts_of(session: Session) -> dict[str, Any]:
    facts: dict[str, Any] = Tally.objects.get(session=session).facts
    return facts


def of(house: House, session: Session, name: str) -> dict[str, Any]:
    """What was counted of this player."""
    facts: dict[str, Any] = facts_of(session)["players"][house.players[name]]
    return facts


def announcement(house: House, figure: str, by: str, kontra: int = 0) -> dict[str, Any]:
    return {"figure": figure, "by": house.players[by], "kontra": kontra}


def test_roles_bids_and_runs_follow_the_hands(house: House, session: Session) -> None:
    alone = a_hand(house, "Anna", bid="solo", result="lost") | {"partner": None}
    recorded(house, session, a_hand(house), PASSED_OUT, alone, a_hand(house, "Béla", "Anna"))

    anna, bela = of(house, session, "Anna"), of(house, session, "Béla")

    assert anna["roles"] == {"declarer": [1, 1, 1], "alone": [1, 0, -24], "partner": [1, 1, 2]}
    assert anna["bids"] == {"three": [1, 1, 1], "solo": [1, 0, -24]}
    assert bela["roles"] == {"opponent": [2, 1, 7], "declarer": [1, 1, 2]}
    assert (anna["run"], bela["run"]) == ("+-+", "-++")
    assert [anna["best"][0], anna["best"][2]] == [2, 4]
    assert [anna["worst"][0], anna["worst"][2]] == [-24, 3]


def test_with_whom_and_against_whom(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Anna"))

    anna = of(house, session, "Anna")

    assert anna["with"] == {house.players["Csaba"]: [1, 1], house.players["Béla"]: [1, 1]}
    assert anna["against"] == {
        house.players["Béla"]: [1, 1],
        house.players["Dóra"]: [2, 2],
        house.players["Csaba"]: [1, 1],
    }


def test_figures_count_for_their_announcer_or_the_side(house: House, session: Session) -> None:
    announced = [
        announcement(house, "trull", "Csaba"),
        announcement(house, "four_kings", "Dóra", 1),
    ]
    recorded(house, session, a_hand(house, announced=announced, trull="declarer"))
    recorded(house, session, a_hand(house, trull="declarer"))
    silent = {"by": house.players["Béla"], "made": False}
    recorded(house, session, a_hand(house, pagat_ultimo=silent))

    assert of(house, session, "Csaba")["figures"]["trull"] == [1, 0, 1, 0, 2, 3]
    assert of(house, session, "Anna")["figures"]["trull"] == [0, 0, 1, 0, 0, 1]
    assert of(house, session, "Dóra")["figures"]["four_kings"] == [0, 1, 0, 0, -4, -4]
    assert of(house, session, "Béla")["figures"]["pagat_ultimo"] == [0, 0, 0, 1, 0, -5]
    assert set(facts_of(session)["made"]) == {"trull"}
    assert facts_of(session)["made"]["trull"][0] == 2


def test_kontras_alternate_between_the_sides(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house, kontra_game=2))
    recorded(house, session, a_hand(house, announced=[announcement(house, "trull", "Béla", 1)]))

    assert of(house, session, "Anna")["kontras"] == {"1": [1, 1], "2": [1, 1]}
    assert of(house, session, "Dóra")["kontras"] == {"1": [1, 0]}


@row("S96")
def test_a_kontra_with_a_recorded_speaker_counts_for_the_speaker(
    house: House, session: Session
) -> None:
    anna, bela, csaba = house.ids("Anna", "Béla", "Csaba")
    kontras = [{"on": "game", "by": [bela, csaba]}, {"on": 0, "by": [anna]}]
    announced = [announcement(house, "trull", "Béla", 1)]
    hand = a_hand(house, kontra_game=2, announced=announced, kontras=kontras)
    recorded(house, session, hand)

    assert of(house, session, "Anna")["kontras"] == {"1": [1, 1]}
    assert of(house, session, "Béla")["kontras"] == {"1": [1, 0]}
    assert of(house, session, "Csaba")["kontras"] == {"2": [1, 1]}
    assert of(house, session, "Dóra")["kontras"] == {}


def test_a_pot_pays_for_a_figure_without_counting_it_twice(house: House) -> None:
    session = a_session(house, rules={"preset": "pagat", "void_hands": "pot"})
    made = {"by": house.players["Anna"], "made": True}
    hand = a_hand(house, announced=[announcement(house, "pagat_ultimo", "Anna")], pagat_ultimo=made)
    recorded(house, session, PASSED_OUT, hand)

    assert of(house, session, "Anna")["figures"]["pagat_ultimo"] == [1, 0, 0, 0, 14, 14]
    assert facts_of(session)["made"]["pagat_ultimo"][0] == 1


def test_finds_trophies(house: House, session: Session) -> None:
    caught = {"by": house.players["Béla"], "from": house.players["Anna"]}
    nine = {"player": house.players["Dóra"], "count": 9}
    eight = {"player": house.players["Anna"], "count": 8}
    recorded(
        house,
        session,
        a_hand(house, result="all_tricks"),
        a_hand(house, xxi_catch=caught, tarokks=[nine, eight]),
        a_hand(house, kontra_game=3, result="lost"),
        a_hand(house, announced=[announcement(house, "volat", "Anna")]),
    )

    found = {
        (kind, number, tuple(players), count)
        for kind, _entry, number, players, count in facts_of(session)["trophies"]
    }

    assert found == {
        ("volat", 1, tuple(house.ids("Anna", "Csaba")), 0),
        ("xxi", 2, (house.players["Béla"],), 0),
        ("nine", 2, (house.players["Dóra"],), 9),
        ("kontra", 3, tuple(house.ids("Béla", "Dóra")), 3),
    }


def test_tallies_are_rebuilt_with_the_postings(house: House, session: Session) -> None:
    first, second = recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"))
    assert first.entry_id and second.entry_id
    correct_event(
        session_id=session.id,
        form=a_form(house.anna),
        entry_id=first.entry_id,
        raw=a_hand(house, "Csaba", "Dóra"),
    )
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=second.entry_id)

    assert of(house, session, "Csaba")["roles"] == {"declarer": [1, 1, 1]}
    assert of(house, session, "Béla")["roles"] == {"opponent": [1, 0, -1]}


def test_danes_play_each_for_himself(house: House) -> None:
    seats = house.ids("Anna", "Béla", "Csaba", "Dóra")
    session = a_session(house, game="danish", rules={}, players=seats, dealer=seats[0])
    tout = {"type": "hand", "tout": seats[0], "card_points": {seats[0]: 78, seats[1]: 0}}
    last = {"winner": seats[0], "with": "other"}
    recorded(house, session, tout | {"last_trick": last})

    anna = of(house, session, "Anna")

    assert anna["roles"] == anna["bids"] == anna["with"] == {}
    assert set(anna["against"]) == {seats[1], seats[3]}, "who sits out is nobody's opponent"
    assert anna["figures"]["tout"][:4] == [0, 0, 1, 0]
    assert seats[2] not in facts_of(session)["players"]


@pytest.mark.parametrize("hands", [2, 12])
def test_saving_a_hand_asks_as_often_however_many_there_are(house: House, hands: int) -> None:
    session = a_session(house)
    recorded(house, session, *[a_hand(house)] * hands)
    with CaptureQueriesContext(connection) as asked:
        record_event(session_id=session.id, form=a_form(house.anna), raw=a_hand(house))

    tallies = [one["sql"] for one in asked if "club_tally" in one["sql"]]
    assert len(tallies) == 1


def test_the_xxi_trophy_goes_to_its_captor_not_the_announcer(
    house: House, session: Session
) -> None:
    caught = {"by": house.players["Csaba"], "from": house.players["Béla"]}
    hand = a_hand(house, announced=[announcement(house, "xxi_catch", "Anna")], xxi_catch=caught)
    recorded(house, session, hand)

    assert facts_of(session)["trophies"][0][3] == house.ids("Csaba")
    assert of(house, session, "Anna")["figures"]["xxi_catch"][:2] == [1, 0]


def test_counts_nine_tarokks_even_if_they_pay_nothing(house: House, session: Session) -> None:
    nine = {"player": house.players["Anna"], "count": 9, "declared": False}
    recorded(house, session, a_hand(house, tarokks=[nine]) | {"partner": None, "bid": "solo"})

    assert [row[0] for row in facts_of(session)["trophies"]] == ["nine"]
    assert facts_of(session)["made"]["nine"][0] == 1
