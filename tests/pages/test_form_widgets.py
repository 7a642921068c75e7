"""Widgets are drawn as Django's own templates draw them."""

from pathlib import Path
from typing import Any

import django.forms
import pytest
from django.template import Context, Engine
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

DJANGO = Path(django.forms.__file__).parent / "templates"
ATTRIBUTES = {
    "id": "id_name",
    "required": True,
    "disabled": False,
    "data-text": "<a & 'b'>",
    "data-safe": SafeString("a &amp; b"),
    "placeholder": _("Privacy"),
    "min": 3,
    "step": 0.5,
    "title": "",
    "none": None,
}
VALUES = ("", 'a"b<c>', SafeString("&amp;"), "12", 7, _("Privacy"), None)


@pytest.mark.parametrize("name", ["attrs", "input", "select", "textarea"])
@pytest.mark.parametrize("value", VALUES)
def test_a_widget_is_drawn_as_by_django(name: str, value: Any) -> None:
    widget = {"type": "text", "name": 'a"b', "value": value, "attrs": ATTRIBUTES, "optgroups": ()}
    path = f"django/forms/widgets/{name}.html"

    assert get_template(path).render({"widget": widget}) == (
        Engine([str(DJANGO)]).get_template(path).render(Context({"widget": widget}))
    )
