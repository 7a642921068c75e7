"""A reader of pages without scripts: their forms, fields and error marks."""

from dataclasses import dataclass, field
from typing import Any

from lxml import html

TICKED = {"radio", "checkbox"}


@dataclass
class PageForm:
    """A form of a page.

    sent: values that the form submits if unchanged.
    faulty: marked fields, with the ids of their descriptions.
    focused: fields with the focus.
    """

    action: str
    method: str = "get"
    id: str = ""
    sent: dict[str, Any] = field(default_factory=dict)
    faulty: dict[str, str] = field(default_factory=dict)
    focused: set[str] = field(default_factory=set)


def tree_of(text: str) -> Any:
    """Return the element tree of a page or of a fragment."""
    return html.document_fromstring(text if text.strip() else "<html></html>")


def forms_of(text: str) -> list[PageForm]:
    """Return all forms of the page."""
    return [_read(form) for form in tree_of(text).iter("form")]


def ids_of(text: str) -> set[str]:
    """Return every id on the page."""
    return {str(one) for one in tree_of(text).xpath("//@id")}


def rows_of(text: str, within: str = "//table") -> list[list[str]]:
    """Return the rows of the tables and lists as texts: a text for each cell, or one for an item.

    within: the XPath of the tables or lists to read.
    """
    rows = tree_of(text).xpath(f"({within})//tr | ({within})//li[not(ancestor::tr)]")
    return [[_text(cell) for cell in row.xpath("th | td") or [row]] for row in rows]


def _text(element: Any) -> str:
    return " ".join(element.text_content().split())


def _read(form: Any) -> PageForm:
    told = PageForm(
        action=form.get("action", ""),
        method=form.get("method", "get").lower(),
        id=form.get("id", ""),
    )
    for control in form.iter("input", "textarea", "select"):
        name = control.get("name", "")
        if "aria-invalid" in control.attrib:
            told.faulty[name] = control.get("aria-describedby", "")
        if "autofocus" in control.attrib:
            told.focused.add(name)
        if name and "disabled" not in control.attrib:
            _send(told.sent, name, control)
    return told


def _send(sent: dict[str, Any], name: str, control: Any) -> None:
    kind = control.get("type", "")
    if control.tag == "select":
        chosen = control.xpath(".//option[@selected]") or control.xpath(".//option")
        if chosen:
            sent[name] = chosen[0].get("value", chosen[0].text_content())
    elif control.tag == "textarea":
        # Browsers submit lines with these ends.
        text = control.text_content().removeprefix("\n").replace("\r\n", "\n")
        sent[name] = text.replace("\n", "\r\n")
    elif kind not in TICKED:
        sent[name] = control.get("value", "")
    elif "checked" in control.attrib:
        value = control.get("value", "on")
        several = kind == "checkbox" and name in sent
        sent[name] = [*_as_list(sent[name]), value] if several else value


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
