"""The site served over https by `manage.py serve`, with a demonstration club and its owner."""

import contextlib
import http.client
import os
import re
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tarokk_club.env import ROOT
from tools.dev.certificate import create_self_signed_certificate
from tools.lab.ux import stock

TIMEOUT_SECONDS = 60
DEMO_HANDS = 60
SIGN_IN_PATH = "/accounts/login/"
# An id for path parts without a row in the demonstration: such a path answers with a 404 page,
# which must have the same headers.
UNKNOWN_ID = "00000000-0000-0000-0000-000000000000"
# Everybody may request these, but only signed-in users see a page.
OWNER_ONLY = ("account_logout",)
# Pages that differ for a closed session.
CLOSED_SESSION_PAGES = (
    "club:sheet",
    "club:finale",
    "club:settlement",
    "club:seals",
    "club:closing",
)
# Requests that respond with no page: the API, the sign-out of a device, the answer to an
# invitation, pictures, and a dictionary, whose path contains the build of the running site.
SKIPPED_PREFIXES = (
    *("club:api_", "club:sign_out_device", "club:directing_agree"),
    *("club:finale_picture", "club:guest_picture", "club:dictionary"),
)
# The pages are requested as the owner of the club, who is not the operator of the site.
OPERATOR_PAGES = ("club:site_clubs", "club:operators_password_link")


@dataclass(frozen=True, slots=True)
class View:
    """A path to request: a route of the permission table, for one game or session.

    as_owner: whether it is requested as the owner instead of anonymously.
    """

    name: str
    path: str
    as_owner: bool


