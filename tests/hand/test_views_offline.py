"""The site as an app: pages that a phone may cache, and for how long."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from support.catalogue import row
from support.club_factories import House, a_form, a_hand, recorded
from support.club_web import session_url
from support.entry_forms import address
from support.served import FILE_POLICY
from tarokk_club.club.models import Session
from tarokk_club.club.session.usecases.sessions import bin_session, close_session
from tarokk_club.env import ROOT

UNTIL = "X-Offline-Until"
EVENING = datetime(2026, 11, 18, 21, 14, tzinfo=UTC)
DAY = timedelta(days=1)


def until(client: Client, session: Session, at: datetime, name: str = "sheet") -> datetime | None:
    """Return until when a phone may cache the page."""
    with time_machine.travel(at, tick=False):
        client.force_login(session.club.founded_by)
        said = client.get(address(session, name)).headers.get(UNTIL)
    return datetime.fromtimestamp(int(said), UTC) if said else None


@row("S67")
def test_the_sheet_of_an_open_session_may_be_cached_for_a_day(
    session: Session, client: Client
) -> None:
    for name in ("sheet", "live", "hand_new"):
        assert until(client, session, EVENING, name) == EVENING + DAY


@row("S67")
def test_a_cached_page_is_revalidated_without_its_body(
    session: Session, client: Client, house: House
) -> None:
    for name in ("sheet", "hand_new"):
        # One moment for both: until when it may be kept is told to the second.
        with time_machine.travel(EVENING, tick=False):
            client.force_login(house.anna)
            whole, head = client.get(address(session, name)), client.head(address(session, name))
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers[UNTIL] == whole.headers[UNTIL]


@row("S67")
def test_the_sheet_of_a_closed_session_may_be_cached_until_a_day_after(
    house: House, session: Session, client: Client
) -> None:
    with time_machine.travel(EVENING, tick=False):
        recorded(house, session, a_hand(house))
        close_session(session_id=session.id, form=a_form(house.anna))

    assert until(client, session, EVENING + DAY / 2) == EVENING + DAY
    assert until(client, session, EVENING + DAY * 2) is None


@row("S67")
def test_the_sheet_of_a_binned_session_is_not_cached(
    house: House, session: Session, client: Client
) -> None:
    session.refresh_from_db()
    bin_session(session_id=session.id, form=a_form(house.anna, version=session.version))

    assert until(client, session, EVENING) is None


@row("S67")
def test_no_other_page_may_be_cached(house: House, session: Session, anna: Client) -> None:
    recorded(house, session, a_hand(house))
    others = ("history", "settlement", "settings", "closing")
    pages = [anna.get(session_url(session, name)) for name in others]
    pages += [anna.get(f"/c/{house.club.slug}/{path}") for path in ("", "players/", "standings/")]

    assert [page.status_code for page in pages] == [200] * 7
    assert not any(UNTIL in page.headers for page in pages)
    assert all(page.headers["Cache-Control"] == "no-store" for page in pages)


def test_the_worker_is_revalidated_and_caches_only_files_that_exist(client: Client) -> None:
    answer = client.get("/sw.js")
    line = answer.content.decode().splitlines()[0]
    site = json.loads(line.removeprefix("self.site = ").removesuffix(";"))

    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Type"].startswith("text/javascript")
    policy = set(answer.headers["Content-Security-Policy"].split("; "))
    # All that it does: it takes its scripts in, asks for pages, shows a picture with a notice.
    assert policy == FILE_POLICY | {f"{kind}-src 'self'" for kind in ("script", "connect", "img")}
    for path in site["shell"]:
        if path.startswith("/static/"):
            assert (ROOT / "tarokk_club" / "club" / path[1:]).is_file(), path
        else:
            assert client.get(path).status_code == 200


def test_worker_differs_by_language_and_build(client: Client, settings: Settings) -> None:
    first = client.get("/sw.js").content
    hungarian = client.get("/sw.js", headers={"Accept-Language": "hu"}).content
    settings.BUILD = "another"

    assert len({first, hungarian, client.get("/sw.js").content}) == 3


def test_plain_http_offers_no_install_and_no_worker(
    anna: Client, session: Session, settings: Settings
) -> None:
    assert b"manifest.webmanifest" in anna.get("/me/").content
    settings.PLAIN_HTTP = True
    settings.ENV = replace(settings.ENV, host="192.168.1.5")
    page = anna.get("/me/").content.decode()
    sheet = anna.get(session_url(session, "sheet")).content.decode()

    assert "manifest.webmanifest" not in page and "data-worker" not in page + sheet
    assert "Over plain http browsers do not let a site be installed" in page
    assert "club/hand/every-page.js" in sheet


@row("S68")
@pytest.mark.parametrize("keep", [True, False])
def test_signing_out_clears_the_storage_unless_hands_are_queued(
    anna: Client, settings: Settings, *, keep: bool
) -> None:
    settings.HTTPS = True
    answer = anna.post("/accounts/logout/", {} if keep else {"wipe": "1"})

    told = answer.headers["Clear-Site-Data"]
    assert '"cache"' in told and ('"storage"' in told) != keep


@row("S67")
def test_every_page_is_tagged_with_its_user(anna: Client, house: House) -> None:
    client = Client()
    own = anna.get("/me/")
    strange = client.get("/accounts/login/")
    entered = client.post("/accounts/login/", {"login": "anna", "password": "kalandos pagat"})
    own_again = client.get("/me/")

    assert own.headers["X-Account"] == str(house.anna.pk) == own_again.headers["X-Account"]
    assert strange.headers["X-Account"] == "nobody"
    assert entered.status_code == 302


@row("S67")
def test_the_worker_knows_where_people_sign_in_and_out(client: Client) -> None:
    script = client.get("/sw.js").content.decode()

    for door in ("/accounts/", "/i/", "/p/", "/found/", "/me/sign-out/"):
        assert f'"{door}"' in script


@row("S67")
def test_the_offline_page_and_the_worker_hold_no_names(client: Client, house: House) -> None:
    client.force_login(house.anna)
    for path in ("/offline/", "/sw.js", "/manifest.webmanifest"):
        text = client.get(path).content.decode()
        assert not any(name in text for name in [*house.players, house.club.name, "anna"])
