"""What every template keeps to."""

import re

import pytest

from tarokk_club.serving.environment import ROOT

LOADED = re.compile(r"<script\b[^>]*\bsrc=", re.IGNORECASE)


def unsealed(text: str) -> bool:
    """Whether a script is loaded without the sum that its bytes must have."""
    return bool(LOADED.search(text)) or "htmx_script" in text


def test_every_script_is_loaded_by_the_tag_that_seals_it() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    told = "Load it with {% script 'club/name.js' %} of the tags `site`."

    assert [path.name for path in templates if unsealed(path.read_text())] == [], told


@pytest.mark.parametrize(
    "text",
    ["<script src=\"{% static 'a.js' %}\" defer></script>", "<script\n defer src='a.js'>"],
)
def test_another_script_is_seen(text: str) -> None:
    assert unsealed(text)
