"""Joining, leaving, agreed points and notice: entered, and corrected afterwards."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from support.club_factories import END, House, a_hand, a_session, a_user, create_denes, recorded
from support.club_web import entry_url, form_in, is_described, send, session_url, text_of
from support.page_reader import rows_of
from tarokk_club.club.hand.forms.events import SignedField
from tarokk_club.club.models import Entry, Player, Role, Session
from tarokk_club.club.session.queries.replay.posted_session import load_posted_session

KINDS = ("join", "leave", "adjust", "notice")


def last_of(session: Session) -> Entry:
    entry = session.entries.order_by("position").last()
    assert entry
    return entry


def points(house: House, **amounts: str) -> dict[str, str]:
    return {f"points_{house.players[name]}": amount for name, amount in amounts.items()}


def test_a_player_joins_through_the_form(anna: Client, house: House, session: Session) -> None:
    cili, dora = house.ids("Cili", "Dóra")

    done = send(anna, session_url(session, "join"), player=cili, after=dora, note="late train")

    assert done.headers["Location"] == session_url(session, "sheet")
    entry = last_of(session)
    assert entry.record == {"type": "join", "player": cili, "after": dora}
    assert entry.note == "late train"
    assert "<bdi>Cili</bdi>" in text_of(anna.get(session_url(session, "sheet")))


def test_a_player_leaves(anna: Client, house: House, session: Session) -> None:
    send(anna, session_url(session, "join"), player=house.players["Cili"], after=session.seats[3])

    send(anna, session_url(session, "leave"), player=house.players["Béla"])

    assert last_of(session).record == {"type": "leave", "player": house.players["Béla"]}


@pytest.mark.parametrize(("gone", "deals"), [("Cili", "Anna"), ("Anna", "Feri")])
def test_sixth_player_replaces_a_seated_one_in_one_step(
    anna: Client, house: House, gone: str, deals: str
) -> None:
    names = ("Anna", "Béla", "Csaba", "Dóra", "Cili")
    session = a_session(house, players=house.ids(*names), dealer=house.players["Anna"])
    feri = str(Player.objects.create(club=house.club, name="Feri").pk)
    url = session_url(session, "join")
    shown = text_of(anna.get(url))
    sent = form_in(anna.get(url), url).sent | {"player": feri, "after": house.players[gone]}

    assert "The table is full: 5 sit at it." in shown and "Whose place?" in shown
    done = anna.post(url, sent)

    assert done.headers["Location"] == session_url(session, "sheet")
    table = load_posted_session(session).table
    ids = house.players | {"Feri": feri}
    assert list(table.seats) == [ids["Feri" if name == gone else name] for name in names] or (
        gone == "Anna" and list(table.seats) == [ids[name] for name in (*names[1:], "Feri")]
    )
    assert table.dealer == ids[deals]
    kinds = [one.record["type"] for one in session.entries.order_by("position")]
    assert kinds == ["leave", "join"] + (["dealer"] if gone == "Anna" else [])


def test_joining_a_free_seat_asks_for_no_place(anna: Client, session: Session) -> None:
    assert "The table is full" not in text_of(anna.get(session_url(session, "join")))


def test_agreed_points_are_written_as_people_write_them(
    anna: Client, house: House, session: Session
) -> None:
    amounts = points(house, Anna="−12", Béla="5-", Csaba="+3", Dóra="14")

    send(anna, session_url(session, "adjust"), **amounts, note="The wine")

    anna_, bela, csaba, dora = session.seats
    assert last_of(session).record["points"] == {anna_: -12, bela: -5, csaba: 3, dora: 14}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"Anna": "5"}, "The points add up to 5 and must add up to 0."),
        ({"Anna": "-1005"}, "The points add up to −1 005 and must add up to 0."),
        ({}, "Fill in who receives and who pays."),
        ({"Anna": "a lot"}, "Write a whole number"),
        ({"Anna": "1.5", "Béla": "-1.5"}, "Write a whole number"),
        ({"Anna": "²"}, "Write a whole number"),
    ],
)
def test_points_that_do_not_add_up_are_refused_and_stay_in_the_form(
    anna: Client, house: House, session: Session, typed: dict[str, str], said: str
) -> None:
    amounts = points(house, **typed)
    url = session_url(session, "adjust")

    refused = send(anna, url, **amounts, note="The wine")

    assert refused.status_code == 422
    assert said in text_of(refused)
    kept = form_in(refused, url).sent
    assert kept["note"] == "The wine"
    assert amounts.items() <= kept.items()
    assert not session.entries.exists()


def test_a_problem_is_announced_to_screen_readers(
    anna: Client, house: House, session: Session
) -> None:
    url = session_url(session, "adjust")

    refused = send(anna, url, **points(house, Anna="a lot"))

    form = form_in(refused, url)
    assert is_described(refused, form, f"points_{house.players['Anna']}")
    assert is_described(refused, form, "note")


def test_notice_can_be_given_and_its_skiz_entered_later(
    anna: Client, house: House, session: Session
) -> None:
    send(anna, session_url(session, "notice"), player=house.players["Anna"], skiz="")
    entry = last_of(session)
    url = entry_url(entry, "event_correct")
    assert url in text_of(anna.get(session_url(session, "sheet")))

    looked = send(anna, url, skiz=house.players["Csaba"], reason="The hand was dealt")
    form = form_in(looked, url).sent
    done = anna.post(url, form | {"confirm": looked.context["mark"]})

    assert looked.status_code == 200
    assert done.headers["Location"] == session_url(session, "sheet")
    entry.refresh_from_db()
    assert entry.record["skiz"] == house.players["Csaba"]
    assert url not in text_of(anna.get(session_url(session, "sheet")))


def test_a_change_after_the_preview_is_previewed_again(
    anna: Client, house: House, session: Session
) -> None:
    send(anna, session_url(session, "notice"), player=house.players["Anna"], skiz="")
    url = entry_url(last_of(session), "event_correct")
    looked = send(anna, url, skiz=house.players["Csaba"])

    again = anna.post(
        url,
        form_in(looked, url).sent
        | {"skiz": house.players["Dóra"], "confirm": looked.context["mark"]},
    )

    assert again.status_code == 200
    assert "Save the correction" in text_of(again)
    assert "skiz" not in last_of(session).record


def test_a_correction_shows_the_totals_first(anna: Client, house: House, session: Session) -> None:
    send(anna, session_url(session, "adjust"), **points(house, Anna="-4", Béla="4"), note="Wine")
    url = entry_url(last_of(session), "event_correct")

    shown = text_of(send(anna, url, **points(house, Anna="-6", Béla="6")))

    assert ["−4", "−6"] in [row[1:] for row in rows_of(shown)]
    assert last_of(session).record["points"][session.seats[0]] == -4


def test_event_page_does_not_correct_hands(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house))

    assert anna.get(entry_url(last_of(session), "event_correct")).status_code == 404


def test_the_same_form_counts_once(anna: Client, house: House, session: Session) -> None:
    url = session_url(session, "notice")
    sent = form_in(anna.get(url), url).sent | {"player": house.players["Anna"]}

    first, second = anna.post(url, sent), anna.post(url, sent)
    other = anna.post(url, sent | {"player": house.players["Béla"]})

    assert first.headers["Location"] == second.headers["Location"]
    assert other.status_code == 409
    assert session.entries.count() == 1


def test_a_stale_form_preserves_the_input(anna: Client, house: House, session: Session) -> None:
    url = session_url(session, "adjust")
    old = form_in(anna.get(url), url).sent | points(house, Anna="-4", Béla="4") | {"note": "Wine"}
    recorded(house, session, a_hand(house))

    refused = anna.post(url, old)
    kept = form_in(refused, url).sent

    assert refused.status_code == 409
    assert points(house, Anna="-4", Béla="4").items() <= kept.items()
    assert session.entries.count() == 1
    assert anna.post(url, kept).status_code == 302
    assert session.entries.count() == 2


def test_form_proposes_a_new_player_when_all_are_seated(
    anna: Client, house: House, session: Session
) -> None:
    Player.objects.filter(name="Cili").update(archived_at=timezone.now())

    assert "somebody new to the club" in text_of(anna.get(session_url(session, "join")))


def test_a_closed_session_takes_nothing(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, END)

    refused = send(anna, session_url(session, "notice"), player=house.players["Anna"])

    assert refused.status_code == 422
    assert session.entries.count() == 1


def test_event_pages_require_the_right_role(client: Client, house: House, session: Session) -> None:
    scorer = a_user("zoli", club=house.club, roles=(Role.SCORER,))
    wanted = {house.anna: 200, scorer: 200, house.bela: 403, create_denes(): 404}
    for user, status in wanted.items():
        client.force_login(user)
        answers = {client.get(session_url(session, kind)).status_code for kind in KINDS}
        assert answers == {status}


def test_few_queries(
    anna: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, {"type": "notice", "player": house.players["Anna"]})
    urls = [*(session_url(session, kind) for kind in KINDS)]
    for url in (*urls, entry_url(last_of(session), "event_correct")):
        with django_assert_max_num_queries(12):
            assert anna.get(url).status_code == 200


def test_the_message_names_the_players_of_the_event(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    url, csaba = session_url(session, "leave"), house.players["Csaba"]

    send(anna, url, player=csaba)

    assert "Csaba has left." in text_of(anna.get(session_url(session, "sheet")))


def test_new_player_sits_down_at_once(anna: Client, house: House, session: Session) -> None:
    form = {"newcomer": "Elemér", "after": session.seats[3]}
    done = send(anna, session_url(session, "join"), **form)
    assert done.headers["Location"] == session_url(session, "sheet")
    elemer = Player.objects.get(club=house.club, name="Elemér")
    assert last_of(session).record["player"] == str(elemer.pk)
    assert "Elemér has joined." in text_of(anna.get(session_url(session, "sheet")))


def test_taken_name_of_a_new_player_is_refused_at_its_field(
    anna: Client, house: House, session: Session
) -> None:
    url = session_url(session, "join")
    refused = send(anna, url, newcomer="Béla", after=session.seats[0])
    assert refused.status_code == 422
    assert "Somebody has this name already" in text_of(refused)
    assert not session.entries.exists()


def test_a_refused_newcomer_is_not_added_and_can_be_sent_again(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    url = session_url(session, "join")
    typed = {"newcomer": "Elemér", "after": session.seats[3]}

    stale = anna.post(url, {"key": str(uuid4()), "version": 1, **typed})
    assert stale.status_code == 409
    assert not Player.objects.filter(name="Elemér").exists()

    shown = {name: str(stale.context["form"][name].value()) for name in ("key", "version")}
    assert anna.post(url, shown | typed).status_code == 302
    elemer = Player.objects.get(club=house.club, name="Elemér")
    assert last_of(session).record["player"] == str(elemer.pk)


def test_the_dealer_is_set_by_hand_with_a_reason(
    anna: Client, house: House, session: Session
) -> None:
    url = session_url(session, "another_dealer")
    csaba = house.players["Csaba"]
    assert send(anna, url, player=csaba).status_code == 422
    done = send(anna, url, player=csaba, note="Dóra went for coffee")
    assert done.headers["Location"] == session_url(session, "sheet")
    assert last_of(session).record == {"type": "dealer", "player": csaba}
    assert last_of(session).note == "Dóra went for coffee"
    assert "<bdi>Csaba</bdi> deals" in anna.get(session_url(session, "sheet")).content.decode()


@pytest.mark.parametrize(
    "typed", ["-1200", "−1200", "–1200", "1200-", "− 1\N{NO-BREAK SPACE}200", "-1\u202f200"]
)
def test_a_number_is_read_with_any_minus_and_any_space(typed: str) -> None:
    assert SignedField().clean(typed) == -1200
