"""Hands entered while the network is gone: they wait on the phone and go up once, in order."""

import re

import pytest
from playwright.sync_api import Route, expect
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House, a_form, a_hand, a_user, recorded
from support.entry_phone import sign_in
from support.offline_phone import CellarPhone, await_ready, box, evaluate, expect_waiting, storage
from tarokk_club.club.models import Entry, Membership, Role, Session
from tarokk_club.club.session.usecases.sessions import close_session


def expect_booked(cellar: CellarPhone, *names: str) -> None:
    """Wait until the session has the hands of these declarers, in this order."""
    for _ in range(150):
        if declarers(cellar.house) == [*names]:
            break
        cellar.page.wait_for_timeout(100)
    assert declarers(cellar.house) == [*names]


def declarers(house: House) -> list[str]:
    """Who played the hands in the book, in order."""
    names = {player: name for name, player in house.players.items()}
    hands = Entry.objects.filter(deleted=False).order_by("position")
    return [names[entry.record["declarer"]] for entry in hands]


@row("R35", "U10")
def test_offline_hands_wait_and_are_sent_once(cellar: CellarPhone, house: House) -> None:
    page = cellar.page
    cellar.open_sheet()
    cellar.network(on=False)
    page.reload()
    expect(page.locator("[data-live-state]")).to_contain_text(re.compile(r"as of \d\d:\d\d\."))
    page.locator(".foot .go").tap()
    cellar.enter("Anna", "Csaba")
    expect_waiting(page, 1)
    cellar.enter("Béla", "Dóra")
    expect_waiting(page, 2)
    expect(box(page).locator("[data-words]").first).to_contain_text("Anna · Three · Csaba")
    assert not Entry.objects.exists()

    cellar.network(on=True)
    expect_waiting(page, 0)
    assert declarers(house) == ["Anna", "Béla"]
    # The next hand begins on a page of the book as it is now.
    expect(page.locator(".bar h1")).to_have_text("Hand 3")


@row("R12")
@pytest.mark.ci
def test_lost_response_is_requested_again(cellar: CellarPhone, house: House) -> None:
    page = cellar.page
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.context.route("**/outbox/", lose)
    cellar.open()
    cellar.enter("Anna", "Csaba")
    expect_waiting(page, 1)
    expect_booked(cellar, "Anna")

    expect_waiting(page, 0)
    assert lost == [200]
    assert declarers(house) == ["Anna"]


@row("U05")
@pytest.mark.ci
def test_half_entered_offline_hand_survives_a_reload(cellar: CellarPhone, house: House) -> None:
    cellar.let_wait(1)
    cellar.choose(declarer="Béla", bid="two")
    cellar.page.reload()

    expect(cellar.input("declarer", "Béla")).to_be_checked()
    expect(cellar.input("bid", "two")).to_be_checked()
    cellar.choose(partner="Dóra", result="won")
    cellar.save()
    expect_waiting(cellar.page, 2)
    cellar.network(on=True)
    expect_waiting(cellar.page, 0)
    assert declarers(house) == ["Anna", "Béla"]


