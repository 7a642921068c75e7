"""The Content-Security-Policy of a response."""

from __future__ import annotations

from typing import Any

from csp.constants import HEADER
from csp.middleware import CheckableLazyObject, CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpResponseBase


class PolicyMiddleware(CSPMiddleware):
    """The library's middleware, which builds the policy of the settings only once."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        self._policy = build_policy()

    def process_response(self, request: Any, response: HttpResponseBase) -> HttpResponseBase:
        """Set the header, unless the response has one; a view may have changed its policy."""
        changes = any(name.startswith("_csp") for name in vars(response))
        if settings.DEBUG or changes or hasattr(request, "_csp_nonce"):
            return super().process_response(request, response)
        if HEADER not in response.headers:
            response.headers[HEADER] = self._policy
        # As in the library: the header is written, so a nonce would be too late.
        request.csp_nonce = CheckableLazyObject(self._csp_nonce_post_response)
        return response
