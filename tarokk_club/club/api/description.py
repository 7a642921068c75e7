"""The parts of the OpenAPI document that are not generated from the endpoints."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from scoring.games import GAMES
from tarokk_club.club.api.described_values import VALUES
from tarokk_club.club.api.examples import build_example
from tarokk_club.club.api.game_schemas import build_game_schemas
from tarokk_club.http.problems import build_problem_response

# The description of each tag, in the order of the page.
TAGS: Mapping[str, str] = {
    "score": "The calculator, without a key.",
    "reading": "A club, its players and its sessions; hands are entered and corrected here.",
    "tables": "Standings, leaderboards, tournaments and rankings.",
    "money": "Balances, payments, fees and settlements; the key needs the scope for money.",
    "calendar": "Evenings, and who comes.",
    "guests": "What a guest link shows, without a key.",
    "public": "What a club shows everybody, without a key.",
}
_HEADERS: Mapping[str, dict[str, Any]] = {
    "ETag": {"description": "Send it back as If-None-Match, or as If-Match to correct."},
    "RateLimit": {"description": 'What is left, as "key";r=599;t=60: r requests, t seconds.'},
    "RateLimit-Policy": {"description": 'The limit, as "key";q=600;w=60: q requests in w seconds.'},
    "Retry-After": {"description": "How many seconds to wait."},
    "Location": {"description": "The address of what was created."},
    "Link": {"description": 'The next page of a list as <address>; rel="next", if there is one.'},
}
_HEADERS_BY_STATUS: Mapping[int, Sequence[str]] = {
    200: ("ETag", "Link"),
    201: ("ETag", "Location"),
    **dict.fromkeys((429, 500, 503, 507), ("Retry-After",)),
}
# By status, `code` ("" for the default of the status) and `detail` of an example.
_REFUSALS: Mapping[int, tuple[str, str]] = {
    400: ("not_json", "This is not JSON."),
    401: ("", "A valid key is needed: make one under “Your account”."),
    403: ("", "Your role in this club does not allow this."),
    404: ("", "There is nothing here."),
    408: ("", ""),
    409: ("key_reused", "This key was already sent with other content; use a new one."),
    412: ("stale", "Somebody has changed the session meanwhile. Read it again."),
    413: ("", ""),
    422: ("refused", "The partner is not at the table."),
    428: ("header", "The header If-Match is missing, or is not what it should be."),
    429: ("", "Too much in too short a time; wait a little."),
    500: ("", ""),
    503: ("", ""),
    507: ("", ""),
}
# Refusals of the site itself, before or instead of an endpoint.
_OF_ALL, _OF_WRITES = (400, 500, 503), (408, 413, 507)
_FIELD = {"field": "partner", "code": "not_at_table", "detail": "The partner is not at the table."}
_SHAPES = "#/components/schemas/"


def complete_openapi_document(document: dict[str, Any]) -> dict[str, Any]:
    """Add tags, headers, refusals, 304 responses and examples to the document, and return it.

    Also add the server, the possible values of fields and the schemas of each game's events, and
    drop unused schemas.
    """
    document["servers"] = [{"url": "/", "description": "This site"}]
    document["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    document["info"]["license"] = {"name": "BSD-3-Clause", "identifier": "BSD-3-Clause"}
    document["info"]["contact"] = {"name": "the Tarokk Club contributors"}
    document["components"]["headers"] = {
        name: {**header, "schema": {"type": "string"}} for name, header in _HEADERS.items()
    }
    for method, operation in _iter_operations(document):
        _add_site_refusals(method, operation)
        for status, response in operation["responses"].items():
            _describe_response(int(status), response, has_body="requestBody" in operation)
        if method == "get":
            operation["responses"]["304"] = {
                "description": "Nothing has changed since the ETag that was sent.",
                "headers": _refer_to_headers("ETag"),
            }
    _add_enums(document["components"]["schemas"])
    _add_examples(document)
    _drop_unused_schemas(document)
    _add_game_schemas(document["components"]["schemas"])
    return document


def _add_examples(document: dict[str, Any]) -> None:
    """Add an example of the request and of the response, where they are JSON."""
    schemas = document["components"]["schemas"]
    for _method, operation in _iter_operations(document):
        sent = [operation["requestBody"]] if "requestBody" in operation else []
        for content in [*sent, *operation["responses"].values()]:
            media = content.get("content", {}).get("application/json")
            if media and "example" not in media:
                # The responses of the document may share one part.
                example = build_example(media["schema"], schemas)
                content["content"] = {
                    **content["content"],
                    "application/json": {**media, "example": example},
                }


def _add_enums(schemas: Mapping[str, Any]) -> None:
    for (schema, name), values in VALUES.items():
        field = schemas[schema]["properties"][name]
        field.get("items", field)["enum"] = list(values)


def _iter_operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for operations in document["paths"].values():
        yield from operations.items()


def _add_site_refusals(method: str, operation: dict[str, Any]) -> None:
    refusal = {"application/problem+json": {"schema": {"$ref": f"{_SHAPES}Problem"}}}
    responses = operation["responses"]
    for status in _OF_ALL if method == "get" else (*_OF_ALL, *_OF_WRITES):
        responses.setdefault(
            str(status), {"description": HTTPStatus(status).phrase, "content": refusal}
        )
    operation["responses"] = dict(sorted(responses.items()))


def _describe_response(status: int, response: dict[str, Any], *, has_body: bool) -> None:
    names = ["RateLimit", "RateLimit-Policy"]
    names += _HEADERS_BY_STATUS.get(status, ())
    response["headers"] = _refer_to_headers(*names)
    if status not in _REFUSALS:
        return
    # Without a body, nothing can be bad JSON.
    code, detail = _REFUSALS[status] if has_body or status != 400 else ("", "")
    refusal = build_problem_response(
        status, detail, code=code, errors=[_FIELD] if status == 422 else ()
    )
    example = json.loads(refusal.content)
    # Copied, as all refusals of the document share one object.
    response["content"] = {
        kind: {**content, "example": example} for kind, content in response["content"].items()
    }


def _refer_to_headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _add_game_schemas(schemas: dict[str, Any]) -> None:
    """Add the schemas of each game's events, and references to them in the Record schema."""
    schemas.update(build_game_schemas())
    schemas["Record"]["x-games"] = {
        game: {"$ref": f"{_SHAPES}{game.capitalize()}Event"} for game in GAMES
    }


def _drop_unused_schemas(document: dict[str, Any]) -> None:
    """Remove unreferenced schemas, such as those of query parameters."""
    schemas = document["components"]["schemas"]
    while True:
        text = json.dumps(document)
        unused = [name for name in schemas if f'"{_SHAPES}{name}"' not in text]
        if not unused:
            return
        for name in unused:
            del schemas[name]
