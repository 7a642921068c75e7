"""Sentences, URLs and query strings are rendered as by Django, and built once."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from django.http import QueryDict
from django.template import Context
from django.template.base import Node
from django.test import override_settings
from django.urls import NoReverseMatch, clear_script_prefix, reverse, set_script_prefix
from django.utils import translation
from django.utils.safestring import mark_safe

from support.folded_pages import load, render_plainly
from tarokk_club.http import quick_tags

LOAD = "{% load i18n %}"
SENTENCES = (
    "{% blocktranslate %}Brought: {{ name }}, 100%{% endblocktranslate %}",
    "{% blocktranslate with a=name|upper %}{{ a }} and {{ name }}{% endblocktranslate %}",
    "{% blocktranslate with name=number %}{{ name }} {{ missing }}{% endblocktranslate %}",
    "{% blocktranslate count hands=number trimmed %}\n  {{ hands }} hand\n"
    "{% plural %}\n  {{ hands }} hands\n{% endblocktranslate %}",
    "{% blocktranslate with n=number count hands=n %}{{ hands }} of {{ n }}"
    "{% plural %}{{ name }}: {{ hands }}{% endblocktranslate %}",
    '{% blocktranslate context "place" with a=name %}Table {{ a }}{% endblocktranslate %}',
    "{% blocktranslate asvar text %}for {{ name }}{% endblocktranslate %}[{{ text }}]",
)
VALUES: tuple[dict[str, Any], ...] = (
    {"name": "a & <b>", "number": 0},
    {"name": mark_safe("<b>"), "number": 1},
    {"name": None, "number": 2},
    {"name": 1234.5, "number": -1},
    {"name": translation.gettext_lazy("Privacy"), "number": True},
    {"name": "%(name)s %", "number": 12345},
)
PLAYER = UUID(int=7)


@pytest.mark.parametrize("source", SENTENCES)
@pytest.mark.parametrize("escaping", ["on", "off"])
def test_a_sentence_is_rendered_as_by_django(tmp_path: Path, source: str, escaping: str) -> None:
    text = f"{LOAD}{{% autoescape {escaping} %}}{source}{{{{ name }}}}{{% endautoescape %}}"
    page = load(tmp_path, page=text)

    for language in ("en", "hu", "ro", "da", "hu", None):
        for values in VALUES:
            with translation.override(language):
                assert page.render(Context(values)) == render_plainly(tmp_path, values)


def test_a_malformed_translation_is_replaced_as_by_django(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_tags, "gettext", lambda _text: "Fra %(name) s %(nobody)s")
    page = load(tmp_path, page=LOAD + "{% blocktranslate %}From {{ name }}{% endblocktranslate %}")

    assert page.render(Context({"name": "Anna"})) == "From Anna"


def test_texts_of_a_sentence_do_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_tags, "MOST_TEXTS", 3)
    page = load(tmp_path, page=LOAD + SENTENCES[3])

    for number in range(20):
        assert page.render(Context({"number": number})).strip().startswith(f"{number} hand")
        nodes: list[Any] = page.nodelist.get_nodes_by_type(quick_tags.QuickSentenceNode)
        assert all(len(node._texts) <= 3 for node in nodes)


@pytest.mark.parametrize(
    "arguments",
    [["anna", PLAYER], ["anna", str(PLAYER)], [mark_safe("anna"), PLAYER]],
)
@pytest.mark.parametrize("ending", ["", " as url %}{{ url"])
def test_a_url_is_rendered_as_by_django(tmp_path: Path, arguments: list[Any], ending: str) -> None:
    closing = "}}" if ending else "%}"
    page = load(tmp_path, page="{% url 'club:career' slug player" + ending + closing)
    values = dict(zip(("slug", "player"), arguments, strict=True))

    for _time in range(2):
        assert page.render(Context(values)) == render_plainly(tmp_path, values)
    set_script_prefix("/tarokk/")
    try:
        assert page.render(Context(values)) == render_plainly(tmp_path, values)
        assert page.render(Context(values)).startswith("/tarokk/")
    finally:
        clear_script_prefix()
    assert page.render(Context(values)) == reverse("club:career", args=arguments)


def test_unknown_url_raises_unless_it_is_assigned(tmp_path: Path) -> None:
    page = load(tmp_path, page="{% url 'club:career' slug %}")
    with pytest.raises(NoReverseMatch):
        page.render(Context({"slug": "a"}))
    with pytest.raises(NoReverseMatch):
        page.render(Context({"slug": [1]}))

    lenient = load(tmp_path, page="{% url 'club:career' slug as url %}[{{ url }}]")
    assert lenient.render(Context({"slug": "a"})) == "[]"


def test_urls_follow_another_urlconf(tmp_path: Path) -> None:
    page = load(tmp_path, page="{% url name %}")
    assert page.render(Context({"name": "club:privacy"})) == reverse("club:privacy")

    with override_settings(ROOT_URLCONF="django.contrib.auth.urls"):
        assert page.render(Context({"name": "login"})) == "/login/"
        with pytest.raises(NoReverseMatch):
            page.render(Context({"name": "club:privacy"}))
    with pytest.raises(NoReverseMatch):
        page.render(Context({"name": "login"}))


@pytest.mark.parametrize("query", ["", "a=1&b=2&a=3", "player=x", "n=%C3%A9&blank="])
@pytest.mark.parametrize(
    "changes", ["", "a=None", "player=name", "a=name b='<&é'", "a=number", "a=names", "a=''"]
)
@pytest.mark.parametrize("ending", ["%}", "as text %}{{ text }}"])
def test_a_query_string_is_rendered_as_by_django(
    tmp_path: Path, query: str, changes: str, ending: str
) -> None:
    page = load(tmp_path, page=f"{{% querystring {changes} {ending}")
    for name in ("Anna", "é&", ""):
        values = {"name": name, "number": 0, "names": ["a", "b"]}
        assert page.render(_build_context(query, values)) == render_plainly(
            tmp_path, _build_context(query, values)
        )


def _build_context(query: str, values: dict[str, Any]) -> Context:
    context = Context(values)
    vars(context)["request"] = SimpleNamespace(GET=QueryDict(query))
    return context


def test_the_tags_of_the_site_are_replaced(tmp_path: Path) -> None:
    page = load(
        tmp_path,
        page=LOAD + SENTENCES[0] + "{% url 'club:career' a b %}{% querystring a=b %}{{ a }}",
    )

    kinds: set[type[Node]] = {type(node) for node in page.nodelist}
    assert kinds >= {
        quick_tags.QuickSentenceNode,
        quick_tags.QuickURLNode,
        quick_tags.QuickQueryNode,
        quick_tags.QuickVariableNode,
    }
