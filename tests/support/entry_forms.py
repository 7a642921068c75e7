"""The entry page without scripts: its fields, filled in and submitted."""

from typing import Any

from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.page_reader import PageForm, forms_of
from tarokk_club.club.models import Session


def _entry(answer: Any) -> PageForm:
    return next(form for form in forms_of(answer.content.decode()) if form.id == "entry")


def fields_of(answer: Any) -> dict[str, Any]:
    """Return the fields that the form of this page submits if unchanged."""
    return _entry(answer).sent


def wrong_in(answer: Any) -> list[str]:
    """Return the fields that are marked as faulty, in the order of the page."""
    return list(_entry(answer).faulty)


def focused_in(answer: Any) -> set[str]:
    """Return the fields that have the focus."""
    return _entry(answer).focused


def address(session: Session, name: str, *more: Any) -> str:
    """Return the path of a page of the session."""
    return reverse(f"club:{name}", args=[session.club.slug, session.id, *more])


def with_ids(house: House, choices: dict[str, str]) -> dict[str, str]:
    """Return the choices with ids instead of players' names, also in the names of fields."""
    ids = house.players
    named = {
        "_".join(ids.get(part, part) for part in name.split("_")): value
        for name, value in choices.items()
    }
    return {name: ids.get(value, value) for name, value in named.items()}


def sent_hand(
    client: Client, session: Session, house: House, *, url: str = "", **choices: str
) -> Any:
    """Load the entry page, make these choices (players by name), and submit the form."""
    page = url or address(session, "hand_new")
    fields = fields_of(client.get(page))
    return client.post(page, fields | with_ids(house, choices))
