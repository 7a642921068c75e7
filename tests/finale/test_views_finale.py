"""How a session ended: who won, its places, its best hand and its costliest, who pays whom."""

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from support.club_factories import (
    END,
    PASSED_OUT,
    SEATED,
    House,
    a_catch,
    a_form,
    a_hand,
    a_session,
    create_denes,
    recorded,
)
from support.club_web import entry_url, send, session_url, text_of
from support.page_reader import rows_of
from tarokk_club.club.finale.queries import Finale, build_finale
from tarokk_club.club.models import Club, MoneyRules, Player, Session, User
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.sheet.queries.sheets import load_sheet


def ended(session: Session) -> Finale:
    session.refresh_from_db()
    return build_finale(load_sheet(session))


def read_finale_page(client: Client, session: Session) -> str:
    return text_of(client.get(session_url(session, "finale")))


def placed(finale: Finale) -> list[tuple[int, str, int]]:
    return [(one.place, one.name, one.points) for one in finale.places]


def places_on(page: str) -> list[list[str]]:
    """Return the rows of the players in the order of their places."""
    return rows_of(page, "//table[@class='board']/tbody")


def test_the_finale_names_the_winner_and_the_costliest_hand(
    bela: Client, house: House, session: Session
) -> None:
    alone = {**a_hand(house), "partner": None, "bid": "solo"}
    recorded(house, session, a_hand(house), alone, END)
    first, dear = session.entries.order_by("position")[:2]

    page = read_finale_page(bela, session)

    assert "<b><bdi>Anna</bdi></b>" in page
    assert "has won the session with +" in page
    assert f'href="{entry_url(dear)}"' in page
    assert f'href="{entry_url(first)}"' not in page
    assert "The best hand" in page and "The costliest hand" in page
    assert "Running totals of the session, hand by hand" in page
    assert "Anna 2 hands" in [row[1] for row in places_on(page)]
    assert "Who pays whom" in page and "HUF" in page


def test_closing_a_session_leads_here(client: Client, house: House, session: Session) -> None:
    client.force_login(house.anna)
    recorded(house, session, a_hand(house))

    closed = send(client, session_url(session, "close"), at=session_url(session, "closing"))

    assert closed.headers["Location"] == session_url(session, "finale")
    assert "has won" in read_finale_page(
        client, session
    ) or "share the first place" in read_finale_page(client, session)


def test_a_closed_sheet_leads_here_and_an_open_one_does_not(
    bela: Client, house: House, session: Session
) -> None:
    link = f'href="{session_url(session, "finale")}"'
    recorded(house, session, a_hand(house))
    before = text_of(bela.get(session_url(session, "sheet")))
    recorded(house, session, END)

    assert link not in before
    assert text_of(bela.get(session_url(session, "sheet"))).count(link) == 2


def test_an_open_session_has_no_end_yet(bela: Client, session: Session) -> None:
    answer = bela.get(session_url(session, "finale"))

    assert answer.headers["Location"] == session_url(session, "sheet")


def test_equal_points_share_a_place(bela: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)

    assert placed(ended(session)) == [
        (1, "Anna", 1),
        (1, "Csaba", 1),
        (3, "Béla", -1),
        (3, "Dóra", -1),
    ]
    page = read_finale_page(bela, session)
    assert "share the first place with +1 each" in page
    assert [row[0] for row in places_on(page)] == ["1.", "1.", "3.", "3."]
    # Hungarian has one plural form; a tie is a sentence of its own.
    User.objects.filter(pk=house.bela.pk).update(language="hu")
    assert "fejenként +1 ponttal, holtversenyben elsők" in read_finale_page(bela, session)


def test_session_without_hands_has_no_winner(bela: Client, house: House, session: Session) -> None:
    recorded(house, session, END)
    page = read_finale_page(bela, session)

    assert "No hand was played." in page
    assert ended(session).winners == ()
    for missing in (
        "has won",
        "Places",
        "Who pays whom",
        "The hands of the session",
        '<svg class="chart',
    ):
        assert missing not in page


def test_all_even_is_no_victory(bela: Client, house: House, session: Session) -> None:
    recorded(house, session, PASSED_OUT, END)

    assert "All ended even: nobody has won." in read_finale_page(bela, session)


def test_equal_hands_show_the_earliest(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra"), END)
    end = ended(session)

    assert end.best and end.best.number == 1
    assert end.best.names == ("Anna", "Csaba")
    assert end.costliest and end.costliest.number == 1
    assert end.costliest.names == ("Béla", "Dóra")
    assert (end.best.points, end.costliest.points) == (1, -1)


def test_the_best_hand_and_the_costliest_are_not_always_one(house: House, session: Session) -> None:
    lost_alone = {**a_hand(house, "Dóra"), "partner": None, "result": "lost"}
    recorded(house, session, a_hand(house, bid="two"), lost_alone, END)
    end = ended(session)

    assert end.best and end.costliest
    assert (end.best.number, end.best.names) == (1, ("Anna", "Csaba"))
    assert (end.costliest.number, end.costliest.names) == (2, ("Dóra",))


def test_loser_of_the_xxi_puts_on_the_hat(bela: Client, house: House) -> None:
    session = a_session(house)
    recorded(house, session, a_catch(house, "Csaba"), END)

    assert "<bdi>Csaba</bdi> puts on the mayor's hat." in read_finale_page(bela, session)


def test_session_without_a_stake_shows_no_money(bela: Client, house: House) -> None:
    session = a_session(house, stake=None)
    recorded(house, session, a_hand(house), END)
    main = read_finale_page(bela, session).partition("<main")[2].partition("</main>")[0]

    assert "share the first place" in main
    assert "Who pays whom" not in main and "Money" not in main


def test_members_limited_to_their_own_money_see_no_other_payment(
    bela: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), END)
    rules, _made = MoneyRules.objects.get_or_create(club=house.club)
    MoneyRules.objects.filter(pk=rules.pk).update(own_only=True)
    Player.objects.filter(name="Anna").update(user=house.bela)

    page = read_finale_page(bela, session)

    assert page.count('<li class="move">') == 1
    assert "to <bdi>Anna" in page or "pays <bdi>Anna" in page


def test_shows_a_notice_for_a_binned_session(bela: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    bin_session(session_id=session.id, form=a_form(house.anna))

    assert "This session is in the bin" in read_finale_page(bela, session)


def test_five_players_all_have_a_place(bela: Client, house: House) -> None:
    session = a_session(house, players=house.ids(*SEATED, "Cili"), dealer=house.players["Cili"])
    recorded(house, session, a_hand(house), END)

    assert len(ended(session).places) == 5
    assert len(places_on(read_finale_page(bela, session))) == 5


def test_strangers_find_nothing(client: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    client.force_login(create_denes())

    assert client.get(session_url(session, "finale")).status_code == 404


def test_few_queries(
    bela: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, *(a_hand(house) for _ in range(9)), END)
    Club.objects.update(time_zone="Europe/Budapest")
    with django_assert_max_num_queries(14):
        assert bela.get(session_url(session, "finale")).status_code == 200
