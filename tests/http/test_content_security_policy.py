"""The Content-Security-Policy is built once and follows changes by a view."""

from collections.abc import Callable
from typing import Any

import pytest
from csp.constants import HEADER
from csp.decorators import csp_exempt, csp_replace
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from tarokk_club.http import content_security_policy
from tarokk_club.http.content_security_policy import PolicyMiddleware


def plain(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def with_header(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(headers={HEADER: "default-src 'none'"})


def with_nonce(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.csp_nonce))  # type: ignore[attr-defined]


VIEWS = (
    plain,
    with_header,
    with_nonce,
    csp_replace({"frame-ancestors": "*"})(plain),
    csp_exempt()(plain),
)


@pytest.mark.parametrize("view", VIEWS)
def test_the_header_is_that_of_the_library(view: Callable[..., HttpResponse]) -> None:
    headers = []
    for middleware in (CSPMiddleware, PolicyMiddleware):
        response: Any = middleware(view)(RequestFactory().get("/"))
        headers.append(sorted(response.headers.get(HEADER, "").split("; ")))

    assert headers[0] == headers[1]


def test_the_policy_of_ordinary_pages_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built = []

    def count() -> str:
        built.append(1)
        return build_policy()

    monkeypatch.setattr(content_security_policy, "build_policy", count)
    respond: Any = PolicyMiddleware(plain)

    for _request in range(3):
        assert respond(RequestFactory().get("/")).headers[HEADER]

    assert len(built) == 1
