"""axe finds no violation on any page, in the light and the dark theme."""

import json
from functools import partial
from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from support.attackers import a_danish_session
from support.axe_looks import complaints, find_violations
from support.catalogue import row
from support.club_factories import END, PASSED_OUT, House, a_form, a_hand, recorded
from support.club_web import ROUTES, route_url, session_url
from support.entry_phone import Phone, sign_in
from support.guest_visits import a_guest_link, guest_url
from support.offline_phone import CellarPhone
from support.season_tables import an_evening
from support.tournament_tables import a_tournament, begun, close_with_points, draw_rounds_at_once
from tarokk_club.club.confirmations.usecases.confirmations import confirm_session, record_objection
from tarokk_club.club.models import Confirmation, Player, Session
from tarokk_club.club.pages.access_table import collect_access_by_route
from tarokk_club.club.session.usecases.events import correct_event
from tarokk_club.club.values.draws import DrawKind

pytestmark = pytest.mark.axe

# What answers with a fragment, or leads to another page: buttons. Kinds of other games stand apart.
OF_OTHER_GAMES = {"fine", "pot"}
NO_PAGES = OF_OTHER_GAMES | {"live", "board_live", "preview", "undo", "note", "restore", "archive"}
NO_PAGES |= {"rule_set_remove", "close", "reopen", "bin", "unbin", "outbox", "tournament_own_name"}
# A picture is no page.
NO_PAGES |= {"finale_picture", "beside"}
# What programs ask is no page, nor is an address that only takes what is sent.
NO_PAGES |= {"key_drop", "service_key_drop"} | {name for name in ROUTES if name.startswith("api_")}
ACCESS = collect_access_by_route()
NO_PAGES |= {name for name in ROUTES if ACCESS[f"club:{name}"].get is None}
PAGES = sorted(name for name in ROUTES if not name.endswith("_file") and name not in NO_PAGES)


@pytest.fixture
def played(phone: Phone, house: House) -> Phone:
    """A session with a hand, a notice, an empty hand, a note and an objection of Anna's."""
    notice = {"type": "notice", "player": house.players["Anna"]}
    recorded(house, phone.session, a_hand(house) | {"note": "Well played"}, notice, PASSED_OUT)
    Player.objects.filter(name="Anna").update(user=house.anna)
    objected(house, phone.session)
    return phone


def objected(house: House, session: Session) -> Confirmation:
    entry_id = session.entries.order_by("position")[0].id
    form = a_form(house.anna)
    return record_objection(session_id=session.id, form=form, note="It fell.", entry_id=entry_id)


@row("U20")
@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_club(played: Phone, name: str) -> None:
    url = played.base + route_url(name, played.session)

    assert find_violations(played.page, lambda: played.page.goto(url)) == []


@row("U20")
@pytest.mark.parametrize("name", sorted(OF_OTHER_GAMES))
def test_a_form_that_only_the_danish_game_has(phone: Phone, house: House, name: str) -> None:
    url = phone.base + session_url(a_danish_session(house), name)

    assert find_violations(phone.page, lambda: phone.page.goto(url)) == []


@row("U20")
def test_a_line_that_is_opened_to_its_rule(played: Phone) -> None:
    page = played.page
    entry = played.session.entries.order_by("position")[0]

    def opened() -> None:
        played.open("hand", entry.id)
        page.locator("details.ruled > summary").first.tap()
        expect(page.locator(".ruling")).to_be_visible()

    assert find_violations(page, opened) == []


@row("U20")
def test_comparison_and_ratings_beside_it_are_accessible(phone: Phone, house: House) -> None:
    session = phone.session
    recorded(house, session, a_hand(house), a_hand(house, "Béla", "Dóra", result="lost"))
    compared = reverse("club:session_what_if", args=[house.club.slug, session.id])
    asked = f"{phone.base}{compared}?rules={quote(json.dumps({'void_hands': 'none'}))}"

    found = find_violations(phone.page, lambda: phone.page.goto(asked))
    expect(phone.page.locator("table.compared")).to_be_visible()
    rating = phone.base + reverse("club:rating", args=[house.club.slug])
    found += find_violations(phone.page, lambda: phone.page.goto(rating))

    assert found == []


