"""Modules that a start of the site does not import."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

START = """
import sys
import django
from tarokk_club.serving import preparing, serve
from tarokk_club.serving import serving_lock
django.setup()
from django.core.checks import run_checks
from django.urls import reverse
from tarokk_club.http.secret_paths import mask_secrets
assert not [message for message in run_checks() if message.is_serious()]
assert reverse("club:api_guest", args=["abc"]) == "/api/v1/guests/abc"
assert mask_secrets("/api/v1/guests/abc") == "/api/v1/guests/..."
print(*sorted(sys.modules), sep="\\n")
"""


WORKER = """
import gc
import sys
import threading
import django
from tarokk_club.serving import serve
django.setup()
serve.API_DELAY = 0
serve.load_application("tarokk_club.rsgi:application")
for thread in threading.enumerate():
    if isinstance(thread, threading.Timer):
        thread.join()
assert gc.get_freeze_count()
print(*sorted(sys.modules), sep="\\n")
"""


def _list_imported_packages(folder: Path, program: str) -> set[str]:
    """Return the packages that the program imports with the settings of a site on SQLite."""
    settings = {"DJANGO_SETTINGS_MODULE": "tarokk_club.settings", "TAROKK_VAR": str(folder)}
    environment = os.environ | settings | {"SECRET_KEY": "a" * 64}
    environment |= {"CACHE_URL": "", "DATABASE_URL": ""}
    ended = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True
    )
    return {name.partition(".")[0] for name in ended.stdout.splitlines()}


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The packages that are imported when a site could answer its first request."""
    return _list_imported_packages(tmp_path_factory.mktemp("var"), START)


def test_a_site_without_a_shared_cache_imports_no_client_of_one(imported: set[str]) -> None:
    assert "redis" not in imported


def test_a_site_on_sqlite_imports_no_client_of_postgresql(imported: set[str]) -> None:
    assert "psycopg" not in imported


def test_no_writer_of_workbooks_is_imported_at_a_start(imported: set[str]) -> None:
    assert "xlsxwriter" not in imported


def test_the_endpoints_of_the_api_are_not_imported_at_a_start(imported: set[str]) -> None:
    assert not {"ninja", "pydantic"} & imported


def test_a_worker_loads_the_endpoints_before_a_program_calls_them(tmp_path: Path) -> None:
    assert {"ninja", "pydantic"} <= _list_imported_packages(tmp_path, WORKER)
