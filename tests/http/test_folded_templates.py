"""The constant parts of templates are rendered once, and only those."""

from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.conf import settings
from django.template import Context
from django.template.base import NodeList, TextNode
from django.templatetags.i18n import TranslateNode
from django.urls import clear_script_prefix, get_resolver, reverse, set_script_prefix
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from support.folded_pages import build_engine, load, render_plainly
from tarokk_club.http import folded_templates
from tarokk_club.http.folded_templates import FoldedNode

LOAD = "{% load i18n icons site static %}"
CONSTANT = (
    '{% translate "Privacy" %}',
    '{% translate "Table" context "place" %}',
    "{% blocktranslate %}Privacy{% endblocktranslate %}",
    "{% url 'club:privacy' %}",
    "{% icon 'back' 24 %}",
    '{{ _("Privacy") }}',
)
VARIABLE = (
    "{{ name }}",
    "{% translate name %}",
    '{% translate "Privacy" as name %}',
    "{% blocktranslate %}Privacy {{ name }}{% endblocktranslate %}",
    "{% blocktranslate with a=name %}Privacy {{ a }}{% endblocktranslate %}",
    "{% url 'club:privacy' as name %}",
    "{% icon name %}",
    "{% is_plain_http %}",
    '{% now "Y" %}',
    '{{ "a"|add:name }}',
)


@pytest.mark.parametrize("source", CONSTANT)
def test_parts_that_depend_only_on_the_language_are_folded(tmp_path: Path, source: str) -> None:
    page = load(tmp_path, page=f"{LOAD}a {source} b {source}")

    assert [type(node) for node in page.nodelist] == [FoldedNode]
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for _time in range(2):
                assert page.render(Context()) == render_plainly(tmp_path, {})


@pytest.mark.parametrize("source", VARIABLE)
def test_parts_that_read_anything_else_are_not_folded(tmp_path: Path, source: str) -> None:
    page = load(tmp_path, page=f"{LOAD}a {source} b {{{{ name }}}}")

    assert not any(isinstance(node, FoldedNode) for node in page.nodelist)
    for name in ("back", "next"):
        assert page.render(Context({"name": name})) == render_plainly(tmp_path, {"name": name})


def test_a_template_stays_as_it_is_with_debug(tmp_path: Path) -> None:
    page = load(tmp_path, page=LOAD + CONSTANT[0], debug=True)

    assert not any(isinstance(node, FoldedNode) for node in page.nodelist)


def test_a_constant_part_is_rendered_once_a_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = load(tmp_path, page="{% load i18n %}{% for n in '123' %}" + CONSTANT[0] + "{% endfor %}")
    languages: list[str | None] = []
    render = TranslateNode.render

    def count(self: TranslateNode, context: Any) -> Any:
        languages.append(translation.get_language())
        return render(self, context)

    monkeypatch.setattr(TranslateNode, "render", count)
    for language in ("hu", "en", "hu", "en"):
        with translation.override(language):
            page.render(Context())

    assert languages == ["hu", "en"]


def test_a_url_follows_the_prefix_of_the_site(tmp_path: Path) -> None:
    page = load(tmp_path, page=CONSTANT[3])
    first = page.render(Context())
    set_script_prefix("/tarokk/")
    try:
        assert page.render(Context()) == f"/tarokk{first}" == reverse("club:privacy")
    finally:
        clear_script_prefix()
    assert page.render(Context()) == first


def test_no_namespace_depends_on_the_request() -> None:
    # A URL without arguments would else depend on the namespace of the page.
    assert all(len(instances) == 1 for instances in get_resolver().app_dict.values())


@pytest.mark.parametrize(
    "value",
    [
        "a & <b>",
        mark_safe("a & <b>"),
        SafeString("<i>"),
        12345,
        -3,
        True,
        None,
        1.5,
        Path("a<b"),
        translation.gettext_lazy("Privacy"),
    ],
)
@pytest.mark.parametrize("escaping", ["on", "off"])
def test_every_value_is_rendered_as_by_django(tmp_path: Path, value: Any, escaping: str) -> None:
    source = f"{{% autoescape {escaping} %}}{{{{ value }}}}{{{{ a.b }}}}{{% endautoescape %}}"
    values = {"value": value, "a": {"b": value}}

    assert load(tmp_path, page=source).render(Context(values)) == render_plainly(tmp_path, values)


