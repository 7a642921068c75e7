"""What programs read: the same as the pages, in parts, spared when nothing changed."""

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from support.attackers import World, a_client
from support.club_factories import PASSED_OUT, a_hand, a_session, recorded
from support.guest_visits import a_guest_link
from support.planned_evenings import an_evening
from support.programs import API, a_program
from tarokk_club.club.models import (
    GuestLink,
    MoneyRules,
    Notice,
    NoticeChannel,
    NoticeKind,
    Player,
    Season,
    Session,
    Settlement,
    Tournament,
)
from tarokk_club.club.session.queries.replay.posted_session import load_posted_session
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.values.season_ranking import round_to_hundredths


@pytest.fixture
def program(world: World) -> Client:
    return a_program(world.house.anna, world.house.club)


def of(world: World, path: str = "") -> str:
    return f"{API}/clubs/{world.house.club.slug}{path}"


def in_session(world: World, path: str = "") -> str:
    return of(world, f"/sessions/{world.session.pk}{path}")


def everything(program: Client, path: str, limit: int) -> Iterator[dict[str, Any]]:
    """Every item of a list, part by part."""
    cursor = ""
    while True:
        told = program.get(f"{path}?limit={limit}{cursor}").json()
        assert len(told["items"]) <= limit
        yield from told["items"]
        if told["next"] is None:
            return
        cursor = f"&cursor={told['next']}"


def test_a_session_reads_as_its_page_shows_it(world: World, program: Client) -> None:
    told = program.get(in_session(world)).json()
    shown = load_sheet(world.session)

    assert told["totals"] == {one.player_id: one.points for one in shown.seats}
    assert (told["dealer"], told["next_number"]) == (shown.table.dealer, shown.next_number)
    assert told["version"] == world.session.version
    assert told["names"][world.house.players["Anna"]] == "Anna"


def test_every_hand_is_explained_to_its_net(world: World, program: Client) -> None:
    recorded(world.house, world.session, a_hand(world.house, "Béla", "Dóra"), PASSED_OUT)
    items = program.get(in_session(world, "/hands")).json()["items"]

    book = load_posted_session(world.session)
    assert [one["id"] for one in items] == [str(row.entry_id) for row in book.rows]
    for one in items:
        nets: dict[str, int] = {}
        for line in one["lines"]:
            assert line["why"]
            for account, points in line["points"].items():
                nets[account] = nets.get(account, 0) + points
        assert {account: won for account, won in nets.items() if won} == {
            account: won for account, won in one["net"].items() if won
        }


@pytest.mark.parametrize("path", ["/players", "/sessions", "/evenings", "hands"])
@pytest.mark.parametrize("limit", [1, 2, 100])
def test_paged_list_contains_each_item_once(
    world: World, program: Client, path: str, limit: int
) -> None:
    for _ in range(3):
        a_session(world.house)
        an_evening(world.house)
    recorded(world.house, world.session, PASSED_OUT, PASSED_OUT)
    address = in_session(world, "/hands") if path == "hands" else of(world, path)

    ids = [one["id"] for one in everything(program, address, limit)]

    assert len(ids) == len(set(ids)) >= 4
    assert ids == [one["id"] for one in program.get(f"{address}?limit=100").json()["items"]]


@pytest.mark.parametrize("path", ["/players", "/sessions", "/settlements", "/evenings", "hands"])
@pytest.mark.parametrize("cursor", ["", "x", "00000000-0000-4000-8000-000000000000"])
def test_refuses_a_cursor_of_another_list(
    world: World, program: Client, path: str, cursor: str
) -> None:
    address = in_session(world, "/hands") if path == "hands" else of(world, path)
    answer = program.get(f"{address}?cursor={cursor}")

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "cursor"


def test_filters_sessions_by_season_and_date(world: World, program: Client) -> None:
    day, season = world.session.date, world.session.season_id

    def count(query: str) -> int:
        return len(program.get(of(world, f"/sessions?{query}")).json()["items"])

    # The session, and the table of a tournament.
    assert count(f"season={season}") == count(f"first={day}&last={day}") == 2
    assert count(f"season={world.session.pk}") == count("last=2001-01-01") == 0
    assert program.get(of(world, "/sessions?first=yesterday")).status_code == 422


def test_unchanged_data_returns_304_without_a_body(world: World, program: Client) -> None:
    first = program.get(in_session(world))
    tag = first["ETag"]

    assert tag.startswith(f'"v{world.session.version}-')
    # As it was given, weakened by a proxy, among others, or whatever there is.
    for known in (tag, f"W/{tag}", f'"older", {tag}', "*"):
        again = program.get(in_session(world), headers={"If-None-Match": known})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    Player.objects.filter(pk=world.house.players["Anna"]).update(name="Annuska")
    other = program.get(in_session(world), headers={"If-None-Match": tag})
    assert other.status_code == 200 and other["ETag"] != tag


def test_head_request_returns_only_headers(world: World, program: Client) -> None:
    answer = program.head(in_session(world))

    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["ETag"] == program.get(in_session(world))["ETag"]


