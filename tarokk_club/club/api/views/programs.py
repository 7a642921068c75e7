"""All API endpoints, the OpenAPI document that describes them, and a page that renders it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path, reverse
from ninja import NinjaAPI
from ninja.openapi import get_schema
from pydantic.json_schema import models_json_schema

from tarokk_club.club.api import problems
from tarokk_club.club.api.description import describe
from tarokk_club.club.api.game_schemas import game_schemas
from tarokk_club.club.api.operations import as_api_view, with_problems
from tarokk_club.club.api.shapes import Document, Problem, Record
from tarokk_club.club.api.views import evenings, guests, money, public, score, tables, writing
from tarokk_club.club.pages.loaders import public_reading
from tarokk_club.club.pages.responses import page
from tarokk_club.club.writing.permissions import Access
from tarokk_club.http.problems import PROGRAMS

VERSION = "1.0"
DESCRIPTION = (
    "The score book of a tarokk club for programs. Send a key from “Your account” as"
    " `Authorization: Bearer …`. Refusals are problem details (RFC 9457). Long lists come in parts:"
    " send what `next` says as `cursor`. Answers carry an `ETag` and are spared by"
    " `If-None-Match`. A write carries an `Idempotency-Key`, a correction the tag of the session"
    " in `If-Match`; with `dry_run` it is scored and nothing is booked."
)
_ROOT = "api-root"
_SHAPES = "#/components/schemas/{model}"
api = NinjaAPI(
    title="Tarokk Club",
    version=VERSION,
    description=DESCRIPTION,
    openapi_url=None,
    docs_url=None,
    urls_namespace="programs",
)
problems.register_problem_handlers(api)
ROOMS = (score, writing, tables, money, evenings, guests, public)
for room in ROOMS:
    api.add_router("", room.router)


def _access() -> Mapping[str, Access]:
    """Return the rights that every endpoint requires, by its URL name."""
    return {name: access for room in ROOMS for name, access in room.ACCESS.items()}


def addresses() -> Iterator[URLPattern]:
    """Yield the URL patterns, each with the rights it requires."""
    yield path("", reading, name="api")
    yield path("openapi.json", openapi, name="api_openapi")
    access = _access()
    for pattern in api.urls[0]:
        if isinstance(pattern, URLPattern) and pattern.name != _ROOT:
            pattern.callback = as_api_view(pattern.callback, access[str(pattern.name)])
            yield pattern


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document, generated once from the code."""
    whole = get_schema(api, path_prefix=PROGRAMS)
    _, shapes = models_json_schema(
        [(Document, "validation"), (Record, "validation"), (Problem, "serialization")],
        ref_template=_SHAPES,
    )
    return describe(with_problems(whole, shapes["$defs"]))


@public_reading
def openapi(request: HttpRequest) -> HttpResponseBase:
    """Serve the OpenAPI document as JSON."""
    return HttpResponse(_text(), content_type="application/json")


@cache
def _text() -> str:
    return json.dumps(document(), ensure_ascii=False, indent=1)


@public_reading
def reading(request: HttpRequest) -> HttpResponseBase:
    """Render the OpenAPI document as a page for people."""
    context = {
        "sections": list(_sections()),
        "shapes": list(_shapes()),
        "openapi": request.build_absolute_uri(reverse("club:api_openapi")),
    }
    return page(request, "club/api/reading.html", context)


def _sections() -> Iterator[dict[str, Any]]:
    """Yield every operation, in the order of the URLs."""
    for address, operations in document()["paths"].items():
        for method, one in operations.items():
            yield {
                "method": method.upper(),
                # A long URL wraps between its segments, not within them.
                "parts": address.split("/"),
                "summary": one["summary"],
                "description": one.get("description", ""),
                "asked": [
                    {"name": part["name"], "place": part["in"], "required": part.get("required")}
                    for part in one.get("parameters", ())
                ],
                "sent": _shape_of(one.get("requestBody", {}).get("content", {})),
                "answered": _shape_of(one["responses"]["200"].get("content", {})),
                "open": not one.get("security"),
            }


def _shape_of(content: Mapping[str, Any]) -> str:
    """Return the name of the schema of this content, or ""."""
    for one in content.values():
        return str(one["schema"].get("$ref", "")).rpartition("/")[2]
    return ""


def _shapes() -> Iterator[dict[str, Any]]:
    shapes = document()["components"]["schemas"]
    # What the hands of each game have is told by the document and the page of the format.
    for name, shape in sorted(shapes.items()):
        if name in game_schemas():
            continue
        fields = [
            {"name": key, "kind": _kind(one), "required": key in shape.get("required", ())}
            for key, one in shape.get("properties", {}).items()
        ]
        yield {"name": name, "description": shape.get("description", ""), "fields": fields}


def _kind(shape: Mapping[str, Any]) -> str:
    """Return the type of a field in its shortest notation."""
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(_kind(one) for one in shape["anyOf"])
    kind = str(shape.get("type", "object"))
    if kind == "array":
        return f"[{_kind(shape.get('items', {}))}]"
    more = shape.get("additionalProperties")
    if kind == "object" and isinstance(more, Mapping):
        return f"{{text: {_kind(more)}}}"
    return str(shape.get("format") or kind)
