"""Rate limits of sign-ins: attempts of others neither evict a count nor lock a member out."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse

from support.attackers import SIGN_IN, World, a_client, a_key, a_world
from support.catalogue import row
from support.guest_visits import a_guest_link
from tarokk_club.accounts.attempt_cache import AttemptCache

RIGHT, WRONG = "kalandos pagat", "not the password"


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> None:
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    """For each test its own: some of them begin with an empty site."""
    return a_world()


def sign_in(name: str, password: str = WRONG, **meta: Any) -> int:
    answer = Client().post(SIGN_IN, {"login": name, "password": password}, **meta)
    return int(answer.status_code)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tries.sqlite3"


@row("S11")
def test_attempts_of_others_evict_no_count(file: Path) -> None:
    tries = AttemptCache(str(file), {})
    tries.set("mine", [1.0], 300)

    for number in range(2000):
        tries.set(f"other-{number}", [1.0], 300)

    assert tries.get("mine") == [1.0]


@row("S11")
def test_counts_survive_a_restart(file: Path) -> None:
    work = (
        "import django; from django.conf import settings; settings.configure(); django.setup();"
        "from tarokk_club.accounts.attempt_cache import AttemptCache; import sys;"
        "AttemptCache(sys.argv[1], {}).set('mine', [1.0], 300)"
    )
    subprocess.run([sys.executable, "-c", work, str(file)], check=True)

    assert AttemptCache(str(file), {}).get("mine") == [1.0]
    assert isinstance(caches["default"], AttemptCache)


def test_expired_attempts_are_not_counted_and_are_swept(file: Path) -> None:
    tries = AttemptCache(str(file), {})
    tries.set("old", 1, -1)
    assert tries.get("old") is None
    assert tries.add("old", 2, 300)
    assert not tries.add("old", 3, 300)
    assert (tries.get("old"), tries.delete("old"), tries.get("old")) == (2, True, None)


def test_unusable_file_does_not_stop_counting(tmp_path: Path) -> None:
    broken = tmp_path / "tries.sqlite3"
    broken.write_bytes(b"no database" * 500)
    tries = AttemptCache(str(broken), {})

    assert tries.add("a", 1, 300)
    tries.set("a", 2, 300)
    assert (tries.get("a"), tries.add("a", 3, 300), tries.delete("a")) == (2, False, True)


@row("S13")
def test_neighbours_in_one_ipv6_network_count_as_one(world: World) -> None:
    statuses = [sign_in(f"name-{one}", REMOTE_ADDR=f"2001:db8:1:2::{one:x}") for one in range(20)]

    assert statuses.count(429) >= 9
    assert sign_in("anna", RIGHT, REMOTE_ADDR="2001:db8:1:3::1") == 302


@row("S13")
def test_members_sign_in_on_a_known_network_despite_many_failures(world: World) -> None:
    assert sign_in("anna", RIGHT) == 302
    # Somebody at the same table plays with the form of signing in.
    for number in range(25):
        sign_in(f"name-{number}")

    assert [sign_in(name, RIGHT) for name in ("bela", "the-scorer", "the-owner")] == [302] * 3


@row("S11")
def test_guessing_elsewhere_does_not_block_the_clubs_network(world: World) -> None:
    assert sign_in("bela", RIGHT) == 302
    for number in range(40):
        sign_in("anna", REMOTE_ADDR=f"198.51.100.{number}")

    assert sign_in("anna", RIGHT, REMOTE_ADDR="192.0.2.200") == 429
    assert sign_in("anna", RIGHT) == 302


@row("S11")
def test_guessing_is_throttled_on_a_known_network_too(world: World) -> None:
    assert sign_in("bela", RIGHT) == 302

    statuses = [sign_in("anna") for _try in range(40)]

    assert statuses[-1] == 429


@row("S30")
def test_valid_link_opens_while_guesses_are_throttled(world: World) -> None:
    for _each in range(25):
        Client().get(reverse("club:invited", args=["nothing"]))
    link = a_guest_link(world.house, world.session)

    assert Client().get(reverse("club:invited", args=["nothing"])).status_code == 429
    assert Client().get(reverse("club:guest", args=[link.token])).status_code == 200
    from support.invitations import an_invitation, link_to

    assert Client().get(link_to(an_invitation(world.house))).status_code == 200


def test_an_ordinary_request_writes_no_count(world: World, tmp_path: Path) -> None:
    file = Path(site.VAR) / "tries.sqlite3"
    client = a_client(world.house.anna)
    client.get("/me/")
    before = file.stat().st_mtime_ns, _log_of(file)

    for path in ("/", "/me/", "/healthz", f"/c/{world.house.club.slug}/players/"):
        client.get(path)
        client.post(path, {"key": a_key()})

    assert (file.stat().st_mtime_ns, _log_of(file)) == before


def _log_of(file: Path) -> bytes:
    log = file.with_name(file.name + "-wal")
    return log.read_bytes() if log.exists() else b""


@row("S11")
@pytest.mark.django_db
def test_founding_codes_are_tried_slowly() -> None:
    sent = {
        "key": a_key(),
        "club": "Zugló",
        "name": "Anna",
        "password": "kalandos pagat",
        "language": "en",
        "currency": "HUF",
        "code": "AAAA-BBBB-CCCC",
    }
    away = Client(REMOTE_ADDR="192.0.2.1")
    statuses = [away.post(reverse("club:found"), sent).status_code for _try in range(12)]

    assert statuses == [422] * 10 + [429] * 2


@row("S11")
def test_successful_sign_in_uses_up_no_attempt(world: World) -> None:
    assert [sign_in("anna", RIGHT) for _each in range(25)] == [302] * 25