@row("U20")
def test_confirming_and_answering(phone: Phone, live_server: LiveServer, house: House) -> None:
    """A closed session that a player must confirm, with a hand corrected since."""
    session = phone.session
    recorded(house, session, a_hand(house), END)
    Player.objects.filter(name="Anna").update(user=house.anna)
    Player.objects.filter(name="Béla").update(user=house.bela)
    objection = objected(house, session)
    confirm_session(session_id=session.id, form=a_form(house.bela))
    form, entry = a_form(house.bela), session.entries.order_by("position")[0]
    record_objection(session_id=session.id, form=form, note="It fell.", entry_id=entry.id)
    raw = a_hand(house, result="lost")
    correct_event(session_id=session.id, form=a_form(house.anna), entry_id=entry.id, raw=raw)
    page = phone.page
    answer = reverse("club:answer", args=[house.club.slug, session.id, objection.id])

    found = find_violations(page, lambda: page.goto(phone.base + answer))
    sign_in(page.context, live_server, house.bela)
    for name in ("sheet", "seals", "history"):
        found += find_violations(page, partial(phone.open, name))

    assert found == []


@row("U20")
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/nothing/",
        "/accounts/login/",
        "/accounts/logout/",
        "/privacy/",
        "/rules/illustrated/itvb/",
        "/me/data/",
        "/offline/",
    ],
)
def test_a_public_page_has_no_axe_violations(
    page: Page, live_server: LiveServer, house: House, path: str
) -> None:
    if path != "/accounts/login/":
        sign_in(page.context, live_server, house.anna)

    assert find_violations(page, lambda: page.goto(live_server.url + path)) == []


def test_the_pages_of_the_account(
    page: Page, live_server: LiveServer, house: House, settings: Settings
) -> None:
    settings.FOUNDERS = "anyone"
    data = {"name": "Anna's phone", "credential": {}}
    key = Authenticator.objects.create(user=house.anna, type="webauthn", data=data)
    base = live_server.url.replace("127.0.0.1", "localhost")
    page.goto(f"{base}/accounts/login/")
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password").fill("kalandos pagat")
    page.get_by_role("button", name="Sign in", exact=True).tap()
    page.wait_for_url("**/c/**")
    passkeys = "/accounts/2fa/webauthn/"
    one = f"{passkeys}keys/{key.pk}/"
    paths = ["/me/", "/clubs/new/", passkeys, f"{one}edit/", f"{one}remove/"]
    paths += ["/accounts/reauthenticate/", f"{passkeys}add/"]

    for path in paths:
        if path.endswith("add/"):
            # The key above is only a name; the form asks the real ones which they are.
            key.delete()
        assert find_violations(page, partial(page.goto, base + path)) == [], path


def test_founding_with_faults(page: Page, live_server: LiveServer) -> None:
    def submit_invalid_club_form() -> None:
        page.goto(live_server.url)
        page.get_by_label("Name of the club").fill("Zugló")
        page.get_by_label("Your name").fill("Kati")
        page.get_by_label("Password").fill("short")
        page.get_by_role("button", name="Found the club").click()

    assert find_violations(page, submit_invalid_club_form) == []


@row("U20")
def test_open_menus_and_hands(played: Phone) -> None:
    def opened() -> None:
        played.open("sheet")
        played.page.locator("ol.hands > li > details > summary").last.tap()
        played.page.get_by_label("More").tap()

    assert find_violations(played.page, opened) == []


