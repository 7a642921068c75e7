"""The entry screen as a browser without script sees it: its fields, filled in and sent."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from support.club_factories import House
from tarokk_club.club.models import Session


class _Fields(HTMLParser):
    """The fields of the form that would be sent as the page stands."""

    def __init__(self) -> None:
        super().__init__()
        self.inside = False
        self.fields: dict[str, str] = {}
        self.controls: list[dict[str, str | None]] = []
        self.area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self.inside = found.get("id") == "entry"
        if not self.inside or not found.get("name"):
            return
        name = str(found["name"])
        if tag == "textarea":
            self.area, self.fields[name] = name, ""
        elif tag == "input":
            self.controls.append(found)
            tickable = found.get("type") in ("radio", "checkbox")
            if "disabled" not in found and (not tickable or "checked" in found):
                self.fields[name] = found.get("value") or ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.fields[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        if tag == "textarea":
            self.area = None


def _parsed(answer: Any) -> _Fields:
    reader = _Fields()
    reader.feed(answer.content.decode())
    return reader


def fields_of(answer: Any) -> dict[str, str]:
    """What would be sent if the form of this page were sent untouched."""
    return _parsed(answer).fields


def wrong_in(answer: Any) -> list[str]:
    """The fields marked as wrong, in the order of the page, each once."""
    wrong = [one["name"] for one in _parsed(answer).controls if one.get("aria-invalid")]
    return [str(name) for name in dict.fromkeys(wrong)]


def focused_in(answer: Any) -> set[str]:
    """The fields that the page gives the focus to."""
    return {str(one["name"]) for one in _parsed(answer).controls if "autofocus" in one}


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
