"""Typed text is displayed and never executed: rows S25 to S29 and S74 of the catalogue."""

import csv
import logging
import re
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from support.attackers import SIGN_IN, World, a_client, a_key, crawl, read_page
from support.catalogue import row
from tarokk_club.club.models import Change, Club, Entry, Player, Session, User
from tarokk_club.http.logs import KeyValueFormatter

PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "\"><script src='//evil.example/x.js'></script>",
    "' autofocus onfocus=alert(1) x='",
    "\" hx-get='//evil.example/' x=\"",
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>*{display:none}</style>",
    "<base href='//evil.example/'>",
    "<meta http-equiv=refresh content='0;//evil.example'>",
    "<!--<script>",
    "{{7*7}}${7*7}<%=7*7%>",
    "{% load static %}{% debug %}",
    "javascript:alert(1)//",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "'; DROP TABLE club_player; --",
    "' OR 1=1--",
)
EVIL = "evil.example"
NUMBER = re.compile(r"-?\d+([.,]\d+)?")
# Own pages hold neither of these; what does was put there by a payload.
MARKS = (
    "<style>",
    "<script>alert",
    "<img src=x",
    "<svg/onload",
    "<base ",
    "<meta http-equiv",
    "<!--<script",
)


def planted(world: World, first: int) -> Client:
    """Anna, in whose club a payload stands wherever somebody may type; notes hold them all."""
    texts = iter(PAYLOADS[first:] + PAYLOADS[:first])
    for number, player in enumerate(Player.objects.filter(club=world.house.club)):
        player.name = f"{next(texts)}{number}"
        player.save()
    Club.objects.filter(pk=world.house.club.pk).update(name=next(texts))
    Session.objects.filter(pk=world.session.pk).update(table_name=next(texts))
    User.objects.filter(pk=world.house.anna.pk).update(name=next(texts))
    Entry.objects.filter(session=world.session).update(note=" ".join(PAYLOADS))
    Change.objects.filter(session=world.session).update(reason=" ".join(PAYLOADS))
    return a_client(world.house.anna)


def leads_away(url: str) -> bool:
    """Whether an address of a page is not one of this site; webcal is how calendars ask it."""
    parts = urlsplit(url)
    if (parts.scheme, parts.netloc) == ("webcal", "testserver"):
        return False
    return bool(parts.netloc or parts.scheme)


def faults_in(url: str, answer: Any) -> list[str]:
    """What on this page somebody else has put there."""
    if not answer["Content-Type"].startswith("text/html"):
        saved = "attachment" in answer.get("Content-Disposition", "")
        # No browser takes JSON for a page, as long as it is told not to guess.
        kept = saved or answer["Content-Type"].startswith("application/json")
        return [] if kept and answer["X-Content-Type-Options"] == "nosniff" else [url]
    html = answer.content.decode()
    page = read_page(url, html)
    found = [f"{url}: {mark}" for mark in MARKS if mark in html]
    found += [f"{url}: {handler}" for handler in page.handlers]
    outside = [one for one in page.sources | page.links if leads_away(one)]
    found += [f"{url}: {one}" for one in outside]
    return found + [f"{url}: inline script"] * page.scripts


@row("S25")
@pytest.mark.sweep
@pytest.mark.parametrize(
    "first", [0, pytest.param(8, marks=pytest.mark.ci), pytest.param(12, marks=pytest.mark.ci)]
)
def test_typed_text_is_displayed_as_typed(world: World, first: int) -> None:
    pages = crawl(planted(world, first), reverse("club:club", args=[world.house.club.slug]))

    faults = [fault for url, page in pages.items() for fault in faults_in(url, page.answer)]

    assert len(pages) > 25
    assert faults == []


@row("S25")
def test_check_detects_a_page_that_runs_the_payload() -> None:
    for text in PAYLOADS[:10]:
        page = f"<p title='{text}'>{text}</p><p title=\"{text}\"></p><textarea>{text}"
        assert faults_in("/x/", HttpResponse(page)) != [], text


@row("S26")
def test_request_values_are_not_echoed(world: World) -> None:
    client = a_client(world.house.anna)
    start = reverse("club:club", args=[world.house.club.slug])
    answers = []
    for text in PAYLOADS:
        headers = {"HX-Current-URL": text, "HX-Prompt": text, "Referer": text, "X-Title": text}
        for url in (start, SIGN_IN, "/found/", f"/{quote(text)}", f"/c/{quote(text)}/"):
            query = {"next": text, "marks": text, "q": text, text: text}
            answers.append((url, client.get(url, query, headers=headers)))

    assert {answer.status_code for _url, answer in answers} <= {200, 302, 404}
    shown = [(url, one) for url, one in answers if one.status_code != 302]
    assert [fault for url, one in shown for fault in faults_in(url, one)] == []


