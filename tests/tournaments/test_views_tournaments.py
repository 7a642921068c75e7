"""The pages of a tournament: setting it up on the phone, following it, taking it away."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import END, House, a_head, create_denes, recorded
from support.club_web import form_in, session_url, text_of
from support.guest_visits import a_guest_link, open_guest_page
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import Session, Tournament
from tarokk_club.club.tournaments.queries import wall
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables

PASSED = {"type": "hand", "outcome": "passed_out"}


@pytest.fixture
def bela(house: House) -> Client:
    client = Client()
    client.force_login(house.bela)
    return client


def url_of(tournament: Tournament, name: str = "tournament") -> str:
    return reverse(f"club:{name}", args=[tournament.club.slug, tournament.id])


def test_the_secretary_sets_up_and_begins_a_tournament_without_script(
    anna: Client, house: House
) -> None:
    new = reverse("club:tournament_new", args=[house.club.slug])
    form = form_in(anna.get(new), "")
    answer = anna.post(new, form.sent | {"name": "Őszi kupa", "rounds": "3"})
    tournament = Tournament.objects.get()
    assert answer["Location"] == url_of(tournament, "tournament_players")
    assert (tournament.name, tournament.rounds, tournament.turns) == ("Őszi kupa", 3, 4)
    # The game has house rules for tournaments, and they are the ones proposed.
    assert (tournament.game, tournament.rules_preset) == ("paskievics", "tournament")

    players = url_of(tournament, "tournament_players")
    sent = form_in(anna.get(players), "").sent
    anna.post(players, sent | {"players": house.ids("Anna", "Béla", "Csaba", "Dóra")})
    page = url_of(tournament, "tournament_round")
    schedule = url_of(tournament, "tournament_schedule")
    anna.post(schedule, form_in(anna.get(page), schedule).sent)
    shown = text_of(anna.get(page))
    assert "Draw number 1." in shown and "Begin round 1" in shown
    answer = anna.post(page, form_in(anna.get(page), "").sent)

    assert answer["Location"] == url_of(tournament)
    session = Session.objects.get()
    assert sorted(session.seats) == sorted(house.ids("Anna", "Béla", "Csaba", "Dóra"))
    assert "0 of 16 hands" in text_of(anna.get(url_of(tournament)))


def test_previews_another_preset_before_saving(anna: Client, house: House) -> None:
    new = reverse("club:tournament_new", args=[house.club.slug])
    sent = form_in(anna.get(new), "").sent

    answer = anna.post(new, sent | {"name": "Kupa", "game": "danish", "do": "game"})

    assert 'value="Kupa"' in text_of(answer)
    assert form_in(answer, "").sent["game"] == "danish"
    assert not Tournament.objects.exists()


def test_shows_faults_of_the_setup_at_their_fields(anna: Client, house: House) -> None:
    new = reverse("club:tournament_new", args=[house.club.slug])

    sent = form_in(anna.get(new), "").sent
    answer = anna.post(new, sent | {"name": "", "turns": "", "minutes": ""})
    assert answer.status_code == 422
    assert form_in(answer, "").faulty.keys() == {"name"}

    answer = anna.post(new, sent | {"name": "Kupa", "turns": "", "minutes": ""})
    assert answer.status_code == 422
    assert form_in(answer, "").faulty.keys() == {"turns"}


def test_another_draw_can_be_previewed_and_started(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 8)
    page = url_of(tournament, "tournament_round")

    third = anna.get(page, {"draw": "2"})
    assert "Draw number 3." in text_of(third)
    anna.post(page, form_in(third, "").sent)

    seats = [tuple(table.session.seats) for table in load_counting_tables(tournament)]
    assert [[str(one) for one in table] for table in seats] == [
        [str(one) for one in table] for table in third.context["draw"].seating.tables
    ]


def test_the_draw_counts_the_tables_still_playing(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 8)
    first, second = begun(house, tournament)
    page = url_of(tournament, "tournament_round")

    assert "2 tables still play." in text_of(anna.get(page))
    close_with_points(house, first, 3, 1, -1, -3)
    assert "1 table still plays." in text_of(anna.get(page))
    close_with_points(house, second, 3, 1, -1, -3)
    assert "still play" not in text_of(anna.get(page))


def test_the_two_numbers_of_a_seat_are_named_once_there_are_any(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 8)
    first, _second = begun(house, tournament)

    assert "Points · Table points" not in text_of(anna.get(url_of(tournament)))
    close_with_points(house, first, 3, 1, -1, -3)
    assert text_of(anna.get(url_of(tournament))).count("Points · Table points") == 1


def test_stale_draw_is_displayed_again_with_the_reason(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 8)
    page = url_of(tournament, "tournament_round")
    sent = form_in(anna.get(page), "").sent

    answer = anna.post(page, sent | {"mark": "1.old"})
    assert answer.status_code == 409
    assert "here is the new draw" in text_of(answer)
    again = anna.post(page, form_in(answer, "").sent)
    assert again["Location"] == url_of(tournament)


@pytest.mark.parametrize("asked", ["", "x", "-1", "9" * 5000, "²"])
def test_page_accepts_an_invalid_draw_number(anna: Client, house: House, asked: str) -> None:
    page = url_of(a_tournament(house, 8), "tournament_round")

    assert "Draw number" in text_of(anna.get(page, {"draw": asked}))


def test_only_games_of_five_show_the_points_of_a_fifth(anna: Client, house: House) -> None:
    for game, told in (("paskievics", True), ("danish", False)):
        head = a_head(house, game=game, rules={})
        answer = anna.get(url_of(a_tournament(house, head=head)))
        assert "10\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}8" in answer.content.decode()
        page = text_of(answer)
        assert "A table gives 10 – 8 – 6 – 4 table points." in page
        assert ("A table of five gives 10 – 8 – 6 – 4 – 4." in page) == told
        assert ("A table of three gives 10 – 8 – 6." in page) != told


def test_an_empty_list_shows_a_hint(anna: Client, bela: Client, house: House) -> None:
    url = reverse("club:tournaments", args=[house.club.slug])

    assert "There is no tournament yet" in text_of(anna.get(url))
    assert "Set up a tournament" in text_of(anna.get(url))
    assert "Set up a tournament" not in text_of(bela.get(url))
    a_tournament(house, 8)
    assert "Tavaszi kupa" in text_of(bela.get(url))
    assert url in text_of(anna.get(reverse("club:club", args=[house.club.slug])))


def test_following_member_gets_304_until_something_changes(bela: Client, house: House) -> None:
    tournament = a_tournament(house, 8)
    first, _second = begun(house, tournament)
    live = url_of(tournament, "tournament_live")
    tag = bela.get(live)["ETag"]

    def poll() -> Any:
        return bela.get(live, headers={"If-None-Match": tag})

    quiet = poll()
    assert (quiet.status_code, quiet.content) == (304, b"")
    recorded(house, first, PASSED)
    assert poll().status_code == 200
    assert "1 of 4 hands" in text_of(poll())


def test_a_poll_that_finds_nothing_new_asks_the_book_once(
    bela: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(house, 8)
    begun(house, tournament)
    live = url_of(tournament, "tournament_live")
    tag = bela.get(live)["ETag"]

    # The session of the browser, the person, the tournament.
    with django_assert_max_num_queries(3):
        assert bela.get(live, headers={"If-None-Match": tag}).status_code == 304


def test_more_tables_cost_the_page_no_more_queries(
    bela: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(house, 20)
    for session in begun(house, tournament):
        close_with_points(house, session, 3, 1, -1, -3)
    begun(house, tournament)

    with django_assert_max_num_queries(13):
        bela.get(url_of(tournament))


def test_the_projector_shows_tables_and_order_and_no_buttons(bela: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    close_with_points(house, session, 5, 5, -4, -6)

    page = text_of(bela.get(url_of(tournament, "tournament_screen")))
    assert page.count("<b>9</b>") == 2
    assert "<form" not in page
    assert url_of(tournament, "tournament_live") in page


def test_the_projector_lists_everybody_by_name_and_turns_the_list_over(
    bela: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "NAMES_AT_ONCE", 2)
    tournament = a_tournament(house, 4)
    begun(house, tournament)
    screen, live = url_of(tournament, "tournament_screen"), url_of(tournament, "tournament_live")

    first = text_of(bela.get(f"{screen}?show=seats"))
    assert f'hx-get="{live}?show=seats&amp;part=2"' in first
    assert re.findall(r"<b>Table 1</b>, seat \d", first) and "1 of 2" in first
    # What turns over is asked for with the tag of what stands there.
    tag = re.findall(r'data-tag="([^"]*)"', first)[0].replace("&quot;", '"')
    second = bela.get(f"{live}?show=seats&part=2", headers={"if-none-match": tag})
    assert second.status_code == 200
    assert f'hx-get="{live}?show=seats&amp;part=1"' in text_of(second)
    again = {"if-none-match": second.headers["ETag"]}
    assert bela.get(f"{live}?show=seats&part=2", headers=again).status_code == 304


def test_the_prizes_are_called_from_the_last_place_on(bela: Client, house: House) -> None:
    tournament = a_tournament(house, 4, rounds=1)
    (session,) = begun(house, tournament)
    screen = f"{url_of(tournament, 'tournament_screen')}?show=prizes"
    assert "It begins when every table" in text_of(bela.get(screen))
    close_with_points(house, session, 5, 3, -2, -6)

    names = [row.name for row in bela.get(url_of(tournament)).context["standing"].results]
    for given in range(5):
        shown = text_of(bela.get(f"{screen}&given={given}"))
        assert [name for name in names if f"<bdi>{name}</bdi>" in shown] == names[4 - given :]
        assert (f"given={given + 1}" in shown) == (given < 4)
    assert 'class="first"' in shown


def test_running_round_comes_first_and_the_ranking_at_the_end(bela: Client, house: House) -> None:
    tournament = a_tournament(house, 4, rounds=1)
    (session,) = begun(house, tournament)
    pages = [url_of(tournament), url_of(tournament, "tournament_live")]

    def first() -> list[str]:
        """What stands first, on the page and in the part that follows."""
        places = [
            {"round": text.index("<h2>Round 1</h2>"), "order": text.index('"board leaders order')}
            for text in (text_of(bela.get(url)) for url in pages)
        ]
        return [min(one, key=one.__getitem__) for one in places]

    recorded(house, session, PASSED)
    assert first() == ["round"] * 2
    for _hand in range(3):
        recorded(house, session, PASSED)
    assert first() == ["round"] * 2
    recorded(house, session, END)
    assert "Final table" in text_of(bela.get(pages[0]))
    assert first() == ["order"] * 2


def test_a_shared_place_is_written_as_the_reader_does(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 5)
    (session,) = begun(house, tournament)
    close_with_points(house, session, 8, 4, -4, -4, -4)

    assert "<b>4.67</b>" in text_of(anna.get(url_of(tournament)))
    house.anna.language = "hu"
    house.anna.save()
    assert "<b>4,67</b>" in text_of(anna.get(url_of(tournament)))


def test_round_cannot_be_withdrawn_once_a_hand_is_recorded(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    url, back = url_of(tournament), url_of(tournament, "tournament_round_back")

    sent = form_in(anna.get(url), back).sent
    recorded(house, session, PASSED)
    refused = anna.post(back, sent)
    assert refused.status_code == 409
    assert "the round cannot be withdrawn" in text_of(refused)
    assert back not in text_of(anna.get(url))


def test_a_round_is_taken_back(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    begun(house, tournament)
    url, back = url_of(tournament), url_of(tournament, "tournament_round_back")

    anna.post(back, form_in(anna.get(url), back).sent)

    assert load_counting_tables(tournament) == []
    assert "Draw round 1" in text_of(anna.get(url))


def test_the_setup_is_changed_and_keeps_the_game_once_begun(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    page = url_of(tournament, "tournament_settings")
    form = form_in(anna.get(page), "").sent
    assert (form["game"], form["name"]) == ("paskievics", "Tavaszi kupa")

    begun(house, tournament)
    sent = form_in(anna.get(page), "").sent
    assert "game" not in sent
    answer = anna.post(page, sent | {"rounds": "4", "minutes": "45"})

    assert answer["Location"] == url_of(tournament)
    tournament.refresh_from_db()
    assert (tournament.rounds, tournament.minutes, tournament.game) == (4, 45, "paskievics")
    assert "End of the round:" in text_of(anna.get(url_of(tournament)))


def test_a_tournament_set_up_by_mistake_is_deleted_after_a_question(
    anna: Client, house: House
) -> None:
    tournament = a_tournament(house, 8)
    begun(house, tournament)
    url, back = url_of(tournament), url_of(tournament, "tournament_round_back")
    anna.post(back, form_in(anna.get(url), back).sent)
    link, ask = a_guest_link(house, tournament), url_of(tournament, "tournament_delete")
    assert ask in text_of(anna.get(url_of(tournament, "tournament_settings")))
    form = form_in(anna.get(ask), "")
    assert Tournament.objects.exists()

    # A double tap is one act.
    answers = [anna.post(ask, form.sent) for _tap in range(2)]

    gone = reverse("club:tournaments", args=[house.club.slug])
    assert [one["Location"] for one in answers] == [gone, gone]
    assert not Tournament.objects.exists()
    assert anna.get(ask).status_code == anna.get(url).status_code == 404
    assert open_guest_page(link).status_code == 404
    # The tables that were taken back lie in the bin, as before.
    assert {one.binned_at is None for one in Session.objects.all()} == {False}


def test_a_tournament_that_has_begun_stays(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 8)
    ask = url_of(tournament, "tournament_delete")
    form = form_in(anna.get(ask), "")
    begun(house, tournament)

    refused = anna.post(ask, form.sent)

    assert refused.status_code == 409
    assert "A round has begun; the tournament can no longer be deleted." in text_of(refused)
    page = text_of(anna.get(ask))
    assert "This tournament cannot be deleted" in page and "<form" not in page
    assert ask not in text_of(anna.get(url_of(tournament, "tournament_settings")))
    assert Tournament.objects.get() == tournament


def test_a_table_leads_back_to_its_tournament(anna: Client, house: House) -> None:
    tournament = a_tournament(house, 4)
    (session,) = begun(house, tournament)
    pages = [session_url(session, name) for name in ("sheet", "settlement")]
    assert [url_of(tournament) in text_of(anna.get(page)) for page in pages] == [True, True]

    # What is kept of the sheet knows that the session is no table of it any more.
    tournament.tables.all().delete()

    assert [url_of(tournament) in text_of(anna.get(page)) for page in pages] == [False, False]


def test_nobody_deletes_another_clubs_tournament(client: Client, house: House) -> None:
    tournament, user = a_tournament(house, 8), create_denes()
    client.force_login(user)
    ask = reverse("club:tournament_delete", args=[user.clubs.get().slug, tournament.id])

    assert client.get(ask).status_code == 404
    assert client.post(ask, {"key": str(uuid4())}).status_code == 404
    assert Tournament.objects.get() == tournament


def test_the_log_names_the_tournament_and_the_round(house: House, anna: Client) -> None:
    tournament = a_tournament(house, name="Spring cup")
    begun(house, tournament)
    log = text_of(anna.get(reverse("club:log", args=[house.club.slug])))

    assert "anna set up the tournament “Spring cup”." in log
    seed = f"{tournament.id} 1 0"
    assert f"anna started round 1 of “Spring cup”, drawn from the seed {seed}." in log
