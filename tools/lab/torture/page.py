"""The forms of a page, with the values they would submit unchanged."""

import re
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile(r"<(form|input|textarea|select|option|/select)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


@dataclass(slots=True)
class Form:
    """A form.

    fields: the values it submits if unchanged.
    choices: all values that each field offers.
    """

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def keep(self, name: str, value: str, *, chosen: bool) -> None:
        """Record a field, or a further value of it.

        chosen: whether the form submits this value if unchanged.
        """
        self.choices.setdefault(name, []).append(value)
        if chosen:
            self.fields[name] = value


def forms_of(html: str) -> list[Form]:
    """Return all forms of a page; the site's templates write every attribute in double quotes."""
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
    """Return the form of the page with this action, or None."""
    return next((form for form in forms_of(html) if form.action == action), None)


# The totals of the sheet, the points of the standings, the next hand, the hand count.
_SEATS = re.compile(r'<div class="seat[^"]*">.*?<b class="[^"]*"[^>]*>([^<]*)</b>', re.S)
_STANDINGS = re.compile(r'<td class="(?:plus|minus|zero|)">([^<]*)<')
_NEXT = re.compile(r'<span class="soft">Hand ([\d\s]+)</span>')
_HANDS = re.compile(r"(\d[\d\s]*)\s+hands?\s*</span>")


def totals_of(html: str) -> list[int]:
    """Return the totals of all seats of a sheet."""
    return [parse_number(text) for text in _SEATS.findall(html)]


def standings_of(html: str) -> list[int]:
    """Return the points of all players in the standings, board by board."""
    return [parse_number(text) for text in _STANDINGS.findall(html)]


def footer_hand_count(html: str) -> int | None:
    """Return the number of hands at the foot of a sheet, None if it has none."""
    found = _HANDS.findall(html)
    return int(re.sub(r"\s", "", found[-1])) if found else None


def hands_shown(html: str) -> int:
    """Return the number of hands before the one that the sheet announces as the next."""
    found = _NEXT.search(html)
    return parse_number(found[1]) - 1 if found else 0


def parse_number(text: str) -> int:
    """Parse a number as the site writes it: with a true minus sign and thin spaces between
    thousands.
    """
    plain = re.sub(r"[\s,.]", "", text).replace("\N{MINUS SIGN}", "-")
    return int(plain)
