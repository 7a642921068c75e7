"""The title of a page is its heading, which the templates contain only once."""

import re
from pathlib import Path

import pytest
from django.template import Context
from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.folded_pages import load, render_plainly
from tarokk_club.env import ROOT

TEMPLATES = ROOT / "templates"
NAME = "A < B & \"C\" 'D'"
ESCAPED = "A &lt; B &amp; &quot;C&quot; &#x27;D&#x27;"
BASE = (
    "{% load site %}<title>{% block title %}{% title_from_heading %}{% endblock title %}</title>"
    "{% block bar %}<h1>{% block heading %}{% endblock heading %}</h1>{% endblock bar %}"
)
# The page that is opened most often renders one node less without the tag.
REPEATED = {"club/hand/entry/page.html"}


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("{% block heading %}\n  {{ name }}\n{% endblock heading %}", ESCAPED),
        ("{% block title %}{% title_from_heading name %}{% endblock title %}", f" · {ESCAPED}"),
        (
            "{% block title %}{% title_from_heading name %}{% endblock title %}"
            "{% block heading %}\n  Money\n{% endblock heading %}",
            f"Money · {ESCAPED}",
        ),
        (
            "{% block bar %}{% endblock bar %}"
            "{% block heading %}{{ block.super }}Money{% endblock heading %}",
            "Money",
        ),
    ],
)
def test_title_is_the_escaped_heading_and_place(tmp_path: Path, page: str, title: str) -> None:
    page = "{% extends 'base.html' %}{% load site %}" + page
    html = load(tmp_path, base=BASE, page=page).render(Context({"name": NAME}))

    assert html.startswith(f"<title>{title}</title>")
    assert html == render_plainly(tmp_path, {"name": NAME})


@pytest.mark.django_db
def test_page_of_a_club_escapes_its_name_once_in_the_title(house: House, client: Client) -> None:
    house.club.name = NAME
    house.club.save()
    client.force_login(house.anna)

    html = client.get(reverse("club:money", args=[house.club.slug])).content.decode()

    start, end = html.index("<title>"), html.index("</title>")
    assert html[start + len("<title>") : end].strip() == f"Money · {ESCAPED}"


def test_no_template_repeats_its_heading_as_title() -> None:
    repeated = set()
    for path in TEMPLATES.rglob("*.html"):
        title, heading = (
            re.search(rf"{{% block {name} %}}(.*?){{% endblock", path.read_text(), re.DOTALL)
            for name in ("title", "heading")
        )
        if title and heading and heading[1].strip():
            text = "".join(title[1].split()).partition("·")[0]
            if text == "".join(heading[1].split()):
                repeated.add(path.relative_to(TEMPLATES).as_posix())

    assert repeated == REPEATED