@row("R14")
@pytest.mark.ci
def test_hand_of_another_phone_meanwhile_asks_and_later_ones_wait(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    page = cellar.page
    cellar.let_wait(2)
    recorded(house, session, a_hand(house, "Csaba", "Béla"))
    cellar.network(on=True)
    expect(box(page).get_by_text("One of them needs your decision")).to_be_visible()
    assert declarers(house) == ["Csaba"]

    page.get_by_role("button", name="Decide").tap()
    expect(page.locator("h1")).to_have_text("The same hand, or another?")
    expect(page.get_by_text("Hand 1: Csaba · Three with Béla")).to_be_visible()
    expect(page.get_by_text("Anna · Three with Csaba")).to_be_visible()
    page.get_by_role("button", name="Another hand: enter mine as hand 2").tap()

    # Whoever has decided has seen what others entered: the second one goes up by itself.
    expect_booked(cellar, "Csaba", "Anna", "Béla")
    expect_waiting(page, 0)


@row("R14")
@pytest.mark.ci
def test_online_phones_must_resolve_a_conflict(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    page = cellar.page
    cellar.open()
    cellar.choose(declarer="Anna", bid="three", partner="Csaba", result="won")
    recorded(house, session, a_hand(house))
    cellar.save()

    expect(page.get_by_text("Hand 1 was just entered by anna")).to_be_visible()
    page.get_by_role("button", name="Open mine to change it").tap()
    expect(cellar.input("declarer", "Anna")).to_be_checked()
    cellar.tap("declarer", "Béla")
    cellar.tap("partner", "Dóra")
    cellar.save()
    cellar.expect_saved(2)
    assert declarers(house) == ["Anna", "Béla"]
    expect_waiting(page, 0)


@row("R36")
@pytest.mark.ci
def test_a_hand_for_a_closed_session_stays_readable(
    cellar: CellarPhone, house: House, session: Session
) -> None:
    page = cellar.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cellar.let_wait(2)
    close_session(session_id=session.id, form=a_form(house.anna))
    cellar.network(on=True)
    page.reload()
    cellar.go(cellar.sheet)
    expect_waiting(page, 2)
    page.get_by_role("button", name="Decide").tap()

    expect(page.get_by_role("alert")).to_contain_text("Session closed")
    page.locator(".foot .go").tap()
    expect(page.get_by_text("The session has ended")).to_be_visible()
    page.goto(cellar.sheet)
    expect_waiting(page, 2)
    page.get_by_role("button", name="Copy as text").first.tap()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Anna" in copied and "Csaba" in copied


@row("R36", "S08")
@pytest.mark.ci
@pytest.mark.parametrize("gone", ["role", "member"])
def test_a_queued_hand_survives_the_loss_of_the_right_to_enter(
    cellar: CellarPhone, house: House, gone: str
) -> None:
    page = cellar.page
    cellar.let_wait(1)
    membership = Membership.objects.get(user=house.anna)
    if gone == "role":
        membership.roles = [Role.MEMBER.value]
        membership.save()
    else:
        membership.delete()
    cellar.network(on=True)
    expect(page.locator("h1")).to_have_text(re.compile("You cannot do this|nothing here"))
    cellar.go(cellar.base)
    sentence = {"role": "Your role in this club", "member": "You are not a member"}[gone]
    expect(box(page).locator("[data-why]")).to_contain_text(sentence)

    box(page).get_by_text("Throw this hand away").tap()
    assert storage(page)["hands"] == 1
    page.get_by_role("button", name="Yes, throw it away").tap()
    expect_waiting(page, 0)
    assert storage(page)["hands"] == 0
    assert not Entry.objects.exists()


@row("R36")
@pytest.mark.ci
def test_queued_hand_of_an_older_version_opens_in_the_current_form(
    cellar: CellarPhone, house: House
) -> None:
    page = cellar.page
    cellar.let_wait(1)
    page.evaluate(
        """async () => {
            const [hand] = await outbox.all();
            for (const field of hand.fields) if (field[0] === "bid") field[0] = "game";
            await outbox.put(hand);
        }"""
    )
    cellar.network(on=True)
    with page.expect_navigation():
        page.get_by_role("button", name="Open it in the form").tap()
    expect(cellar.input("declarer", "Anna")).to_be_checked()
    cellar.tap("bid", "three")
    cellar.save()
    cellar.expect_saved(1)
    expect_waiting(page, 0)
    assert declarers(house) == ["Anna"]


@row("R36")
@pytest.mark.ci
def test_two_hundred_hands_wait_and_are_sent_in_order(cellar: CellarPhone, house: House) -> None:
    page = cellar.page
    cellar.let_wait(1)
    page.evaluate(
        """async () => {
            const [{ order, ...hand }] = await outbox.all();
            for (let number = 1; number < 200; number += 1) {
                const note = ([name, value]) => [name, name === "note" ? String(number) : value];
                const key = crypto.randomUUID(), fields = hand.fields.map(note);
                await outbox.put({ ...hand, key, fields });
            }
        }"""
    )
    page.reload()
    expect_waiting(page, 200)
    cellar.network(on=True)
    expect(box(page)).to_be_hidden(timeout=120_000)
    notes = list(Entry.objects.order_by("position").values_list("note", flat=True))
    assert notes == ["", *map(str, range(1, 200))]


@row("R36")
@pytest.mark.ci
def test_queued_hands_survive_signing_in_again(
    cellar: CellarPhone, house: House, live_server: LiveServer
) -> None:
    page = cellar.page
    cellar.let_wait(2)
    page.context.clear_cookies()
    cellar.network(on=True)
    page.wait_for_url("**/accounts/login/**")
    expect(page.locator("[data-number-only]")).to_contain_text("Hands waiting on this phone: 2")
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password").fill("kalandos pagat")
    page.get_by_role("button", name="Sign in", exact=True).tap()

    expect_booked(cellar, "Anna", "Béla")
    expect_waiting(page, 0)


OF_WHOM = """async () => Promise.all((await (await caches.open("pages")).matchAll())
    .map((kept) => kept.headers.get("X-Account")))"""


@row("S67")
@pytest.mark.ci
def test_next_user_of_the_phone_sees_nothing_of_the_previous_one(
    cellar: CellarPhone, house: House, live_server: LiveServer
) -> None:
    page = cellar.page
    cellar.let_wait(1)
    scorer = a_user("zsofi", club=house.club, roles=(Role.SCORER,))
    # Anna was signed out elsewhere, and somebody else signs in on her phone.
    page.context.clear_cookies()
    sign_in(page.context, live_server, scorer)
    cellar.network(on=True)
    cellar.go(cellar.base + "/accounts/password/change/")
    assert str(house.anna.pk) not in evaluate(page, OF_WHOM)
    cellar.network(on=False)
    cellar.go(cellar.sheet)
    expect(page.locator("h1")).to_have_text("No network")
    cellar.network(on=True)
    cellar.go(cellar.sheet)
    await_ready(page)
    expect(page.locator("h1")).to_be_visible()
    assert box(page).is_hidden()
    assert box(page).locator("li").count() == 0

    # Nor does signing out ask about, or throw away, what is not one's own.
    page.goto(cellar.base + "/accounts/logout/")
    page.locator("main .go").tap()
    page.wait_for_url(cellar.base + "/accounts/login/**")
    expect(page.locator("[data-number-only]")).to_contain_text("Hands waiting on this phone: 1")
    assert (storage(page)["hands"], storage(page)["pages"]) == (1, False)
    assert not Entry.objects.exists()

    sign_in(page.context, live_server, house.anna)
    page.goto(cellar.sheet)
    expect_booked(cellar, "Anna")
    assert Entry.objects.get().created_by == house.anna


@row("S67")
@pytest.mark.ci
def test_password_form_drops_cached_pages_of_the_previous_user(cellar: CellarPhone) -> None:
    page = cellar.page
    cellar.open_sheet()
    assert evaluate(page, OF_WHOM)
    # The site breaks off after the form: no later answer tells who it is now.
    page.goto(cellar.base + "/accounts/logout/")
    cellar.open_sheet()
    page.goto(cellar.base + "/accounts/password/change/")
    page.get_by_label("Current Password").fill("kalandos pagat")
    page.get_by_label("New Password", exact=True).fill("egy masik jelszo")
    page.get_by_label("New Password (again)").fill("egy masik jelszo")
    with page.expect_navigation():
        page.locator("main .go").first.tap()
    assert cellar.sheet.removeprefix(cellar.base) not in page.evaluate(
        """async () => (await (await caches.open("pages")).keys())
            .map((one) => new URL(one.url).pathname)"""
    )


@row("S67", "S68")
@pytest.mark.ci
def test_signing_out_asks_about_waiting_hands_and_leaves_nothing(
    cellar: CellarPhone, house: House
) -> None:
    page = cellar.page
    cellar.let_wait(1)
    page.route("**/outbox/", lambda route: route.abort())
    cellar.network(on=True)
    cellar.choose(declarer="Béla")
    cellar.go(cellar.base + "/accounts/logout/")
    page.locator("main .go").tap()
    expect(page.locator("[data-signing-out]")).to_contain_text("not in the book yet")
    assert storage(page)["hands"] == 1
    page.get_by_role("button", name="Sign out, and throw them away").tap()

    page.wait_for_url(cellar.base + "/accounts/login/**")
    assert storage(page) == {"local": [], "session": [], "pages": False, "hands": 0}
    cellar.network(on=False)
    page.goto(cellar.sheet)
    expect(page.locator("h1")).to_have_text("No network")
    assert "Anna" not in page.content()


@row("S67")
@pytest.mark.ci
def test_queued_hands_survive_signing_out_on_request(cellar: CellarPhone, house: House) -> None:
    page = cellar.page
    cellar.let_wait(1)
    page.route("**/outbox/", lambda route: route.abort())
    cellar.network(on=True)
    cellar.go(cellar.base + "/accounts/logout/")
    page.locator("main .go").tap()
    page.get_by_role("button", name="Sign out, and keep them on this phone").tap()

    expect(page.locator("[data-number-only]")).to_contain_text("Hands waiting on this phone: 1")
    kept = storage(page)
    assert (kept["hands"], kept["pages"], kept["local"]) == (1, False, [])


@row("S67")
@pytest.mark.ci
def test_no_other_page_with_names_is_stored(cellar: CellarPhone, house: House) -> None:
    page = cellar.page
    cellar.open_sheet()
    for path in ("standings/", "players/", "", f"sessions/{cellar.session.id}/history/"):
        page.goto(f"{cellar.base}/c/{house.club.slug}/{path}")
    kept = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys())
                for (const one of await (await caches.open(name)).keys())
                    found.push(new URL(one.url).pathname);
            return found;
        }"""
    )
    named = {path for path in kept if not path.startswith("/static/") and path != "/offline/"}
    own = cellar.sheet.removeprefix(cellar.base)
    assert named <= {own, f"{own}hand/", f"{own}live/"} and own in named


@row("U19")
@pytest.mark.ci
def test_without_a_network_the_app_opens_at_the_last_sheet(cellar: CellarPhone) -> None:
    cellar.open_sheet()
    cellar.network(on=False)
    cellar.page.goto(cellar.base + "/")
    expect(cellar.page).to_have_url(cellar.sheet)
    expect(cellar.page.locator(".seat").first).to_contain_text("Anna")
