"""Speakers of kontras and reasons to play alone: folds that a plain hand does not need."""

from typing import Any

import pytest
from django.test import Client

from scoring.games import GAMES
from support.catalogue import row
from support.club_factories import House
from support.entry_forms import address, fields_of, with_ids
from support.entry_phone import table_of as session_of
from support.hand_forms import form_of
from support.strategies.hungarian import faults, table_of
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.hand.forms.hungarian.playing_alone import PlayingAloneRows
from tarokk_club.club.models import Entry

PLAIN = {"declarer": "Anna", "bid": "two", "partner": "Csaba", "result": "won"}
SAID = {
    "kontra_game": "2",
    "kontra_game_said_1": "Béla",
    "kontra_game_said_2": "Csaba",
    "trull_ours": "on",
    "trull_ours_by": "Anna",
    "trull_ours_made": "lost",
    "pagat_ultimo_theirs": "on",
    "pagat_ultimo_theirs_by": "Dóra",
    "pagat_ultimo_theirs_made": "lost",
    "pagat_ultimo_theirs_kontra": "1",
    "pagat_ultimo_theirs_kontra_said_1": "Csaba",
    "order": "trull_ours pagat_ultimo_theirs",
}
KONTRAS = [{"on": "game", "by": ["Béla", "Csaba"]}, {"on": 1, "by": ["Csaba"]}]
ALONE = {"partner": "alone", "alone": "discarded", "discarded_by": "Béla", "called": "XIX"}


def form(game: str = "paskievics", **choices: Any) -> PlayingAloneRows:
    made = form_of(ENTRY_GAMES[game], table_of(game=GAMES[game]), {**PLAIN, **choices})
    assert isinstance(made, PlayingAloneRows)
    return made


@row("S96")
@pytest.mark.parametrize("game", ["paskievics", "illustrated", "magas", "zebi"])
def test_records_and_shows_the_speaker_of_each_kontra(game: str) -> None:
    filled = form(game, **SAID)
    raw = filled.read_raw_event()
    again = ENTRY_GAMES[game].build_initial(raw, table_of(game=GAMES[game]))

    assert filled.is_valid()
    assert raw["kontras"] == KONTRAS
    assert faults(raw, table_of(game=GAMES[game]), GAMES[game]) == []
    assert {name: again[name] for name in SAID if "_said_" in name} == {
        name: player for name, player in SAID.items() if "_said_" in name
    }


def test_a_kontra_follows_its_announcement_when_the_order_changes() -> None:
    moved = form(**{**SAID, "order": "pagat_ultimo_theirs trull_ours"}).read_raw_event()
    assert moved["kontras"] == [KONTRAS[0], {"on": 0, "by": ["Csaba"]}]


def test_only_the_side_in_turn_can_give_kontra() -> None:
    asked = {one.name: [chip.value for chip in one.chips] for one in form(**SAID).kontra_speakers}
    assert asked == {
        "kontra_game_said_1": ["Béla", "Dóra"],
        "kontra_game_said_2": ["Anna", "Csaba"],
        "pagat_ultimo_theirs_kontra_said_1": ["Anna", "Csaba"],
    }
    assert form(**SAID).kontra_speakers[1].text == "Rekontra to the game"


def test_a_plain_hand_needs_no_speaker() -> None:
    assert form().kontra_speakers == []
    assert "kontras" not in form(kontra_game="1").read_raw_event()
    assert form(kontra_game="1").is_valid()


def test_a_step_without_a_speaker_needs_one_if_another_has_one() -> None:
    half = form(kontra_game="2", kontra_game_said_2="Anna")
    assert not half.is_valid()
    assert [*half.errors] == ["kontra_game_said_1"]
    assert "kontras" not in half.read_raw_event()


def test_a_speaker_of_the_wrong_side_is_refused_at_the_step() -> None:
    wrong = form(kontra_game="1", kontra_game_said_1="Csaba")
    (fault,) = faults(wrong.read_raw_event(), table_of())
    wrong.show_problems([fault])
    assert fault.code == "hu.kontras_side" and "kontra_game_said_1" in wrong.errors


@row("S96")
def test_why_a_declarer_plays_alone_is_entered_while_it_fits() -> None:
    raw = form(**ALONE).read_raw_event()
    assert (raw["alone"], raw["discarded_by"]) == ("discarded", "Béla")
    again = ENTRY_GAMES["paskievics"].build_initial(raw, table_of())
    assert (again["alone"], again["discarded_by"]) == ("discarded", "Béla")

    with_partner = form(**{**ALONE, "partner": "Csaba"}).read_raw_event()
    assert not {"alone", "discarded_by"} & set(with_partner)
    # Only the XX can be the declarer's own, and the declarer discarded no called card.
    assert "alone" not in form(**{**ALONE, "alone": "own"}).read_raw_event()
    assert "discarded_by" not in form(**{**ALONE, "discarded_by": "Anna"}).read_raw_event()


def test_conflicting_choices_are_greyed() -> None:
    own, discarded = form().playing_alone_chips
    assert [choice for choice, _why in own.conflicts] == ["partner!=alone", "called!=&called!=XX"]
    assert [choice for choice, _why in discarded.conflicts] == ["partner!=alone"]
    assert form().discarders[0].conflicts[0][0] == "alone!=discarded"


@pytest.mark.django_db
def test_without_script_a_button_shows_the_steps_that_were_tapped(
    client: Client, house: House
) -> None:
    client.force_login(house.anna)
    session = session_of(house, "paskievics")
    page = address(session, "hand_new")
    sent = fields_of(client.get(page)) | with_ids(house, {**PLAIN, "kontra_game": "1"})
    shown = client.post(page, sent | {"step": "kontras"})
    fields = fields_of(shown)
    assert not Entry.objects.exists() and fields["bid"] == "two"

    bela = house.players["Béla"]
    client.post(page, fields | {"kontra_game_said_1": bela})
    assert Entry.objects.get().record["kontras"] == [{"on": "game", "by": [bela]}]


@pytest.mark.django_db
def test_a_script_gets_only_the_steps(client: Client, house: House) -> None:
    client.force_login(house.anna)
    session = session_of(house, "paskievics")
    page = address(session, "hand_new")
    sent = fields_of(client.get(page)) | with_ids(house, {**PLAIN, "kontra_game": "1"})
    answer = client.post(page, sent | {"step": "kontras"}, headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert text.lstrip().startswith('<div id="kontra-panel"')
    assert "kontra_game_said_1" in text and "step-panel" not in text
