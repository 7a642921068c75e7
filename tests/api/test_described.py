"""The API behaves as its description says: values, pages and error codes."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from support.attackers import World
from support.programs import API, a_program
from support.tournament_tables import a_tournament
from tarokk_club.club.api.described_values import CODES, VALUES
from tarokk_club.club.api.views.openapi import build_openapi_document

PAPER = Path(__file__).resolve().parents[2] / "docs/reference/api.md"


@pytest.fixture
def program(world: World) -> Client:
    return a_program(world.house.anna, world.house.club)


def test_every_value_that_is_answered_is_described(world: World, program: Client) -> None:
    base = f"{API}/clubs/{world.house.club.slug}"
    session = f"/sessions/{world.session.pk}"
    season, tournament = world.values["season_id"], world.values["tournament_id"]
    paths: tuple[str, ...] = (
        "",
        "/payments",
        "/fees",
        "/sessions",
        session,
        "/tournaments",
        "/evenings",
        "/records",
        "/notices",
        "/money-rules",
        "/rankings",
        f"/rankings/{world.values['ranking_id']}",
    )
    paths += (f"/seasons/{season}/leaderboard", f"/tournaments/{tournament}")
    paths += (f"/settlements/{world.values['settlement_id']}",)
    seen: set[tuple[str, str, str]] = set()

    for path in paths:
        answers = build_openapi_document()["paths"][_described(path)]["get"]["responses"]["200"][
            "content"
        ]
        schema = answers["application/json"]["schema"]["$ref"].rpartition("/")[2]
        answer = program.get(base + path)
        assert answer.status_code == 200, path
        seen |= set(_fields(schema, answer.json()))

    found = {(schema, name) for schema, name, _value in seen} & VALUES.keys()
    assert len(found) > 10
    odd = [one for one in seen if one[:2] in VALUES and one[2] not in VALUES[one[:2]]]
    assert odd == []


def _described(path: str) -> str:
    """The path as the document names it."""
    names = {"sessions": "session_id", "seasons": "season_id"}
    names |= {"tournaments": "tournament_id", "settlements": "settlement_id"}
    names |= {"rankings": "ranking_id"}
    parts = path.split("/")
    for place, part in enumerate(parts[:-1]):
        if part in names:
            parts[place + 1] = "{" + names[part] + "}"
    return "/api/v1/clubs/{slug}" + "/".join(parts)


def _fields(schema: str, value: object) -> list[tuple[str, str, str]]:
    """Schema, name and value of each field of an answer that is text, or a list of texts."""
    shapes = build_openapi_document()["components"]["schemas"]
    found: list[tuple[str, str, str]] = []
    if not isinstance(value, dict) or schema not in shapes:
        return found
    for name, field in shapes[schema].get("properties", {}).items():
        values = value.get(name)
        several = values if isinstance(values, list) else [values]
        for one in several:
            if isinstance(one, str):
                found.append((schema, name, one))
            for inner in re.findall(r"schemas/(\w+)'", str(field)):
                found += _fields(inner, one)
    return found


def test_docs_list_every_error_code() -> None:
    named = set(re.findall(r"^\| `([a-z_]+)` \| \d", PAPER.read_text("utf-8"), re.M))

    # The rest are the names of statuses that say all there is.
    rest = {"bad_request", "content_too_large", "internal_server_error", "method_not_allowed"}
    rest |= {"insufficient_storage", "request_timeout"}
    rest |= {"precondition_required", "request_entity_too_large", "service_unavailable"}
    assert named == set(CODES) - rest


def test_a_list_leads_to_its_next_page(world: World, program: Client) -> None:
    for _ in range(3):
        a_tournament(world.house, 4)
    path = f"{API}/clubs/{world.house.club.slug}/tournaments?limit=2"
    ids: list[str] = []

    while path:
        answer = program.get(path)
        page = answer.json()
        ids += [one["id"] for one in page["items"]]
        link = answer.headers.get("Link", "")
        assert bool(link) == (page["next"] is not None)
        path = "".join(re.findall(r'^<(.+)>; rel="next"$', link))
        assert not path or parse_qs(urlsplit(path).query)["limit"] == ["2"]

    assert len(ids) == len(set(ids)) == 6