def test_blocks_and_includes_work_as_in_django(tmp_path: Path) -> None:
    page = load(
        tmp_path,
        base="<{% block empty %}{% endblock %}{% block a %}A{{ n }}{% endblock %}{% block b %}B"
        "{% block inner %}I{% endblock %}{% endblock %}{% block c %}C{% endblock %}>",
        middle="{% extends 'base.html' %}{% block a %}{{ block.super }}m{% endblock %}"
        "{% block inner %}{% endblock %}",
        part="[{{ n }}{{ m }}{% cycle 'x' 'y' %}]",
        page="{% extends 'middle.html' %}{% block a %}p{{ block.super }}{% endblock %}"
        "{% block empty %}{% for n in ns %}{% include 'part.html' with m=n %}{% endfor %}"
        "{% include './part.html' only %}{% endblock %}{% block c %}plain{% endblock %}",
    )

    for ns in ("12", "345"):
        values = {"n": "<", "ns": ns}
        assert page.render(Context(values)) == render_plainly(tmp_path, values)


@pytest.mark.parametrize("a", [None, 0, 1, "", "x", [], {"b": 1}, {"b": False}])
@pytest.mark.parametrize(
    "source",
    [
        "{% if a %}1{% else %}0{% endif %}",
        "{% if unknown %}1{% elif a.b %}2{% elif not a %}3{% else %}4{% endif %}",
        "{% if a.b.c %}1{% endif %}",
        "{% if a.b == 1 or unknown.b %}1{% else %}0{% endif %}",
        "{% if unknown|default:a %}1{% endif %}",
        "{% if 'x' %}1{% endif %}{% if None %}2{% endif %}",
    ],
)
def test_conditions_decide_as_in_django(tmp_path: Path, source: str, a: object) -> None:
    values = {"a": a}

    assert load(tmp_path, page=source).render(Context(values)) == render_plainly(tmp_path, values)


def test_loops_render_as_in_django(tmp_path: Path) -> None:
    source = (
        "{% for a, b in pairs %}{{ forloop.counter }}{{ a }}{% cycle 'x' 'y' %}"
        "{% for c in b %}{{ forloop.parentloop.counter0 }}{{ c }}{% if forloop.last %}.{% endif %}"
        "{% empty %}none{% endfor %}{% ifchanged b %}!{% endifchanged %}{% endfor %}{{ a }}"
    )
    values = {"pairs": [("<", "12"), ("&", "12"), ("c", "")], "a": "after"}

    assert load(tmp_path, page=source).render(Context(values)) == render_plainly(tmp_path, values)


def test_an_included_page_has_blocks_of_its_own(tmp_path: Path) -> None:
    page = load(
        tmp_path,
        frame="({% block a %}frame{% endblock %})",
        inner="{% extends 'frame.html' %}{% block a %}inner {{ n }}{% endblock %}",
        base="{% block a %}base{% endblock %}{% block b %}{% endblock %}",
        page="{% extends 'base.html' %}{% block a %}page{% endblock %}"
        "{% block b %}{% include 'inner.html' with n=m %}{{ n }}{{ block.super }}{% endblock %}",
    )
    values = {"m": "<", "n": "outer"}

    assert page.render(Context(values)) == render_plainly(tmp_path, values)


def test_an_error_leaves_the_context_as_it_was(tmp_path: Path) -> None:
    page = load(
        tmp_path,
        base="{% block a %}{% endblock %}",
        part="{{ fail }}",
        page="{% extends 'base.html' %}{% block a %}{% include 'part.html' with m=1 %}"
        "{% endblock %}",
    )

    def fail() -> str:
        raise ZeroDivisionError

    context = Context({"fail": fail})
    depths = len(context.dicts), len(context.render_context.dicts)
    with pytest.raises(ZeroDivisionError):
        page.render(context)

    assert (len(context.dicts), len(context.render_context.dicts)) == depths


def test_text_is_joined_without_a_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "a{% if n %}b{{ n }}c{% for i in n %}d{{ i }}e{% endfor %}{% endif %}f"
    page = load(tmp_path, page=source)
    expected = render_plainly(tmp_path, {"n": "1"})

    def refuse(_node: TextNode, _context: object) -> str:
        raise AssertionError("a text was called")

    monkeypatch.setattr(TextNode, "render_annotated", refuse)
    monkeypatch.setattr(TextNode, "render", refuse)

    assert page.render(Context({"n": "1"})) == expected


def test_no_thread_renders_a_template_that_another_one_is_folding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page.html").write_text("{% block a %}{{ n }}{% endblock %}")
    engine = build_engine(tmp_path)
    folding, proceed = Event(), Event()
    fold = folded_templates.fold_constant_runs

    def fold_slowly(nodes: NodeList) -> None:
        folding.set()
        assert proceed.wait(10)
        fold(nodes)

    monkeypatch.setattr(folded_templates, "fold_constant_runs", fold_slowly)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(engine.get_template, "page.html")
        assert folding.wait(10)
        second = threads.submit(engine.get_template, "page.html")
        waited = wait([second], timeout=0.2).not_done
        proceed.set()

        assert waited == {second}
        assert second.result(10) is first.result(10)
