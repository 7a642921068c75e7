"""Parse the forms of a page, and the figures that a page displays."""

import re
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile(r"<(form|input|textarea|select|option|/select)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


@dataclass(slots=True)
class Form:
    """A form on a page.

    fields: the values that the form submits if unchanged.
    choices: all values that each field offers.
    """

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def add_value(self, name: str, value: str, *, chosen: bool) -> None:
        """Add a value that a field offers.

        chosen: whether the form submits this value if unchanged.
        """
        self.choices.setdefault(name, []).append(value)
        if chosen:
            self.fields[name] = value


def parse_forms(html: str) -> list[Form]:
    """Return all forms of a page; the site's templates write every attribute in double quotes."""
    forms: list[Form] = []
    select = ""
    for tag, attribute_text in _TAG.findall(html):
        attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(attribute_text)}
        name, value = attributes.get("name", ""), attributes.get("value", "")
        if tag == "form":
            forms.append(Form(attributes.get("action", "")))
        elif tag == "/select":
            select = ""
        elif not forms:
            continue
        elif tag == "select":
            select = name
        elif tag == "option" and select:
            first = select not in forms[-1].fields
            forms[-1].add_value(select, value, chosen=first or "selected" in attributes)
        elif name and tag == "textarea":
            forms[-1].add_value(name, "", chosen=True)
        elif name and tag == "input":
            is_choice = attributes.get("type") in ("radio", "checkbox")
            forms[-1].add_value(name, value, chosen=not is_choice or "checked" in attributes)
    return forms


def find_form(html: str, action: str) -> Form | None:
    """Return the form of the page with this action, or None."""
    return next((form for form in parse_forms(html) if form.action == action), None)


# On the sheet: totals, next hand, number of hands; and the points in the standings.
_SEATS = re.compile(r'<div class="seat[^"]*">.*?<b class="[^"]*"[^>]*>([^<]*)</b>', re.S)
_STANDINGS = re.compile(r'<td class="(?:plus|minus|zero|)">([^<]*)<')
_NEXT = re.compile(r'<span class="soft">Hand ([\d\s]+)</span>')
_HANDS = re.compile(r"(\d[\d\s]*)\s+hands?\s*</?span\b")


def read_totals(html: str) -> list[int]:
    """Return the totals of all seats of a sheet."""
    return [parse_number(text) for text in _SEATS.findall(html)]


def read_standings(html: str) -> list[int]:
    """Return the points of all players on all boards of the standings."""
    return [parse_number(text) for text in _STANDINGS.findall(html)]


def read_footer_hand_count(html: str) -> int | None:
    """Return the number of hands in the footer of a sheet, None if it has none."""
    counts = _HANDS.findall(html)
    return int(re.sub(r"\s", "", counts[-1])) if counts else None


def read_hand_count(html: str) -> int:
    """Return the number of hands on a sheet, derived from the number of the next hand."""
    match = _NEXT.search(html)
    return parse_number(match[1]) - 1 if match else 0


def parse_number(text: str) -> int:
    """Parse a number with the minus sign and the thousands separators that the site writes."""
    plain = re.sub(r"[\s,.]", "", text).replace("\N{MINUS SIGN}", "-")
    return int(plain)
