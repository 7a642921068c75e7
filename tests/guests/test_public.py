"""Public pages of a club: by choice, without money and full names, also framed and by CORS."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.catalogue import row
from support.club_factories import House, a_form
from support.club_web import text_of
from support.money_tables import played
from support.planned_evenings import an_evening
from support.tournament_tables import a_tournament, begun
from tarokk_club.club.guests.usecases import set_published_parts
from tarokk_club.club.models import AuditLine, Player
from tarokk_club.club.models.people import PublicPart

pytestmark = pytest.mark.django_db
ELSEWHERE = "https://kor.example"


def published(house: House, *parts: PublicPart) -> None:
    set_published_parts(
        club_id=house.club.id, form=a_form(house.anna), parts=parts or tuple(PublicPart)
    )
    house.club.refresh_from_db()


def page(client: Client, house: House, name: str, *more: object) -> Any:
    return client.get(reverse(f"club:{name}", args=[house.club.slug, *more]))


def api(client: Client, house: House, part: str, **headers: str) -> Any:
    url = f"/api/v1/public/{house.club.slug}/{part}"
    return client.get(url, headers={"Origin": ELSEWHERE, **headers})


@row("S92")
def test_nothing_is_public_before_the_owner_publishes_it(client: Client, house: House) -> None:
    cup = a_tournament(house, 4)
    names: list[tuple[str, tuple[object, ...]]] = [("public_club", ())]
    names += [("public_tournament", (cup.pk,)), *(("embed", (part.value,)) for part in PublicPart)]

    before = [page(client, house, name, *more).status_code for name, more in names]
    listed = text_of(client.get(reverse("club:public_clubs")))
    told = [api(client, house, part.value).status_code for part in PublicPart]
    published(house)
    after = [page(client, house, name, *more).status_code for name, more in names]

    assert set(before) == set(told) == {404}
    assert house.club.name not in listed
    assert set(after) == {200}
    assert house.club.name in text_of(client.get(reverse("club:public_clubs")))
    assert AuditLine.objects.filter(act="published").count() == 1


@row("S92")
def test_each_part_is_published_by_itself(client: Client, house: House) -> None:
    cup = a_tournament(house, 4)
    published(house, PublicPart.EVENINGS)

    assert page(client, house, "embed", "evenings").status_code == 200
    assert page(client, house, "embed", "leaderboard").status_code == 404
    assert page(client, house, "public_tournament", cup.pk).status_code == 404
    assert api(client, house, f"tournaments/{cup.pk}").status_code == 404
    assert api(client, house, "evenings").status_code == 200


@row("S92")
def test_strangers_read_initials_and_no_money(client: Client, house: House) -> None:
    Player.objects.filter(club=house.club, name="Anna").update(name="Anna Kovács")
    played(house, Anna=12, Béla=-12)
    published(house)

    for read in (
        text_of(page(client, house, "public_club")),
        text_of(page(client, house, "embed", "leaderboard")),
        api(client, house, "leaderboard").content.decode(),
    ):
        assert "Kovács" not in read
        assert "HUF" not in read
        assert "12" in read


def test_evenings_have_day_time_and_place_but_no_note(client: Client, house: House) -> None:
    evening = an_evening(house)
    evening.place, evening.note = "Kocsma", "titkos"
    evening.date = timezone.localdate() + timedelta(days=3)
    evening.save()
    published(house)

    told = api(client, house, "evenings").json()["items"]
    shown = text_of(page(client, house, "embed", "evenings"))

    assert [one["place"] for one in told] == ["Kocsma"]
    assert "note" not in told[0]
    assert "Kocsma" in shown
    assert "titkos" not in shown


@row("S93")
def test_only_the_framed_pages_may_be_framed(client: Client, house: House) -> None:
    published(house)
    framed = page(client, house, "embed", "leaderboard")
    whole = page(client, house, "public_club")

    assert "X-Frame-Options" not in framed
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "script-src 'self'" in framed["Content-Security-Policy"]
    assert framed["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert framed["Cache-Control"] == "public, max-age=60"
    assert "Set-Cookie" not in framed.headers
    assert whole["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    assert whole["Cross-Origin-Resource-Policy"] == "same-origin"


@row("S93")
def test_cors_allows_only_public_addresses(client: Client, house: House) -> None:
    published(house)

    def preflight(path: str) -> Any:
        asked = {"Origin": ELSEWHERE, "Access-Control-Request-Method": "GET"}
        return client.options(path, headers=asked)

    public = f"/api/v1/public/{house.club.slug}/leaderboard"
    with_key = f"/api/v1/clubs/{house.club.slug}/players"

    assert preflight(public)["Access-Control-Allow-Origin"] == "*"
    assert "POST" not in preflight(public)["Access-Control-Allow-Methods"]
    assert "Access-Control-Allow-Origin" not in preflight(with_key)
    found = client.get(public, headers={"Origin": ELSEWHERE})
    assert found["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in found
    assert found["Cross-Origin-Resource-Policy"] == "cross-origin"
    refused = client.get(with_key, headers={"Origin": ELSEWHERE})
    assert "Access-Control-Allow-Origin" not in refused
    assert refused["Cross-Origin-Resource-Policy"] == "same-origin"


def test_unchanged_data_returns_304_with_the_rate_limit(client: Client, house: House) -> None:
    published(house)
    first = api(client, house, "evenings")
    again = api(client, house, "evenings", **{"If-None-Match": first["ETag"]})

    assert again.status_code == 304
    assert first["RateLimit-Policy"] == '"public";q=120;w=60'
    left = [int(one["RateLimit"].split("r=")[1].split(";")[0]) for one in (first, again)]
    assert left[0] - left[1] == 1


@pytest.mark.parametrize("part", ["leaderboard", "evenings", "tournaments", "rankings"])
def test_a_parameter_that_is_unknown_is_refused(client: Client, house: House, part: str) -> None:
    published(house)

    answer = api(client, house, f"{part}?pagesize=5")

    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "invalid")
    assert [fault["field"] for fault in told["errors"]] == ["pagesize"]
    assert api(client, house, part).status_code == 200


def test_style_accepts_only_colours(client: Client, house: House) -> None:
    published(house)
    url = reverse("club:embed_style")

    style = client.get(f"{url}?accent=14543d&ink=red;}}body{{display:none&paper=fff&other=000")

    assert style["Content-Type"] == "text/css"
    assert style.content.decode() == ":root {\n  --accent: #14543d;\n  --paper: #fff;\n}\n"


def test_the_script_for_other_sites_is_small(client: Client) -> None:
    script = client.get(reverse("club:embed_script"))

    assert len(script.content) < 3000
    assert script["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert script["Content-Type"].startswith("text/javascript")


def test_a_framed_page_speaks_the_language_of_its_address(client: Client, house: House) -> None:
    published(house)
    url = reverse("club:embed", args=[house.club.slug, "leaderboard"])

    assert '<html lang="da"' in text_of(client.get(f"{url}?lang=da"))
    assert '<html lang="xx"' not in text_of(client.get(f"{url}?lang=xx"))
    # Others may be given the page that was kept, so the reader's own choice is no part of it.
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ro"
    assert f'<html lang="{house.club.language}"' in text_of(client.get(url))
    whole = reverse("club:public_club", args=[house.club.slug])
    assert '<html lang="ro"' in text_of(client.get(whole))


def test_the_owner_chooses_on_a_page_that_shows_the_lines_to_copy(
    house: House, anna: Client
) -> None:
    url = reverse("club:publish", args=[house.club.slug])
    sent = anna.post(url, {"key": str(uuid4()), "parts": ["leaderboard"]})
    odd = anna.post(url, {"key": str(uuid4()), "parts": ["everything"]})

    assert sent.status_code == 302
    assert odd.status_code == 422
    house.club.refresh_from_db()
    assert house.club.published == "leaderboard"
    shown = text_of(anna.get(url))
    assert "/embed/leaderboard/" in shown
    assert "/embed/evenings/" not in shown


@row("S92")
def test_public_data_contains_no_ids_of_people(client: Client, house: House) -> None:
    cup = a_tournament(house, 4)
    begun(house, cup)
    published(house)

    told = api(client, house, f"tournaments/{cup.pk}").json()

    tables = [table for one in told["rounds"] for table in one["tables"]]
    seats = [seat for table in tables for seat in table["seats"]]
    assert len(seats) == 4
    assert {one["player"] for one in (*seats, *told["results"])} == {None}
    assert {told["id"], *(table["session"] for table in tables)} == {None}
