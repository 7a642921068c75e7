"""Variables in templates have the values that Django would find."""

from collections import UserDict, namedtuple
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django import forms
from django.template import Context
from django.template.base import FilterExpression
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe

from support.folded_pages import load, render_plainly

Pair = namedtuple("Pair", "left right")


class Player:
    """An object with everything a template may look up."""

    name = "a & <b>"
    safe = mark_safe("<i>")
    kind = dict
    scores = (3, 4)
    by_day = {"first": 1, "items": "an item", "0": "a text"}  # noqa: RUF012
    pair = Pair("l", ["r"])
    at = datetime(2026, 7, 1, 22, tzinfo=UTC)
    nothing = None

    def __str__(self) -> str:
        """Return the same text for each player."""
        return "player <1>"

    def shout(self) -> str:
        """Return the name in capitals."""
        return self.name.upper()

    def delete(self) -> str:
        """Never run from a template."""
        raise AssertionError

    delete.alters_data = True  # type: ignore[attr-defined]

    def greet(self, other: str) -> str:
        """Return a greeting, which a template cannot call."""
        return other

    @property
    def broken(self) -> str:
        """Fail as a mistake in a property does."""
        raise AttributeError("inside")


class EntryForm(forms.Form):
    """A form, whose fields have keys and attributes."""

    title = forms.CharField(label="T & t")


EXPRESSIONS = (
    *("name", "missing", "player", "player.name", "player.safe", "player.missing.more"),
    *("player.scores.1", "player.scores.9", "player.by_day.first", "player.by_day.items"),
    *("player.by_day.0", "player.by_day.keys", "player.pair.left", "player.pair.right.0"),
    *("player.pair.0", "player.shout", "player.delete", "player.greet"),
    *("player.nothing", "player.nothing.more", "player.kind", "lazy.name", "lazy.by_day.first"),
    *("lazy.shout", "lazy.missing", "names.a", "names.items", "names.b", "lazy_names.a", "text.0"),
    *("form.title.label", "form.title.errors", "form.title.0", "form.title.missing"),
    *("missing.more", "form.is_bound", "form.errors", "form.missing"),
    *("True", "None", '"literal"', "5", "text.upper", "forloop.counter", "call", "call.name"),
)
FILTERS = (
    *("", "|upper", "|default:'<none>'", "|default:name", "|default_if_none:player.name"),
    *("|safe", "|escape", "|length", "|first|lower", "|add:name", "|add:2", "|truncatechars:3"),
    *("|date:'H:i'", "|linebreaks", "|join:'<'"),
)


def build_values() -> dict[str, Any]:
    """Return the variables of a page."""
    return {
        "name": "<n>",
        "player": Player(),
        "lazy": SimpleLazyObject(Player),
        "names": {"a": "A & a"},
        "lazy_names": SimpleLazyObject(lambda: UserDict(a="A")),
        "text": "text",
        "call": Player,
        "number": 2,
        "form": EntryForm(),
    }


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_variable_has_the_value_of_django(tmp_path: Path, expression: str) -> None:
    tests = "{% for n in 'ab' %}{% if X == name or not X %}a{% elif X in text %}b{% endif %}"
    tests += "{% with y=X %}{{ y }}{% endwith %}{% endfor %}"
    written = [f"{{{{ {expression}{suffix} }}}}" for suffix in FILTERS]
    for source in [*written, tests.replace("X", expression)]:
        page = load(tmp_path, page=source + f"{{% autoescape off %}}{source}{{% endautoescape %}}")
        outcomes = [
            attempt(lambda page=page: page.render(Context(build_values()))),
            attempt(lambda: render_plainly(tmp_path, build_values())),
        ]
        assert outcomes[0] == outcomes[1], source


def attempt(render: Any) -> str:
    """Return what is rendered, or the kind of the error."""
    try:
        return str(render())
    except Exception as error:
        return f"{type(error)}"


def test_a_text_in_a_variable_is_translated(tmp_path: Path) -> None:
    source = (
        "{% load i18n %}{% translate kind.title %}{% translate kind.title as same %}|{{ same }}"
    )
    values = {"kind": SimpleNamespace(title="As declarer, by bid")}
    page = load(tmp_path, page=f"{{% load i18n %}}{source}")

    with translation.override("hu"):
        text = page.render(Context(values))

    assert text == "Felvevőként, licitek szerint|Felvevőként, licitek szerint"


def test_a_mistake_in_a_property_is_reported(tmp_path: Path) -> None:
    page = load(tmp_path, page="{{ player.broken }}")
    with pytest.raises(AttributeError, match="inside"):
        page.render(Context(build_values()))


def test_a_plain_attribute_needs_no_lookup_of_django(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "{{ player.name|upper }}{% if lazy.name %}{{ names.a }}{% endif %}"
    source += "{{ missing|default:'-' }}{% if missing %}{% else %}{{ form.is_bound }}{% endif %}"
    page = load(tmp_path, page=source)
    monkeypatch.setattr(FilterExpression, "resolve", None)

    assert page.render(Context(build_values())) == "A &amp; &lt;B&gt;A &amp; a-False"