def test_hands_that_wait_and_the_page_that_asks(played: Phone, house: House) -> None:
    phone = CellarPhone(played.page, played.live_server, house, played.session)
    phone.let_wait(2)
    recorded(house, phone.session, a_hand(house))
    phone.network(on=True)

    def listed() -> None:
        phone.go(phone.sheet)
        expect(phone.page.get_by_role("button", name="Decide")).to_be_visible()
        phone.page.get_by_text("Throw this hand away").first.tap()

    def open_same_hand_page() -> None:
        phone.page.goto(phone.sheet)
        phone.page.get_by_role("button", name="Decide").tap()
        expect(phone.page.locator("h1")).to_have_text("The same hand, or another?")

    assert find_violations(phone.page, listed) == []
    assert find_violations(phone.page, open_same_hand_page) == []


def test_a_leaderboard_with_everything_open(played: Phone, house: House) -> None:
    for day in ("2026-03-01", "2026-03-08", "2026-03-15"):
        an_evening(house, day, "Anna", "Csaba", "Csaba")
    url = played.base + route_url("season", played.session) + "?game=paskievics&sort=points"

    def opened() -> None:
        played.page.goto(url)
        played.page.get_by_text("The same as a table").click()
        played.page.wait_for_selector(".race table", state="visible")

    played.page.goto(url)
    assert played.page.locator("svg.chart polyline").count() == 4
    assert find_violations(played.page, opened) == []


def test_axe_detects_a_violation(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url)
    page.evaluate("document.querySelector('label').remove()")

    assert any(one.startswith("label") for one in complaints(page))


def test_the_pages_of_a_guest_link(played: Phone, house: House) -> None:
    link, board = a_guest_link(house, played.session), a_guest_link(house)
    shown = reverse("club:guest_link", args=[house.club.slug, link.id])
    for path in (shown, guest_url(link), guest_url(link, "guest_rules"), guest_url(board)):
        assert find_violations(played.page, partial(played.page.goto, played.base + path)) == []


def test_the_screens_of_a_guest_link(played: Phone, house: House) -> None:
    """The wall in each of its states, and the scoreboard without an account."""
    cup = a_tournament(house, 5)
    wall, link = a_guest_link(house, cup), a_guest_link(house, played.session)
    go = partial(played.page.goto, played.base + guest_url(wall))
    found = find_violations(played.page, go)
    (table,) = begun(house, cup)
    recorded(house, table, PASSED_OUT)
    found += find_violations(played.page, go)
    for shown in ("seats", "prizes"):
        found += find_violations(
            played.page, partial(played.page.goto, f"{played.base}{guest_url(wall)}?show={shown}")
        )
    board = played.base + guest_url(link, "guest_board")
    found += find_violations(played.page, partial(played.page.goto, board))

    assert found == []


TOLD_AT_THE_END = ("over", "certificates", "money")


@row("U20")
@pytest.mark.parametrize(
    "name",
    [
        *(
            "tournament",
            "screen",
            "settings",
            "players",
            "round",
            "schedule",
            "delete",
            "pairings",
            "cards",
            "names",
        ),
        *TOLD_AT_THE_END,
    ],
)
def test_the_pages_of_a_tournament(played: Phone, house: House, name: str) -> None:
    kind = DrawKind.SCHEDULE if name == "schedule" else DrawKind.LOT
    cup = a_tournament(house, 4, rounds=1 if name in TOLD_AT_THE_END else 2, draw_kind=kind)
    if kind == DrawKind.SCHEDULE:
        draw_rounds_at_once(house, cup)
    close_with_points(house, begun(house, cup)[0], 9, 3, -4, -8)
    route = {"tournament": "tournament", "over": "tournament"}.get(name, f"tournament_{name}")
    url = played.base + reverse(f"club:{route}", args=[house.club.slug, cup.id])

    assert find_violations(played.page, lambda: played.page.goto(url)) == []


@row("U20")
def test_how_a_session_ended(played: Phone, house: House) -> None:
    recorded(house, played.session, END)
    page, url = played.page, played.base + route_url("finale", played.session)

    assert find_violations(page, lambda: page.goto(url)) == []
    assert find_violations(page, lambda: played.unfold("Tell others how it ended")) == []
