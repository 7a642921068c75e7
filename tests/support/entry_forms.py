"""The entry screen as a browser without script sees it: its fields, filled in and sent."""

from typing import Any

from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.page_reader import PageForm, forms_of
from tarokk_club.club.models import Session


def _entry(answer: Any) -> PageForm:
    return next(form for form in forms_of(answer.content.decode()) if form.id == "entry")


def fields_of(answer: Any) -> dict[str, Any]:
    """What would be sent if the form of this page were sent untouched."""
    return _entry(answer).sent


def wrong_in(answer: Any) -> list[str]:
    """The fields marked as wrong, in the order of the page, each once."""
    return list(_entry(answer).faulty)


def focused_in(answer: Any) -> set[str]:
    """The fields that the page gives the focus to."""
    return _entry(answer).focused


def address(session: Session, name: str, *more: Any) -> str:
    """The address of a page of the session."""
    return reverse(f"club:{name}", args=[session.club.slug, session.id, *more])


def with_ids(house: House, choices: dict[str, str]) -> dict[str, str]:
    """The choices with ids in place of the players' names, in fields' names too."""
    ids = house.players
    named = {
        "_".join(ids.get(part, part) for part in name.split("_")): value
        for name, value in choices.items()
    }
    return {name: ids.get(value, value) for name, value in named.items()}


def sent_hand(
    client: Client, session: Session, house: House, *, url: str = "", **choices: str
) -> Any:
    """Open the screen, make these choices (players by name), send the form."""
    page = url or address(session, "hand_new")
    fields = fields_of(client.get(page))
    return client.post(page, fields | with_ids(house, choices))
