"""What a phone finds on a page: its forms, with what they would send as they stand."""

import re
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile(r"<(form|input|textarea|select|option|/select)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


@dataclass(slots=True)
class Form:
    """A form. fields: what it sends untouched; choices: every value that a field offers."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def keep(self, name: str, value: str, *, chosen: bool) -> None:
        """Note a field or one of its values."""
        self.choices.setdefault(name, []).append(value)
        if chosen:
            self.fields[name] = value


def forms_of(html: str) -> list[Form]:
    """All forms of a page of ours; the templates write every attribute in double quotes."""
    forms: list[Form] = []
    select = ""
    for tag, rest in _TAG.findall(html):
        given = {name: unescape(value) for name, value in _ATTRIBUTE.findall(rest)}
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "form":
            forms.append(Form(given.get("action", "")))
        elif tag == "/select":
            select = ""
        elif not forms:
            continue
        elif tag == "select":
            select = name
        elif tag == "option" and select:
            first = select not in forms[-1].fields
            forms[-1].keep(select, value, chosen=first or "selected" in given)
        elif name and tag == "textarea":
            forms[-1].keep(name, "", chosen=True)
        elif name and tag == "input":
            ticked = given.get("type") in ("radio", "checkbox")
            forms[-1].keep(name, value, chosen=not ticked or "checked" in given)
    return forms


def form_for(html: str, action: str) -> Form | None:
    """The form of the page that goes to this address."""
    return next((form for form in forms_of(html) if form.action == action), None)


# The totals of the sheet, the points of the standings, and how many hands are told and shown.
_SEATS = re.compile(r'<div class="seat[^"]*">.*?<b class="[^"]*"[^>]*>([^<]*)</b>', re.S)
_STANDINGS = re.compile(r'<td class="(?:plus|minus|zero|)">([^<]*)<')
_NEXT = re.compile(r'<span class="soft">Hand ([\d\s]+)</span>')
_HANDS = re.compile(r"(\d[\d\s]*)\s+hands?\s*</span>")


def totals_of(html: str) -> list[int]:
    """The totals of all seats of a sheet."""
    return [number(text) for text in _SEATS.findall(html)]


def standings_of(html: str) -> list[int]:
    """The points of all players in the standings, board by board."""
    return [number(text) for text in _STANDINGS.findall(html)]


def hands_told(html: str) -> int | None:
    """How many hands the foot of a sheet tells."""
    found = _HANDS.findall(html)
    return int(re.sub(r"\s", "", found[-1])) if found else None


def hands_shown(html: str) -> int:
    """How many hands come before the one that the sheet calls the next."""
    found = _NEXT.search(html)
    return number(found[1]) - 1 if found else 0


def number(text: str) -> int:
    """A number as the site writes it: a true minus sign, a thin space between thousands."""
    plain = re.sub(r"[\s,.]", "", text).replace("\N{MINUS SIGN}", "-")
    return int(plain)
