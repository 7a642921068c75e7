"""Paths of pages, and forms submitted as a browser does."""

import csv
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pypdfium2
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from support.page_reader import PageForm, forms_of, ids_of
from tarokk_club.club.models import Entry, Player, Session
from tarokk_club.club.urls import urlpatterns


def names_of(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """Yield the names of all routes in these URL patterns."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names_of(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name


# The path parts of pages of a club besides the slug.
IDS = {"slug", "session_id", "entry_id", "player_id", "season_id", "day"}


def list_parts(name: str) -> set[str]:
    """Return the path parts that a route needs."""
    book = get_resolver().namespace_dict["club"][1]
    return set(book.reverse_dict.getlist(name)[0][0][0][1])


# The pages of a club that need no further ids.
ROUTES = sorted({name for name in names_of(urlpatterns) if {"slug"} <= list_parts(name) <= IDS})


def route_url(name: str, session: Session, *, invented: bool = False) -> str:
    """Return the path of a route for existing objects, or for invented ones.

    The first entry of the session must be a hand, the second one must not.
    """
    entries = session.entries.order_by("position")
    entry = entries[1] if name == "event_correct" else entries[0]
    player = Player.objects.filter(club=session.club)[0]
    values = {
        "slug": "nowhere" if invented else session.club.slug,
        "session_id": uuid4() if invented else session.id,
        "entry_id": uuid4() if invented else entry.id,
        "player_id": uuid4() if invented else player.id,
        "season_id": uuid4() if invented else session.season_id,
        "day": session.date,
    }
    return reverse(f"club:{name}", kwargs={key: values[key] for key in list_parts(name)})


def session_url(session: Session, name: str) -> str:
    """Return the path of a page of the session."""
    return reverse(f"club:{name}", args=[session.club.slug, session.id])


def entry_url(entry: Entry, name: str = "hand") -> str:
    """Return the path of a page of the entry."""
    session = entry.session
    return reverse(f"club:{name}", args=[session.club.slug, session.id, entry.id])


def read_out(content: bytes) -> str:
    """Return the text of a page, a PDF or a workbook; "" for a picture."""
    if content.startswith(b"\x89PNG"):
        return ""
    if content.startswith(b"%PDF"):
        pages = pypdfium2.PdfDocument(content)
        return "".join(page.get_textpage().get_text_bounded() for page in pages)
    if not content.startswith(b"PK"):
        return content.decode()
    with ZipFile(BytesIO(content)) as packed:
        return "".join(packed.read(name).decode() for name in packed.namelist())


def text_of(response: Any) -> str:
    """Return the source of the page with all whitespace runs collapsed."""
    return " ".join(response.content.decode().split())


def file_rows_of(content: bytes) -> list[dict[str, str]]:
    """Return the rows of a CSV file by the titles of their columns."""
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline="")))


def forms_in(response: Any) -> list[PageForm]:
    """Return all forms of the page."""
    return forms_of(response.content.decode())


def form_in(response: Any, action: str) -> PageForm:
    """Return the form of the page that submits to `action`."""
    return next(form for form in forms_in(response) if form.action == action)


def is_described(response: Any, form: PageForm, name: str) -> bool:
    """Return whether the field is marked as faulty and refers to an error text on the page."""
    ids = form.faulty.get(name, "").split()
    known = ids_of(response.content.decode())
    return bool(ids) and any(one.endswith("_error") for one in ids) and set(ids) <= known


def send(client: Client, url: str, *, at: str | None = None, **changes: Any) -> Any:
    """Load a page, change fields of its form for `url`, and submit the form.

    at: page with the form, by default `url`.
    changes: fields to change; None removes a field.
    """
    form = form_in(client.get(at or url), url)
    sent = {name: value for name, value in {**form.sent, **changes}.items() if value is not None}
    return client.post(url, sent)