MOST_QUERIES = {
    "": 2,
    "/players": 3,
    "/seasons": 3,
    "/sessions": 4,
    "/standings": 4,
    "/settlements": 6,
    "/balances": 14,
    "/payments": 8,
    "/fees": 8,
    "/tournaments": 3,
    "session": 4,
    "hands": 4,
    "hand": 4,
    "leaderboard": 6,
    # As its page: each kind of what it is made of, once.
    "settlement": 17,
}


@pytest.mark.parametrize("path", MOST_QUERIES)
def test_queries_do_not_grow_with_the_data(world: World, program: Client, path: str) -> None:
    settlement = Settlement.objects.get(club=world.house.club)
    named = {
        "session": in_session(world),
        "hands": in_session(world, "/hands"),
        "hand": in_session(world, f"/hands/{world.values['entry_id']}"),
        "leaderboard": of(world, f"/seasons/{world.session.season_id}/leaderboard"),
        "settlement": of(world, f"/settlements/{settlement.pk}"),
    }
    address = named.get(path) or of(world, path)

    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert program.get(address).status_code == 200
        return len(asked)

    program.get(address)
    before = cost()
    for _ in range(3):
        recorded(world.house, a_session(world.house), a_hand(world.house))
    recorded(world.house, world.session, *[PASSED_OUT] * 5)
    program.get(address)

    assert cost() == before <= MOST_QUERIES[path]


def test_only_a_key_for_money_reads_money(world: World, program: Client) -> None:
    settlement = Settlement.objects.get(club=world.house.club)
    plain = a_program(world.house.anna, world.house.club, "read", "enter")
    season = world.session.season_id

    for path in ("/settlements", f"/settlements/{settlement.pk}"):
        assert program.get(of(world, path)).status_code == 200
        assert plain.get(of(world, path)).status_code == 403
    for path in ("/standings", f"/seasons/{season}/leaderboard"):
        with_it, without = (one.get(of(world, path)).json() for one in (program, plain))
        rows = with_it["rows"] if "rows" in with_it else with_it["together"]["rows"]
        bare = without["rows"] if "rows" in without else without["together"]["rows"]
        assert any(row["money"] for row in rows)
        assert {row["money"] for row in bare} == {None}


def test_a_key_reads_its_owners_money_where_members_do(world: World) -> None:
    MoneyRules.objects.filter(club=world.house.club).update(own_only=True)
    member = world.people["member"]
    program = a_program(member, world.house.club)
    settlement = Settlement.objects.get(club=world.house.club)

    told = program.get(of(world, f"/settlements/{settlement.pk}")).json()

    own = str(world.house.players["Béla"])
    assert {one["account"] for one in told["shares"]} <= {own, "kitty"}
    assert all(own in (one["payer"], one["receiver"]) for one in told["transfers"])
    rows = program.get(of(world, "/standings")).json()["together"]["rows"]
    money = {row["player"]: row["money"] for row in rows}
    assert money.pop(own) == {"HUF": -30}
    assert set(money.values()) == {None}


def test_records_are_those_of_the_page(world: World, program: Client) -> None:
    recorded(world.house, world.session, a_hand(world.house))
    told = program.get(of(world, "/records?game=paskievics")).json()

    page = a_client(world.house.anna).get(
        reverse("club:records", args=[world.house.club.slug]), {"season": "all"}
    )
    found = page.context["records"]
    assert (told["hands"], told["players"]) == (found.hands, found.players) != (0, 0)
    assert told["highest"]["names"] == list(found.highest.names)
    assert told["highest"]["entry"] == str(found.highest.hand.entry)
    assert told["longest"]["number"] == found.longest.number
    other = program.get(of(world, f"/records?season={uuid4()}"))
    assert other.status_code == 404
    unknown = program.get(of(world, "/records?game=nothing"))
    assert (unknown.status_code, unknown.json()["errors"][0]["code"]) == (422, "unknown_game")
    nothing = program.get(of(world, "/records?game=taper")).json()
    assert (nothing["hands"], nothing["highest"], nothing["series"]) == (0, None, [])


def test_statistics_are_those_of_the_page(world: World, program: Client) -> None:
    recorded(world.house, world.session, a_hand(world.house))
    anna = world.house.players["Anna"]
    told = program.get(of(world, f"/players/{anna}/statistics?game=paskievics")).json()

    page = a_client(world.house.anna).get(
        reverse("club:career", args=[world.house.club.slug, anna]), {"season": "all"}
    )
    found = page.context["career"]
    assert (told["player"], told["game"]) == (anna, found.game)
    assert [(one["date"], one["points"], one["total"]) for one in told["evenings"]] == [
        (one.day.isoformat(), one.points, one.total) for one in found.evenings
    ]
    declared = {one["key"]: (one["hands"], one["won"], one["points"]) for one in told["roles"]}
    assert declared == {one.key: (one.hands, one.won, one.points) for one in found.roles}
    assert declared["declarer"][0] > 0 and told["results"][0]["hands"] == found.hands
    assert program.get(of(world, f"/players/{uuid4()}/statistics")).status_code == 404
    assert program.get(of(world, f"/players/{anna}/statistics?game=x")).status_code == 422


