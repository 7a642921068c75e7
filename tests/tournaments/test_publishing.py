"""Drawn pairings that wait until an organiser or an arbiter publishes them."""

from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.attackers import a_client
from support.catalogue import row
from support.club_factories import (
    House,
    a_form,
    a_house,
    a_user,
    codes,
)
from support.club_web import text_of
from support.page_reader import forms_of
from support.tournament_tables import (
    a_tournament,
    a_waiting_round,
    an_arbiter,
    begun,
    change_seats,
    close_with_points,
    create_players,
    draw_rounds_at_once,
    read_drawn_round,
    set_players,
)
from tarokk_club.club.models import Role, Session, Tournament
from tarokk_club.club.tournaments.draw.manual_seat_changes import ManualSeatChange
from tarokk_club.club.tournaments.queries.drawn_rounds import load_unpublished_draw
from tarokk_club.club.tournaments.usecases.rounds import (
    publish_round,
    take_back_round,
)
from tarokk_club.club.values.draws import DrawKind
from tarokk_club.club.writing.errors import ConflictError


@pytest.fixture
def house(db: None) -> House:
    return a_house()


def address(tournament: Tournament, name: str = "tournament_seating") -> str:
    return reverse(f"club:{name}", args=[tournament.club.slug, tournament.pk])


def published(house: House, tournament: Tournament, *, key: UUID | None = None) -> None:
    publish_round(
        club_id=house.club.id,
        form=a_form(house.anna, key=key or uuid4()),
        tournament_id=tournament.id,
        fingerprint=read_drawn_round(tournament).fingerprint,
    )


def seats_of(tournament: Tournament, number: int) -> list[list[str]]:
    rows = tournament.tables.filter(round=number, session__binned_at=None).order_by("number")
    return [list(map(str, one.session.seats)) for one in rows]


@row("S103")
@pytest.mark.parametrize("kind", [DrawKind.LOT, DrawKind.SCHEDULE])
def test_a_draw_is_hidden_from_players_until_it_is_published(house: House, kind: str) -> None:
    cup = a_tournament(house, 8, draw_kind=kind)
    if kind == DrawKind.SCHEDULE:
        draw_rounds_at_once(house, cup)
    row = a_waiting_round(house, cup)
    change_seats(
        house, cup, ManualSeatChange("swap", row.seats.tables[0][0], row.seats.tables[1][0])
    )
    member = a_client(a_user("gizi", club=house.club, roles=(Role.MEMBER,)))
    pages = ("tournament", "tournament_live", "tournament_schedule", "tournament_draws")

    before = [text_of(member.get(address(cup, name))) for name in pages]
    assert not any("Table 1" in text for text in before)
    assert member.get(address(cup)).status_code == 403
    assert member.post(address(cup, "tournament_publish")).status_code == 403
    assert Session.objects.filter(tournament_table__tournament=cup).count() == 0
    assert cup.find_last_round() == 0

    published(house, cup)

    assert "Table 1" in text_of(member.get(address(cup, "tournament")))
    assert seats_of(cup, 1) == [list(table) for table in read_drawn_round(cup).seats.tables]


@row("S103")
def test_publishing_twice_or_after_going_back_starts_the_tables_once(
    house: House, client: Client
) -> None:
    cup = a_tournament(house, 8)
    a_waiting_round(house, cup)
    client.force_login(house.anna)
    old = client.get(address(cup)).content.decode()
    publish = next(form for form in forms_of(old) if form.id == "publish")

    for _tap in range(2):
        assert client.post(publish.action, publish.sent).status_code == 302
    back = client.post(publish.action, publish.sent | {"key": str(uuid4())})

    assert back.status_code == 409
    assert cup.tables.count() == 2


@row("S103")
def test_an_arbiter_publishes_and_takes_back_a_draw(house: House) -> None:
    cup = a_tournament(house, 8)
    visitor = a_user("vendeg")
    an_arbiter(house, cup, visitor)
    client = a_client(visitor)
    a_waiting_round(house, cup)
    page = client.get(address(cup)).content.decode()
    back = next(form for form in forms_of(page) if form.action.endswith("/back/"))

    assert client.post(back.action, back.sent).status_code == 302
    assert load_unpublished_draw(cup) is None
    a_waiting_round(house, cup)
    page = client.get(address(cup)).content.decode()
    publish = next(form for form in forms_of(page) if form.id == "publish")
    assert client.post(publish.action, publish.sent).status_code == 302
    assert cup.find_last_round() == 1


@row("S103")
def test_waiting_draw_blocks_new_draws_and_is_refused_after_a_late_entry(
    house: House,
) -> None:
    cup = a_tournament(house, 8, draw_kind=DrawKind.SCHEDULE)
    draw_rounds_at_once(house, cup)
    a_waiting_round(house, cup)
    with pytest.raises(ConflictError) as again:
        begun(house, cup)
    with pytest.raises(ConflictError) as anew:
        draw_rounds_at_once(house, cup)
    assert codes(again) == codes(anew) == [("", "round_waits")]
    set_players(house, cup, create_players(house, 9))

    with pytest.raises(ConflictError) as others:
        published(house, cup)
    take_back_round(club_id=house.club.id, form=a_form(house.anna), tournament_id=cup.id, number=1)

    assert codes(others) == [("", "players_changed")]
    assert load_unpublished_draw(cup) is None


def test_a_table_of_an_earlier_round_is_named_where_the_next_one_is_drawn_and_published(
    house: House, client: Client
) -> None:
    cup = a_tournament(house, 8, rounds=3)
    first, second = begun(house, cup)
    close_with_points(house, first, 3, 1, -1, -3)
    begun(house, cup)
    client.force_login(house.anna)
    sheet = reverse("club:sheet", args=[house.club.slug, second.pk])

    drawing = client.get(address(cup, "tournament_round"))
    a_waiting_round(house, cup)
    publishing = client.get(address(cup))
    results = client.get(address(cup, "tournament"))

    for page in (drawing, publishing, results):
        assert "Round 1, table 2" in text_of(page)
        assert sheet in page.content.decode()
        assert "Round 1, table 1" not in text_of(page)
