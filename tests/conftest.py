"""Fixtures and marks for all tests."""

import gc
import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import pytest_django
from _pytest.doctest import DoctestModule
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.utils import timezone, translation
from playwright.sync_api import expect

from support import book_copies, read_refusals, ready_book
from support.club_factories import House, a_house, a_session
from tarokk_club.club.models import Session
from tarokk_club.club.privacy import erasure_list
from tarokk_club.database import revocation_file
from tools.dev import chromium

# How fast a machine is must not decide whether a test is green.
hypothesis.settings.register_profile("club", deadline=None)
# For `manage.py mutants`: finding a failure matters, not the smallest example of it.
hypothesis.settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    database=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)
hypothesis.settings.load_profile("club")

expect.set_options(timeout=20_000)

PHONE = {"width": 390, "height": 844}
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_serialized_rollback"}


# After how many new objects Python looks for rubbish; pages make thousands that are soon gone.
RUBBISH = (20_000, 20, 20)
# What runs only where it is asked for by its mark.
ASKED_FOR = ("libreoffice", "axe", "ci", "cluster", "engines", "papers", "sweep")
MARKED = re.compile(rf"^pytestmark = .*\bpytest\.mark\.({'|'.join(ASKED_FOR)})\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave a file alone of which nothing is asked for: to import it takes long."""
    if collection_path.suffix != ".py":
        return None
    text, asked = collection_path.read_text("utf-8"), config.getoption("markexpr")
    if asked in ASKED_FOR:
        return None if f"pytest.mark.{asked}" in text else True
    return True if any(_is_left_out(one, asked) for one in MARKED.findall(text)) else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples where there are any: to look through every function of all takes long."""
    found = yield
    if file_path.suffix != ".py" or ">>>" in file_path.read_text("utf-8"):
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]


def _is_left_out(mark: str, asked: str) -> bool:
    # PostgreSQL takes ill what SQLite lets pass, so the sweeps go over that.
    return mark not in asked and not (mark == "sweep" and connection.vendor == "postgresql")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark by what a test uses, so that nobody can forget a mark."""
    left_out = {mark for mark in ASKED_FOR if _is_left_out(mark, config.getoption("markexpr"))}
    dropped = [one for one in items if any(map(one.get_closest_marker, left_out))]
    config.hook.pytest_deselected(items=dropped)
    kept = set(items) - set(dropped)
    items[:] = [one for one in items if one in kept]
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "page" in fixtures or "browser" in fixtures:
            item.add_marker("browser")
        if fixtures & DATABASE_FIXTURES or item.get_closest_marker("django_db"):
            item.add_marker("database")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let -k find a test by the rows of the catalogue that it holds."""
    for marker in item.iter_markers("row"):
        item.extra_keyword_matches.update(marker.args)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Spare what stands for the whole run from being looked through for rubbish: a fifth of it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RUBBISH)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Whether a book is there already: a copy of one that was migrated before."""
    return ready_book.lay()


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> None:
    """The book of the tests; a fresh one is kept for the next run."""
    with django_db_blocker.unblock():
        ready_book.keep()
        # Django asks a new connection once whether it knows JSON: no test counts those queries.
        assert connection.features.supports_json_field


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's own Chromium; a missing one fails the test, it never skips it."""
    # Playwright runs an event loop in this thread, which Django would take for an async view.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    path = chromium.find_browser()
    assert path, "Chromium is missing: python3 manage.py test installs it when root."
    return {"executable_path": path, "args": chromium.FLAGS}


@pytest.fixture(scope="session")
def whole_browser() -> str:
    """The path of Chromium itself: its headless shell reads no settings and shows no notices."""
    assert chromium.ensure_browser(shell=False), (
        "Chromium is missing; as root this test installs it."
    )
    return chromium.find_browser(shell=False)


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """A phone in the hand."""
    return {
        "viewport": PHONE,
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
        "locale": "en-GB",
    }


@pytest.fixture(scope="session", autouse=True)
def _refusals_read() -> Iterator[None]:
    """Render each refusal that any test makes in every language."""
    with read_refusals.refusals_read():
        yield


@pytest.fixture(autouse=True)
def _clear_caches() -> Iterator[None]:
    """Clear the caches, so that no limit and no page carries over to the next test."""
    yield
    for name in settings.CACHES:
        caches[name].clear()


@pytest.fixture(autouse=True)
def _own_voice() -> Iterator[None]:
    """No test speaks the language, or lives in the time zone, that a page of another one chose."""
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture
def no_list() -> Iterator[None]:
    """Nobody was erased and nothing revoked yet, and the lists beside the book are removed."""
    for path in (erasure_list.get_erasure_list_path(), revocation_file.get_revocation_path()):
        path.unlink(missing_ok=True)
    yield
    for path in (erasure_list.get_erasure_list_path(), revocation_file.get_revocation_path()):
        path.unlink(missing_ok=True)


@pytest.fixture
def own_book(transactional_db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A book in a file that no other test has open, for what a restore replaces."""
    with book_copies.book_of_its_own(tmp_path_factory.mktemp("book")):
        yield


@pytest.fixture
def house(db: None) -> House:
    """Anna's club with its players."""
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    """A session of four that Anna has started."""
    return a_session(house)


@pytest.fixture
def anna(client: Client, house: House) -> Client:
    """The owner's browser, signed in."""
    client.force_login(house.anna)
    return client


@pytest.fixture
def bela(client: Client, house: House) -> Client:
    """A member's browser, signed in."""
    client.force_login(house.bela)
    return client