@dataclass(frozen=True, slots=True)
class Site:
    """A running site with an owner who can sign in."""

    port: int
    certificate: Path
    key: Path
    username: str
    password: str
    views: tuple[View, ...]

    @property
    def owner_paths(self) -> tuple[str, ...]:
        """The paths that are requested as the owner."""
        return tuple(view.path for view in self.views if view.as_owner)

    @property
    def public_paths(self) -> tuple[str, ...]:
        """The paths that are requested anonymously."""
        return tuple(view.path for view in self.views if not view.as_owner)

    def path(self, name: str) -> str:
        """Return the path of a view by its name."""
        return next(view.path for view in self.views if view.name == name)

    def cookies(self, *, signed_in: bool) -> tuple[str, ...]:
        """Return the Set-Cookie lines for an anonymous visitor or, if signed in, for the owner."""
        page, visitor_lines = self._request_sign_in_page()
        if not signed_in:
            return tuple(visitor_lines)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        credentials = {"login": self.username, "password": self.password}
        form = {**credentials, "csrfmiddlewaretoken": token[1] if token else ""}
        _page, owner_lines = self._request_sign_in_page(
            form, "; ".join(line.partition(";")[0] for line in visitor_lines)
        )
        return (*visitor_lines, *owner_lines)

    def _request_sign_in_page(
        self, form: dict[str, str] | None = None, cookies: str = ""
    ) -> tuple[str, list[str]]:
        """Request the sign-in page or submit its form; return the text and Set-Cookie lines."""
        context = ssl.create_default_context(cafile=self.certificate)
        connection = http.client.HTTPSConnection(
            "localhost", self.port, timeout=30, context=context
        )
        headers = {"Cookie": cookies, "Origin": f"https://localhost:{self.port}"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        method = "POST" if form else "GET"
        with contextlib.closing(connection):
            connection.request(method, SIGN_IN_PATH, urlencode(form) if form else None, headers)
            response = connection.getresponse()
            page = response.read().decode()
        if form and response.status != 302:
            raise RuntimeError(f"Signing in was answered with {response.status}.")
        return page, response.headers.get_all("Set-Cookie", [])


@contextlib.contextmanager
def running_site(*, founded: bool = False) -> Iterator[Site]:
    """Run a separate site in a temporary folder and stop it at the end.

    founded: whether anonymous visitors see the front page of a real club; otherwise they see the
        page to found a club.
    """
    with tempfile.TemporaryDirectory(prefix="tarokk-ux-") as folder:
        var = Path(folder) / "var"
        var.mkdir()
        certificate, key = create_self_signed_certificate(Path(folder))
        variables = {
            "TAROKK_VAR": str(var),
            "PORT": str(_free_port()),
            "BACKUPS": "0",
            "HTTPS": "1",
        }
        os.environ.update(
            variables, HOST="127.0.0.1", DJANGO_SETTINGS_MODULE="tarokk_club.settings"
        )
        # Lets every signed-in user open the page that founds a further club.
        os.environ["FOUNDERS"] = "anyone"
        for name in ("DATABASE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "BEHIND_PROXY", "DEBUG"):
            os.environ.pop(name, None)
        password = secrets.token_urlsafe(12)
        username, views = _fill_database(password, founded=founded)
        with _serve_site(certificate, key, Path(folder) / "serve.log"):
            yield Site(int(variables["PORT"]), certificate, key, username, password, views)


def _fill_database(password: str, *, founded: bool) -> tuple[str, tuple[View, ...]]:
    """Fill the database; return the owner's username and the views of all pages."""
    import django

    from tarokk_club.serving import preparing

    preparing.compile_catalogues()
    django.setup()
    preparing.migrate_database()
    from django.core.management import call_command
    from django.db import connections

    from tarokk_club.club.models import Club

    call_command("demo", hands=DEMO_HANDS, stdout=StringIO())
    club = Club.objects.get()
    owner = club.founded_by
    owner.set_password(password)
    owner.save()
    views = tuple(list_views(club, stock.fill_demo_club(club)))
    Club.objects.update(demo=not founded)
    connections.close_all()
    return owner.username, views


def list_views(club: Any, demo_rows: stock.Stock) -> Iterator[View]:
    """Yield each view in the permission table that allows GET, in its variants."""
    from tarokk_club.club.pages.access_table import collect_access_by_route
    from tarokk_club.club.writing.permissions import Open

    shared_values = (
        stock.build_path_values(club, demo_rows.tables["paskievics"]) | demo_rows.shared_values
    )
    yield View("nothing", "/no/such/page/", as_owner=False)
    for name, access in collect_access_by_route().items():
        if access.get is not None and not name.startswith((*SKIPPED_PREFIXES, *OPERATOR_PAGES)):
            as_owner = access.get is not Open.PUBLIC or name in OWNER_ONLY
            yield View(
                name,
                _reverse_path(name, shared_values | demo_rows.values_by_route.get(name, {})),
                as_owner,
            )
    for game, session_id in demo_rows.tables.items():
        for name in ("club:hand_new", "club:sheet"):
            path = _reverse_path(name, shared_values | {"session_id": session_id})
            yield View(f"{name} {game}", path, as_owner=True)
    for name in CLOSED_SESSION_PAGES:
        path = _reverse_path(name, shared_values | {"session_id": demo_rows.closed_session})
        yield View(f"{name} closed", path, as_owner=True)


def _reverse_path(name: str, values: dict[str, object]) -> str:
    """Return the path of a page; parts that have no value get an invented one."""
    from django.urls import NoReverseMatch, get_resolver, reverse

    namespace, _colon, short = name.rpartition(":")
    resolver: Any = get_resolver()
    if namespace:
        resolver = resolver.namespace_dict[namespace][1]
    parts = resolver.reverse_dict.getlist(short)[0][0][0][1]
    for invented in (UNKNOWN_ID, "0", "nothing"):
        with contextlib.suppress(NoReverseMatch):
            return reverse(name, kwargs={part: values.get(part, invented) for part in parts})
    raise LookupError(f"No value fits the address of {name}.")


@contextlib.contextmanager
def _serve_site(certificate: Path, key: Path, log: Path) -> Iterator[None]:
    command = [sys.executable, str(ROOT / "manage.py"), "serve"]
    command += ["--cert", str(certificate), "--key", str(key)]
    with log.open("w") as file:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT
        )
    try:
        _wait_until_listening(process, log)
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(TIMEOUT_SECONDS)


def _wait_until_listening(process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), timeout=1).close()
            return
        time.sleep(0.1)
    raise RuntimeError(f"The site did not start: {log.read_text()[-2000:]}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
