"""What every template keeps to."""

import re

import pytest

from tarokk_club.env import ROOT

FORM = re.compile(r"<form\b.*?(?=csrf_token)", re.DOTALL)
# The rooms whose forms write points or money.
WRITING_ROOMS = ("hand", "money", "tournaments")
LOADED = re.compile(r"<script\b[^>]*\bsrc=", re.IGNORECASE)


def unsealed(text: str) -> bool:
    """Whether a script is loaded without the sum that its bytes must have."""
    return bool(LOADED.search(text)) or "htmx_script" in text


def test_templates_load_scripts_only_with_the_script_tag() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    told = "Load it with {% script 'club/name.js' %} of the tags `site`."

    assert [path.name for path in templates if unsealed(path.read_text())] == [], told


@pytest.mark.parametrize(
    "text",
    ["<script src=\"{% static 'a.js' %}\" defer></script>", "<script\n defer src='a.js'>"],
)
def test_detects_an_unsealed_script(text: str) -> None:
    assert unsealed(text)


def refilled(text: str) -> list[str]:
    """The posted forms that a browser fills in again when its Back leads to them."""
    return [
        form
        for form in FORM.findall(text)
        if 'method="post"' in form and 'autocomplete="off"' not in form
    ]


def test_no_form_that_writes_is_filled_in_again_by_the_browser() -> None:
    templates = [
        path
        for room in WRITING_ROOMS
        for path in sorted((ROOT / "templates" / "club" / room).rglob("*.html"))
    ]

    assert [path.name for path in templates if refilled(path.read_text())] == []
    assert refilled('<form\n method="post" id="x">{% csrf_token %}</form>')
