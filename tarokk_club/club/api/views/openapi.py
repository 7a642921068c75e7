"""All API endpoints, their OpenAPI document, and a page that renders it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, reverse
from ninja import NinjaAPI
from ninja.openapi import get_schema
from pydantic.json_schema import models_json_schema

from tarokk_club.club.api import problems
from tarokk_club.club.api.description import complete_openapi_document
from tarokk_club.club.api.game_schemas import build_game_schemas
from tarokk_club.club.api.operations import View, add_problem_schemas, wrap_for_api
from tarokk_club.club.api.shapes import Document, Problem, Record
from tarokk_club.club.api.views import (
    evenings,
    guests,
    money,
    public,
    rankings,
    score,
    tables,
    writing,
)
from tarokk_club.club.pages.loaders import public_reading
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.writing.permissions import Access
from tarokk_club.http.problems import API_PREFIX

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
ROOMS = (score, writing, tables, rankings, money, evenings, guests, public)
for room in ROOMS:
    api.add_router("", room.router)
# The endpoints with their routes, one for each method; urls.py repeats the routes.
ENDPOINT_PATTERNS = [
    pattern for pattern in api.urls[0] if isinstance(pattern, URLPattern) and pattern.name != _ROOT
]


def _collect_access_rules() -> Mapping[str, Access]:
    """Return the access rule of every endpoint, by URL name."""
    return {name: access for room in ROOMS for name, access in room.ACCESS.items()}


@cache
def build_openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document, which is generated once per process."""
    whole = get_schema(api, path_prefix=API_PREFIX)
    _, shapes = models_json_schema(
        [(Document, "validation"), (Record, "validation"), (Problem, "serialization")],
        ref_template=_SHAPES,
    )
    return complete_openapi_document(add_problem_schemas(whole, shapes["$defs"]))


@public_reading
def serve_openapi_document(request: HttpRequest) -> HttpResponseBase:
    """Serve the OpenAPI document as JSON."""
    return HttpResponse(_encode_openapi_document(), content_type="application/json")


@cache
def _encode_openapi_document() -> str:
    return json.dumps(build_openapi_document(), ensure_ascii=False, indent=1)


@public_reading
def render_api_reference(request: HttpRequest) -> HttpResponseBase:
    """Render the OpenAPI document as a page for people."""
    context = {
        "sections": list(_iter_operation_rows()),
        "shapes": list(_iter_schema_rows()),
        "openapi": request.build_absolute_uri(reverse("club:api_openapi")),
    }
    return render_page(request, "club/api/reading.html", context)


def _iter_operation_rows() -> Iterator[dict[str, Any]]:
    """Yield the values that the page displays for each operation of the document."""
    for address, operations in build_openapi_document()["paths"].items():
        for method, operation in operations.items():
            yield {
                "method": method.upper(),
                # Split, so that a long URL wraps only between its segments.
                "parts": address.split("/"),
                "summary": operation["summary"],
                "description": operation.get("description", ""),
                "asked": [
                    {"name": part["name"], "place": part["in"], "required": part.get("required")}
                    for part in operation.get("parameters", ())
                ],
                "sent": _read_schema_name(operation.get("requestBody", {}).get("content", {})),
                "answered": _read_schema_name(operation["responses"]["200"].get("content", {})),
                "open": not operation.get("security"),
            }


def _read_schema_name(content: Mapping[str, Any]) -> str:
    """Return the name of the schema to which the content refers, or ""."""
    for media in content.values():
        return str(media["schema"].get("$ref", "")).rpartition("/")[2]
    return ""


def _iter_schema_rows() -> Iterator[dict[str, Any]]:
    shapes = build_openapi_document()["components"]["schemas"]
    # Leave out the hands of each game, which the document and the page of the format describe.
    for name, shape in sorted(shapes.items()):
        if name in build_game_schemas():
            continue
        fields = [
            {"name": key, "kind": _format_type(field), "required": key in shape.get("required", ())}
            for key, field in shape.get("properties", {}).items()
        ]
        yield {"name": name, "description": shape.get("description", ""), "fields": fields}


def _format_type(shape: Mapping[str, Any]) -> str:
    """Return the type of a field in a short notation."""
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(_format_type(option) for option in shape["anyOf"])
    kind = str(shape.get("type", "object"))
    if kind == "array":
        return f"[{_format_type(shape.get('items', {}))}]"
    more = shape.get("additionalProperties")
    if kind == "object" and isinstance(more, Mapping):
        return f"{{text: {_format_type(more)}}}"
    return str(shape.get("format") or kind)


def _build_views() -> Iterator[tuple[str, View]]:
    """Yield the URL name and view of every endpoint, with its access rule."""
    yield "api", render_api_reference
    yield "api_openapi", serve_openapi_document
    access = _collect_access_rules()
    for pattern in ENDPOINT_PATTERNS:
        name = str(pattern.name)
        yield name, wrap_for_api(pattern.callback, access[name])


# At the end, because it needs the views above. Loaded by `endpoint.Endpoint`.
VIEWS: Mapping[str, View] = dict(_build_views())