def test_notices_are_paged_and_limited_to_user_and_club(world: World, program: Client) -> None:
    house, now = world.house, timezone.now()
    for number, user in enumerate((house.anna, house.anna, house.bela)):
        Notice.objects.create(
            user=user,
            club=house.club,
            kind=NoticeKind.EVENING,
            way=NoticeChannel.LETTER,
            subject=UUID(int=number),
            once=f"try {number}",
            made_at=now + timedelta(seconds=number),
            due_at=now,
        )

    first = program.get(of(world, "/notices?limit=1"))
    second = program.get(first.headers["Link"].partition(">")[0].lstrip("<"))

    subjects = [one["subject"] for one in first.json()["items"] + second.json()["items"]]
    assert subjects == [str(UUID(int=1)), str(UUID(int=0))]
    assert second.json()["next"] is None


def test_a_tournament_reads_with_its_entrants(world: World, program: Client) -> None:
    one = Tournament.objects.get(pk=world.values["tournament_id"])
    told = program.get(of(world, f"/tournaments/{one.pk}")).json()

    assert told["name"] == one.name
    assert len(told["entrants"]) == one.entrants.count()


def test_guest_link_reads_labels_and_points_of_its_page_and_no_names(world: World) -> None:
    recorded(world.house, world.session, a_hand(world.house, note="Anna sírt"))
    link = a_guest_link(world.house, world.session)
    answer = Client().get(f"{API}/guests/{link.token}")
    told = answer.json()["session"]

    page = Client().get(reverse("club:guest", args=[link.token])).text
    for label, points in told["totals"].items():
        assert label in page and str(abs(points)) in page
    text = answer.content.decode()
    names = ("Anna", "Béla", "Csaba", "Dóra", "sírt", *world.house.players.values())
    assert [name for name in names if name in text] == []


@pytest.mark.parametrize("shown", ["season", "tournament"])
def test_guest_link_to_another_page_reads_that_page(world: World, shown: str) -> None:
    link = a_guest_link(world.house)
    if shown == "tournament":
        one = Tournament.objects.get(pk=world.values["tournament_id"])
        GuestLink.objects.filter(pk=link.pk).update(season=None, tournament=one, lasting="revoked")
    told = Client().get(f"{API}/guests/{link.token}").json()

    assert told[shown]
    assert [key for key in ("session", "season", "tournament") if told[key]] == [shown]
    assert "money" not in str(told[shown].get("rows"))


def test_revoked_guest_link_returns_404(world: World) -> None:
    link = a_guest_link(world.house, world.session)
    GuestLink.objects.filter(pk=link.pk).update(revoked_at=link.made_at)

    assert Client().get(f"{API}/guests/{link.token}").status_code == 404
    assert Client().get(f"{API}/guests/nothing").status_code == 404


def test_responses_use_the_language_of_the_keys_owner(world: World) -> None:
    def reasons(language: str) -> str:
        user = world.house.anna
        user.language = language
        user.save()
        told = a_program(user, world.house.club).get(in_session(world, "/hands")).json()
        return str(told["items"][0]["lines"])

    assert reasons("hu") != reasons("en")


def test_signed_in_browser_needs_a_key(world: World) -> None:
    assert a_client(world.house.anna).get(in_session(world)).status_code == 401


def test_a_leaderboard_lists_the_games_that_count(world: World, program: Client) -> None:
    season = world.session.season
    assert season
    address = of(world, f"/seasons/{season.pk}/leaderboard")
    of_old = program.get(address).json()
    Season.objects.filter(pk=season.pk).update(games="weighed", weights={"paskievics": "1/3"})

    told = program.get(address).json()

    assert of_old["games"] == {"by": "all", "game": None, "weights": {}, "tournaments": True}
    assert told["games"]["weights"] == {"paskievics": "1/3"}
    assert (of_old["in_hundredths"], told["in_hundredths"]) == (False, True)
    before = {row["player"]: (row["points"], row["counted"]) for row in of_old["rows"]}
    for row in told["rows"]:
        points, counted = before[row["player"]]
        assert row["points"] == points == counted
        assert row["counted"] == round_to_hundredths(Fraction(points, 3))


def test_standings_flag_a_sum_over_several_games(world: World, program: Client) -> None:
    one = program.get(of(world, "/standings")).json()
    recorded(world.house, a_session(world.house, game="illustrated", stake=None), PASSED_OUT)
    Session.objects.update(per_point="")

    told = program.get(of(world, "/standings")).json()

    assert not one["together"]["adds_games"]
    assert told["together"]["adds_games"] and not told["together"]["in_money"]
    assert [board["adds_games"] for board in told["games"]] == [False] * len(told["games"])