@row("S27")
@pytest.mark.sweep
@pytest.mark.parametrize(
    "query",
    [
        "order_by=password",
        "sort=user__password",
        "page=' OR 1=1--",
        "filter={{7*7}}",
        "date__gte=x",
    ],
)
def test_pages_ignore_injected_sort_and_filter_fields(world: World, query: str) -> None:
    client = a_client(world.house.bela)
    for name in ("club", "session_list", "standings", "players"):
        url = reverse(f"club:{name}", args=[world.house.club.slug])
        plain, told = client.get(url), client.get(f"{url}?{query}")
        assert told.status_code == 200
        assert _still(told) == _still(plain)


def _still(answer: Any) -> str:
    """The page without what changes at each request."""
    token = str(answer.context["csrf_token"])
    keys = [
        fields.get("key", "") for _h, _t, fields in read_page("", answer.content.decode()).forms
    ]
    html = str(answer.content.decode())
    for one in (token, *keys):
        html = html.replace(one, "") if one else html
    return html


@row("S27")
def test_a_line_of_the_log_stays_one_line(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="tarokk_club")
    Client().get("/c/x%0d%0alevel=error%20message=forged/")

    (line,) = [KeyValueFormatter().format(record) for record in caplog.records]
    assert line.splitlines() == [line]


@row("S28")
@pytest.mark.ci
def test_pages_ask_no_other_host_for_anything(world: World) -> None:
    client = a_client(world.house.anna)
    pages = crawl(client, reverse("club:club", args=[world.house.club.slug]))
    sources = {source for page in pages.values() for source in page.sources}
    signing_in = read_page(SIGN_IN, Client().get(SIGN_IN).content.decode())

    assert len(sources) > 10
    assert {one for one in sources | signing_in.sources if leads_away(one)} == set()


HERE = "http://testserver/accounts/login/"
ELSEWHERE = (
    f"//{EVIL}",
    f"https://{EVIL}/",
    f"https:{EVIL}",
    f"https:///{EVIL}",
    f"/\\{EVIL}",
    f"\\\\{EVIL}",
    "javascript:alert(1)",
    f"%2f%2f{EVIL}",
    f"/%09/{EVIL}",
    f"/\t/{EVIL}",
    f"http://testserver@{EVIL}/",
    f"/x\r\nLocation: https://{EVIL}",
)


@row("S29")
@pytest.mark.parametrize("target", ELSEWHERE)
def test_never_redirects_to_another_site(world: World, target: str) -> None:
    form = {"login": "anna", "password": "kalandos pagat", "next": target}
    client = a_client(world.house.anna)

    answers = [
        Client().post(SIGN_IN, form),
        Client().post(f"{SIGN_IN}?next={quote(target)}", form),
        client.post("/language/", {"language": "hu", "next": target}),
        client.post("/language/", {"language": "hu"}, headers={"Referer": target}),
        client.get(SIGN_IN, {"next": target}),
        client.post(reverse("account_logout"), {"next": target}),
    ]

    assert [answer.status_code for answer in answers] == [302] * len(answers)
    for answer in answers:
        assert urlsplit(urljoin(HERE, answer["Location"])).netloc == urlsplit(HERE).netloc
        # Browsers take a backslash for a slash.
        assert not answer["Location"].replace("\\", "/").startswith("//")
        assert "HX-Redirect" not in answer


FORMULAS = ("=1+1", "+1", "-2+3", "@SUM(A1)", "=HYPERLINK(1)", "\t=1", "＝1+1")


@row("S54")
def test_no_cell_of_a_file_is_a_formula(world: World) -> None:
    names = iter(FORMULAS)
    for player in Player.objects.filter(club=world.house.club):
        player.name = next(names)
        player.save()
    Entry.objects.filter(session=world.session).update(note="=cmd|' /C calc'!A0")
    client, inside = a_client(world.house.anna), [world.house.club.slug, world.session.id]
    urls = [
        reverse(f"club:{name}", args=inside)
        for name in ("settlement_file", "hands_file", "ledger_file")
    ]
    urls.append(reverse("club:standings_file", args=inside[:1]))

    texts = [client.get(url).content.decode("utf-8-sig") for url in urls]
    cells = [cell for text in texts for row in csv.reader(text.splitlines()) for cell in row]

    armed = [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert all(NUMBER.fullmatch(cell) for cell in armed), armed
    assert any(NUMBER.fullmatch(cell) and cell.startswith("-") for cell in cells)
    assert "'=1+1" in cells


@row("S74")
def test_last_value_of_a_field_counts_and_only_from_the_body(world: World) -> None:
    url = reverse("club:players", args=[world.house.club.slug])
    form = {"key": a_key(), "name": ["Első", "Második"]}

    a_client(world.house.anna).post(f"{url}?name=Harmadik&key={a_key()}", form)

    names = set(Player.objects.values_list("name", flat=True))
    assert "Második" in names
    assert names.isdisjoint({"Első", "Harmadik"})
