"""Errors, headers, private files and settings: rows S57 to S59 of the catalogue."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import SuspiciousOperation
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import include, path, reverse
from pytest_django import Settings

from support.attackers import SIGN_IN, World, a_client, a_key, crawl
from support.catalogue import row
from tarokk_club import urls
from tarokk_club.club.models import Club
from tarokk_club.env import ROOT

# Words of a program that has nothing to say to a visitor.
INSIDES = re.compile(r"Traceback|django\.|SELECT |sqlite|/work/|\.py\b|Exception|SECRET", re.I)


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError("SELECT secret FROM django.contrib")


def odd(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("SELECT secret")


for _view in (broken, odd):
    _view.login_required = False  # type: ignore[attr-defined]
urlpatterns = [
    path("broken/", broken),
    path("odd/", odd),
    path("", include("tarokk_club.urls")),
]
handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> None:
    cache.clear()


def answers(world: World) -> Iterator[tuple[int, Any]]:
    """Each kind of refusal as a Hungarian reader gets it, with the status wanted."""
    hungarian = {"Accept-Language": "hu"}
    inside = [world.house.club.slug, world.session.id]
    # Around the clubs, who is signed in is spoken to as the own club speaks.
    Club.objects.update(language="hu")
    anna = Client(headers=hungarian, raise_request_exception=False)
    anna.force_login(world.house.anna)
    bela = Client(headers=hungarian)
    bela.force_login(world.house.bela)
    forged = Client(headers=hungarian, enforce_csrf_checks=True)
    yield 400, anna.get("/odd/")
    yield 403, bela.get(reverse("club:settings", args=inside))
    yield 403, forged.post(SIGN_IN, {"login": "anna", "password": "x"})
    yield 404, anna.get("/c/never-was/")
    yield 405, anna.put(reverse("club:sheet", args=inside))
    yield 405, anna.post(reverse("club:sheet", args=inside))
    yield 413, anna.generic("POST", "/language/", b"x", CONTENT_LENGTH=str(10**9))
    for _try in range(10):
        Client(headers=hungarian).post(SIGN_IN, {"login": "anna", "password": "x"})
    yield 429, Client(headers=hungarian).post(SIGN_IN, {"login": "anna", "password": "x"})
    yield 500, anna.get("/broken/")


@row("S58")
def test_every_refusal_is_a_page_of_our_own(world: World, settings: Settings) -> None:
    """In the reader's language, with a number to ask about, and nothing of the program."""
    settings.ROOT_URLCONF = __name__
    for status, answer in answers(world):
        shown = answer.content.decode()
        assert answer.status_code == status
        assert '<html lang="hu"' in shown, status
        assert 'href="/"' in shown, status
        assert not INSIDES.search(shown), status
        assert re.fullmatch(r"[0-9a-f]{16}", answer["X-Request-ID"]), status
        assert "no-store" in answer["Cache-Control"], status


@row("S58")
def test_the_page_of_a_fault_shows_the_number_that_the_log_has(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    answer = Client(raise_request_exception=False).get("/broken/")

    assert answer["X-Request-ID"] in answer.content.decode()


@row("S58")
def test_a_conflict_preserves_the_input(world: World) -> None:
    url = reverse("club:settings", args=[world.house.club.slug, world.session.id])
    answer = a_client(world.house.anna).post(url, {"key": a_key(), "version": "0", "title": "Új"})

    assert answer.status_code in (409, 422)
    assert "Új" in answer.content.decode()


@row("S59")
@pytest.mark.parametrize(
    "path_to",
    [
        "/.git/HEAD",
        "/.git/config",
        "/.env",
        "/db.sqlite3",
        "/var/club.sqlite3",
        "/var/secret_key",
        "/club.sqlite3-wal",
        "/media/",
        "/static/",
        "/static/../manage.py",
        "/static/%2e%2e/manage.py",
        "/static/..%2fmanage.py",
        "/static//etc/passwd",
        "/static/staticfiles.json~",
        "/admin/",
        "/admin/login/",
        "/__debug__/",
        "/static/club/base/app.js.map",
        "/static/club/base/book.css.bak",
        "/manage.py",
        "/pyproject.toml",
        "/backup.zip",
        "/server-status",
        "/phpinfo.php",
        "/.well-known/security.txt.bak",
    ],
)
@pytest.mark.django_db
def test_private_files_are_not_served(path_to: str) -> None:
    assert Client().get(path_to).status_code == 404


@row("S57")
@pytest.mark.sweep
def test_pages_are_neither_streamed_nor_stored(world: World) -> None:
    pages = crawl(a_client(world.house.anna), reverse("club:club", args=[world.house.club.slug]))

    assert len(pages) > 25
    assert all("no-store" in page.answer["Cache-Control"] for page in pages.values())
    kinds = {type(page.answer) for page in pages.values()}
    # A file is complete when its response begins.
    assert not any(issubclass(kind, StreamingHttpResponse) for kind in kinds - {FileResponse})
    types = {page.answer.get("Content-Type", "") for page in pages.values()}
    assert not any("event-stream" in kind for kind in types)


@row("S50")
@pytest.mark.django_db
def test_plain_http_is_sent_to_https_on_the_same_host(settings: Settings) -> None:
    """As behind a proxy that tells how its visitor came."""
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 63_072_000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    plain = Client().get("/accounts/login/?next=/x", headers={"Host": "club.example"})
    safe = Client().get(SIGN_IN, headers={"X-Forwarded-Proto": "https"})

    assert plain.status_code == 301
    assert plain["Location"] == "https://club.example/accounts/login/?next=/x"
    assert safe.status_code == 200
    assert "max-age=63072000" in safe["Strict-Transport-Security"]


@pytest.mark.django_db
def test_a_page_is_not_shared_between_languages() -> None:
    answer = Client().get(SIGN_IN)

    assert "Accept-Language" in answer["Vary"]
    assert "Cookie" in answer["Vary"]


@pytest.mark.ci
def test_django_deployment_check_reports_nothing(tmp_path: Path) -> None:
    done = _check_deploy(tmp_path, HTTPS="1")

    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


@pytest.mark.ci
def test_django_deployment_check_warns_of_missing_https(tmp_path: Path) -> None:
    done = _check_deploy(tmp_path)

    assert done.returncode != 0
    assert "security.W012" in done.stderr


def _check_deploy(var: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """`check --deploy` as an operator runs it; the version of SQLite is another check's matter."""
    code = (
        "import django; django.setup();"
        "from django.core.management import call_command;"
        "call_command('check', deploy=True, fail_level='WARNING', tags=['security', 'urls'])"
    )
    environment = {"TAROKK_VAR": str(var), "DJANGO_SETTINGS_MODULE": "tarokk_club.settings"}
    left_out = ("DATABASE_URL", "SECRET_KEY", "HTTPS", "HOST", "ALLOWED_HOSTS", "DEBUG")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=kept | environment | more,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
