"""The site as it is really served, over https, with a demonstration club and its owner."""

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
from tools.dev.certificate import self_signed
from tools.lab.ux import stock

PATIENCE = 60
HANDS = 60
SIGN_IN = "/accounts/login/"
# A value for a part of a path that the demonstration has no row for: the page is a 404,
# which must have the same headers.
NOTHING = "00000000-0000-0000-0000-000000000000"
# Everybody may request these, but only a signed-in user sees a page.
FOR_THE_OWNER = ("account_logout",)
# Pages that look different for a closed session.
OF_THE_CLOSED = ("club:sheet", "club:finale", "club:settlement", "club:seals", "club:closing")
# API requests, the sign-out of a single device and the answer to an invitation have no page,
# and a picture is not a page either.
NO_PAGES = (
    *("club:api_", "club:sign_out_device", "club:directing_agree"),
    *("club:finale_picture", "club:guest_picture"),
)
# The operator of a site owns none of its clubs, and so is not whom the pages are requested as.
FOR_THE_OPERATOR = ("club:site_clubs", "club:operators_password_link")


@dataclass(frozen=True, slots=True)
class View:
    """A path of the permission table, or the entry form of a further game.

    owned: whether it requires rights.
    """

    name: str
    path: str
    owned: bool


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
    def owned(self) -> tuple[str, ...]:
        """The paths that are requested as the owner."""
        return tuple(view.path for view in self.views if view.owned)

    @property
    def open(self) -> tuple[str, ...]:
        """The paths that are open to everybody."""
        return tuple(view.path for view in self.views if not view.owned)

    def path(self, name: str) -> str:
        """Return the path of a view by its name."""
        return next(view.path for view in self.views if view.name == name)

    def cookies(self, *, signed_in: bool) -> tuple[str, ...]:
        """Return the Set-Cookie lines for an anonymous visitor, or for the owner at sign-in."""
        page, lines = self._asked()
        if not signed_in:
            return tuple(lines)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        said = {"login": self.username, "password": self.password}
        form = {**said, "csrfmiddlewaretoken": token[1] if token else ""}
        _page, more = self._asked(form, "; ".join(line.partition(";")[0] for line in lines))
        return (*lines, *more)

    def _asked(
        self, form: dict[str, str] | None = None, cookies: str = ""
    ) -> tuple[str, list[str]]:
        """Request or submit the sign-in page; return it with the cookies that it sets."""
        context = ssl.create_default_context(cafile=self.certificate)
        line = http.client.HTTPSConnection("localhost", self.port, timeout=30, context=context)
        headers = {"Cookie": cookies, "Origin": f"https://localhost:{self.port}"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        method = "POST" if form else "GET"
        with contextlib.closing(line):
            line.request(method, SIGN_IN, urlencode(form) if form else None, headers)
            answer = line.getresponse()
            page = answer.read().decode()
        if form and answer.status != 302:
            raise RuntimeError(f"Signing in was answered with {answer.status}.")
        return page, answer.headers.get_all("Set-Cookie", [])


@contextlib.contextmanager
def running_site(*, founded: bool = False) -> Iterator[Site]:
    """Run a separate site in a temporary folder and stop it at the end.

    founded: whether its club is a real one, so that anonymous visitors see the front page; else
        they see the page to found a club.
    """
    with tempfile.TemporaryDirectory(prefix="tarokk-ux-") as folder:
        var = Path(folder) / "var"
        var.mkdir()
        certificate, key = self_signed(Path(folder))
        ours = {"TAROKK_VAR": str(var), "PORT": str(_free_port()), "BACKUPS": "0", "HTTPS": "1"}
        os.environ.update(ours, HOST="127.0.0.1", DJANGO_SETTINGS_MODULE="tarokk_club.settings")
        # Lets every signed-in user open the page that founds a further club.
        os.environ["FOUNDERS"] = "anyone"
        for name in ("DATABASE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "BEHIND_PROXY", "DEBUG"):
            os.environ.pop(name, None)
        password = secrets.token_urlsafe(12)
        username, views = _fill_database(password, founded=founded)
        with _served(certificate, key, Path(folder) / "serve.log"):
            yield Site(int(ours["PORT"]), certificate, key, username, password, views)


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

    call_command("demo", hands=HANDS, stdout=StringIO())
    club = Club.objects.get()
    owner = club.founded_by
    owner.set_password(password)
    owner.save()
    views = tuple(_views(club, stock.fill_demo_club(club)))
    Club.objects.update(demo=not founded)
    connections.close_all()
    return owner.username, views


def _views(club: Any, more: stock.Stock) -> Iterator[View]:
    """Yield every view of the permission table that can be requested, with its variants."""
    from tarokk_club.club.pages.access_table import collect_access_by_route
    from tarokk_club.club.writing.permissions import Open

    values = stock.path_values(club, more.tables["paskievics"]) | more.shown
    yield View("nothing", "/no/such/page/", owned=False)
    for name, access in collect_access_by_route().items():
        if access.get is not None and not name.startswith((*NO_PAGES, *FOR_THE_OPERATOR)):
            owned = access.get is not Open.PUBLIC or name in FOR_THE_OWNER
            yield View(name, _address(name, values | more.own.get(name, {})), owned)
    for game, session_id in more.tables.items():
        for name in ("club:hand_new", "club:sheet"):
            path = _address(name, values | {"session_id": session_id})
            yield View(f"{name} {game}", path, owned=True)
    for name in OF_THE_CLOSED:
        path = _address(name, values | {"session_id": more.closed})
        yield View(f"{name} closed", path, owned=True)


def _address(name: str, values: dict[str, object]) -> str:
    """Return the path of a page, with invented values where the database has none."""
    from django.urls import NoReverseMatch, get_resolver, reverse

    space, _colon, short = name.rpartition(":")
    resolver: Any = get_resolver()
    if space:
        resolver = resolver.namespace_dict[space][1]
    parts = resolver.reverse_dict.getlist(short)[0][0][0][1]
    for invented in (NOTHING, "0", "nothing"):
        with contextlib.suppress(NoReverseMatch):
            return reverse(name, kwargs={part: values.get(part, invented) for part in parts})
    raise LookupError(f"No value fits the address of {name}.")


@contextlib.contextmanager
def _served(certificate: Path, key: Path, log: Path) -> Iterator[None]:
    command = [sys.executable, str(ROOT / "manage.py"), "serve"]
    command += ["--cert", str(certificate), "--key", str(key)]
    with log.open("w") as file:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT
        )
    try:
        _wait(process, log)
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def _wait(process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), timeout=1).close()
            return
        time.sleep(0.1)
    raise RuntimeError(f"The site did not start: {log.read_text()[-2000:]}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
