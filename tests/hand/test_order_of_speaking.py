"""The order of speaking on the forms of the four Hungarian games: tapped, changed, stored."""

from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from scoring.games import GAMES
from support.catalogue import row
from support.club_factories import House
from support.entry_forms import address, fields_of, with_ids
from support.entry_phone import table_of as session_of
from support.hand_forms import form_of, seating
from support.strategies.hungarian import faults, hand, table_of
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.hand.forms.hungarian.announcement_slots import build_slots
from tarokk_club.club.hand.forms.hungarian.figures import FigureRows
from tarokk_club.club.models import Draft, Entry

HUNGARIAN = ("paskievics", "illustrated", "magas", "zebi")
PLAIN = {"declarer": "Anna", "bid": "two", "partner": "Csaba", "result": "won"}
SAID = {
    "trull_ours": "on",
    "volat_ours": "on",
    "pagat_ultimo_theirs": "on",
    "trull_ours_by": "Csaba",
    "volat_ours_by": "Anna",
    "pagat_ultimo_theirs_by": "Béla",
    "trull_ours_made": "lost",
    "pagat_ultimo_theirs_made": "lost",
    "order": "pagat_ultimo_theirs trull_ours volat_ours",
}
FIGURES = ["pagat_ultimo", "trull", "volat"]


def form(game: str = "paskievics", **choices: Any) -> FigureRows:
    made = form_of(ENTRY_GAMES[game], table_of(game=GAMES[game]), {**PLAIN, **choices})
    assert isinstance(made, FigureRows)
    return made


def after_step(step: str, **choices: Any) -> list[str]:
    """The order of speaking after a button of its list."""
    sent = QueryDict(mutable=True)
    sent.update({**PLAIN, **SAID, **choices, "step": step})
    after = ENTRY_GAMES["paskievics"].apply_step(sent, seating(table_of()))
    return str(after["order"]).split()


@row("S95")
@pytest.mark.parametrize("game", HUNGARIAN)
def test_the_record_has_the_announcements_in_the_order_of_the_taps(game: str) -> None:
    raw = form(game, **SAID).read_raw_event()
    assert [one["figure"] for one in raw["announced"]] == FIGURES
    again = ENTRY_GAMES[game].build_initial(raw, table_of(game=GAMES[game]))
    assert again["order"].split() == SAID["order"].split()


def test_the_list_names_them_in_their_order() -> None:
    spoken = form(**SAID).spoken_announcements
    assert [one.name for one in spoken] == SAID["order"].split()
    assert spoken[1].text == "Trull: announced by the declarer's side"
    assert [(one.first, one.last) for one in spoken] == [
        (True, False),
        (False, False),
        (False, True),
    ]


def test_one_announcement_has_no_order() -> None:
    assert form(trull_ours="on").spoken_announcements == []


@pytest.mark.parametrize(
    ("step", "order"),
    [
        ("later pagat_ultimo_theirs", "trull_ours pagat_ultimo_theirs volat_ours"),
        ("earlier trull_ours", "trull_ours pagat_ultimo_theirs volat_ours"),
        # Nothing is before the first, and nothing after the last.
        ("earlier pagat_ultimo_theirs", SAID["order"]),
        ("later volat_ours", SAID["order"]),
        # After its volat a side announces no trull.
        ("later trull_ours", SAID["order"]),
        ("earlier volat_ours", SAID["order"]),
        ("order", SAID["order"]),
        ("later nothing", SAID["order"]),
    ],
)
def test_a_button_moves_an_announcement_unless_a_volat_keeps_it(step: str, order: str) -> None:
    assert after_step(step) == order.split()


def test_list_shows_moves_that_a_volat_prevents() -> None:
    spoken = form(**SAID).spoken_announcements
    assert [(one.cannot_move_earlier, one.cannot_move_later) for one in spoken] == [
        (False, False),
        (False, True),
        (True, False),
    ]


@row("S95")
@pytest.mark.parametrize("game", HUNGARIAN)
def test_after_its_volat_the_horn_is_greyed_where_the_scorer_refuses(game: str) -> None:
    filled = form(game)
    barred = {name for name, slot in filled.slots.items() if _is_ruled_out(filled, name)}
    assert barred == {name for name, slot in filled.slots.items() if _is_refused(game, slot.figure)}
    assert {"double_ours", "trull_ours", "four_kings_theirs"} <= barred
    assert ("banda_ours" in barred) == ("szinesites_ours" in barred) == (game == "zebi")


def _is_ruled_out(filled: FigureRows, name: str) -> bool:
    slot = filled.slots[name]
    choice = f"volat_{slot.side}=on&{name}!=on"
    return choice in [choices for choices, _why in filled.build_announcement_chip(slot).conflicts]


def _is_refused(game: str, figure: Any) -> bool:
    """Whether the scorer refuses the figure after the volat of its side, and not before it."""
    item: dict[str, Any] = {"figure": figure.key, "by": "Anna"}
    item |= {"made": False} if figure.has_result else {}
    item |= {"suit": "hearts"} if figure.suited else {}
    item |= {"rank": "queen"} if figure.ranked else {}
    volat = {"figure": "volat", "by": "Anna"}
    table = table_of(game=GAMES[game])
    found = [
        {fault.code for fault in faults(hand(announced=said), table, GAMES[game])}
        for said in ([volat, item], [item, volat])
    ]
    assert "hu.after_volat" not in found[1]
    return "hu.after_volat" in found[0]


def test_the_default_order_is_a_possible_one() -> None:
    slots = list(build_slots(form("zebi").allowed))
    volat = slots.index("volat_ours")
    assert all(slots.index(f"{one}_ours") < volat for one in ("trull", "banda", "szinesites"))


@row("S95")
@pytest.mark.django_db
def test_draft_correction_and_versions_keep_the_order(client: Client, house: House) -> None:
    client.force_login(house.anna)
    session = session_of(house, "paskievics")
    page = address(session, "hand_new")
    sent = fields_of(client.get(page)) | with_ids(house, {**PLAIN, **SAID, "partner": "Csaba"})
    client.post(address(session, "draft"), sent)
    assert [one["figure"] for one in Draft.objects.get().record["announced"]] == FIGURES
    assert fields_of(client.get(page))["order"] == SAID["order"]

    client.post(page, sent | {"revision": "1"})
    entry = Entry.objects.get()
    assert [one["figure"] for one in entry.record["announced"]] == FIGURES

    correct = address(session, "entry_correct", entry.id)
    shown = fields_of(client.get(correct))
    assert shown["order"] == SAID["order"]
    stepped = fields_of(client.post(correct, shown | {"step": "earlier trull_ours"}))
    assert stepped["order"].split()[0] == "trull_ours"
    client.post(correct, stepped | {"confirm": "1"})
    entry.refresh_from_db()
    assert [one["figure"] for one in entry.record["announced"]] == ["trull", FIGURES[0], "volat"]
