"""The document that describes the API, and the page to read it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring import score_document
from scoring.games import GAMES
from support.json_schema import build_validator
from tarokk_club.club.api.described_values import CODES
from tarokk_club.club.api.examples import build_example
from tarokk_club.club.api.views.openapi import build_openapi_document
from tarokk_club.club.pages.access_table import collect_access_by_route
from tarokk_club.club.writing.permissions import Open
from tarokk_club.env import ROOT

API = "/api/v1/"
ROUTES = {
    name.removeprefix("club:"): access
    for name, access in collect_access_by_route().items()
    if name.startswith("club:api_") and name != "club:api_openapi"
}


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (address, method, one)
        for address, methods in build_openapi_document()["paths"].items()
        for method, one in methods.items()
    ]


def test_serves_the_document_generated_from_the_code() -> None:
    answer = Client().get(f"{API}openapi.json")

    assert answer.status_code == 200
    told = json.loads(answer.content)
    assert told["openapi"].startswith("3.1")
    assert told["paths"] == json.loads(json.dumps(build_openapi_document()["paths"]))


def test_every_address_is_described() -> None:
    ways = dict.fromkeys(("get", "post"), 0)
    for access in ROUTES.values():
        ways["get"] += access.get is not None
        ways["post"] += access.post is not None

    told = [method for _, method, _ in operations()]
    assert {way: told.count(way) for way in ways} == ways
    # A hand is also replaced and deleted, by the right that corrects it.
    assert sorted(set(told) - set(ways)) == ["delete", "put"]


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(build_openapi_document())
    names = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}

    assert names <= set(build_openapi_document()["components"]["schemas"])


def test_every_non_public_address_requires_a_key() -> None:
    public = sum(
        need == Open.PUBLIC for access in ROUTES.values() for need in (access.get, access.post)
    )
    assert sum(not one.get("security") for _, _, one in operations()) == public


def test_every_refusal_is_described_as_a_problem() -> None:
    for _, _, one in operations():
        refusals = [answer for status, answer in one["responses"].items() if status >= "400"]
        assert refusals
        assert {kind for refusal in refusals for kind in refusal["content"]} == {
            "application/problem+json"
        }


@pytest.mark.parametrize("language", ["en", "hu", "da", "ro"])
def test_people_read_it_on_a_page_without_anything_from_elsewhere(language: str) -> None:
    answer = Client().get(API, headers={"Accept-Language": language})

    assert answer.status_code == 200
    for address, _, _ in operations():
        assert address.replace("/", "/<wbr>") in answer.content.decode()
    assert "<script>" not in answer.text and "style=" not in answer.text


@pytest.mark.parametrize(
    ("address", "more", "status"),
    [
        (f"{API}clubs/%23/sessions/%5D", {}, 404),
        (f"{API}nothing", {}, 404),
        (f"{API}clubs/zuglo", {"HTTP_HOST": "no host"}, 400),
    ],
)
def test_unknown_path_returns_a_problem_document_instead_of_a_page(
    address: str, more: dict[str, Any], status: int
) -> None:
    answer = Client(**more).get(address)

    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["status"] == status


def test_every_response_documents_headers_and_every_refusal_an_example() -> None:
    for address, method, one in operations():
        assert ("304" in one["responses"]) == (method == "get"), address
        for status, answer in one["responses"].items():
            assert answer["headers"], (address, status)
            for content in answer.get("content", {}).values():
                if int(status) >= 400:
                    assert content["example"]["status"] == int(status), address
                    assert content["example"]["code"], address


def test_every_refusal_that_can_come_is_described() -> None:
    for address, method, one in operations():
        wanted = {"400", "422", "429", "500", "503"}
        wanted |= {"401", "403", "404"} if one.get("security") else set()
        wanted |= {"404"} if "{" in address else set()
        wanted |= {"408", "413", "507"} if method != "get" else set()
        wanted |= {"409", "428", "412"} if method != "get" and one.get("security") else set()

        assert wanted <= one["responses"].keys(), (method, address)


def test_every_code_in_the_code_is_described() -> None:
    """Codes that are written out where a refusal is made."""
    sources = [path.read_text("utf-8") for path in (ROOT / "tarokk_club").rglob("*.py")]
    calls = [
        call
        for text in sources
        for call in re.findall(r"\bbuild_problem_response\(([^()]*)\)", text)
    ]
    codes = {code for call in calls for code in re.findall(r'code="(\w+)"', call)}

    assert {"busy", "stale", "header"} <= codes <= set(CODES)


def test_every_tag_is_explained_and_every_schema_used() -> None:
    told = {tag["name"] for tag in build_openapi_document()["tags"]}
    text = json.dumps(build_openapi_document())

    assert {tag for _, _, one in operations() for tag in one["tags"]} == told
    for name in build_openapi_document()["components"]["schemas"]:
        assert f'schemas/{name}"' in text, name


def examples() -> list[tuple[str, dict[str, Any]]]:
    """Every content of JSON that is sent or answered, with the operation that it is of."""
    return [
        (f"{method} {address} {status}", content)
        for address, method, one in operations()
        for status, part in {"sent": one.get("requestBody", {}), **one["responses"]}.items()
        for content in part.get("content", {}).values()
    ]


def test_everything_sent_and_answered_has_an_example_that_fits_its_schema() -> None:
    whole = build_openapi_document()
    components = {"components": whole["components"]}
    assert len(examples()) > 200
    assert [name for name, content in examples() if "example" not in content] == []
    for name, content in examples():
        schema = {**components, **content["schema"]}
        faults = list(build_validator(schema).iter_errors(content["example"]))
        assert faults == [], name


def test_every_operation_has_an_example_of_success_and_of_a_refusal() -> None:
    for address, method, one in operations():
        statuses = [
            int(status)
            for status, answer in one["responses"].items()
            if any("example" in content for content in answer.get("content", {}).values())
        ]
        assert min(statuses) < 300 and max(statuses) >= 400, (method, address)


def test_the_example_of_a_session_is_scored() -> None:
    sent = build_openapi_document()["paths"]["/api/v1/score"]["post"]["requestBody"]["content"]

    assert score_document(sent["application/json"]["example"])["balances"]["Anna"] == -4


def class_names(schema: dict[str, Any], name: str) -> Iterator[str]:
    """The names of classes that a generator of clients gives a schema and what is inside it."""
    if schema.get("properties") or "enum" in schema:
        yield name
    for field, inner in schema.get("properties", {}).items():
        yield from class_names(inner, name + in_camels(inner.get("title", field)))
    for kinds in ("anyOf", "oneOf"):
        for place, inner in enumerate(schema.get(kinds, ())):
            yield from class_names(inner, name + in_camels(inner.get("title", f"type_{place}")))
    if "items" in schema:
        yield from class_names(schema["items"], f"{name}Item")


def in_camels(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name))


def test_no_two_schemas_become_one_class() -> None:
    schemas = build_openapi_document()["components"]["schemas"]
    names = Counter(
        inner.casefold()
        for name, schema in schemas.items()
        for inner in class_names(schema, in_camels(schema.get("title", name)))
    )

    assert len(names) > 500
    assert [name for name, times in names.items() if times > 1] == []


def test_no_schema_with_fields_is_a_union_too() -> None:
    """Generators of clients lose its fields, and make the same class of each member."""

    def faults(part: Any, place: str) -> list[str]:
        if isinstance(part, list):
            return [one for inner in part for one in faults(inner, place)]
        if not isinstance(part, dict):
            return []
        union = "properties" in part and {"anyOf", "oneOf"} & part.keys()
        inside = [one for key, inner in part.items() for one in faults(inner, f"{place}/{key}")]
        return [place, *inside] if union else inside

    assert faults(build_openapi_document()["components"]["schemas"], "") == []


def test_a_hand_of_danish_tarok_without_an_end_fits_no_schema() -> None:
    parts = {"schemas": build_openapi_document()["components"]["schemas"]}
    shape = {"$ref": "#/components/schemas/DanishPlayed", "components": parts}
    hand = {"type": "hand", "tout": "Anna"}

    assert build_validator(shape).is_valid(hand)
    assert not build_validator(shape).is_valid({"type": "hand"})
    assert not build_validator(shape).is_valid({**hand, "tout": None})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_events_of_every_game_have_a_schema(game: str) -> None:
    parts = {"schemas": build_openapi_document()["components"]["schemas"]}
    shape = {"$ref": f"#/components/schemas/{game.capitalize()}Event", "components": parts}
    event = build_validator(shape)

    assert f"{game.capitalize()}Played" in parts["schemas"]
    assert event.is_valid({"type": "leave", "player": "Anna"})
    assert not event.is_valid({"type": "leave", "player": "Anna", "why": "late"})


def test_the_schema_of_a_game_takes_its_record_and_no_other() -> None:
    schemas = build_openapi_document()["components"]["schemas"]
    shape = {"$ref": "#/components/schemas/PaskievicsEvent", "components": {"schemas": schemas}}
    record = build_example({"$ref": "#/components/schemas/Record"}, schemas)

    assert build_validator(shape).is_valid(record)
    hand: dict[str, Any] = {"type": "hand", "declarer": "Anna", "partner": "Béla"}
    hand |= {"bid": "two", "declarer_points": 52}
    assert build_validator(shape).is_valid(hand)
    assert not build_validator(shape).is_valid({**hand, "bid": "ninety"})


def test_the_page_shows_names_of_fields_as_code(client: Client) -> None:
    page = client.get(reverse("club:api")).content.decode()

    assert "<code>again=true</code>" in page and "`" not in page
