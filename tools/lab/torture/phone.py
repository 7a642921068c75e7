"""A simulated phone, which requests pages and submits their forms over HTTP like a browser."""

import http.client
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tarokk_club.env import LOOPBACK
from tools.lab.torture.page import Form, find_form

_COOKIE = re.compile(r"\s*([^=;]+)=([^;]*)")
_BOUNDARY = "a-phone-of-the-storm"
TIMEOUT_SECONDS = 60.0


class NoResponseError(Exception):
    """No response arrived, so the client does not know whether the form was saved."""


class UnexpectedPageError(Exception):
    """The requested page does not contain the expected form."""


@dataclass(frozen=True, slots=True)
class Response:
    """The response to a request.

    location: the Location header of a redirect, else "".
    seconds: time until the response arrived.
    """

    status: int
    location: str
    text: str
    seconds: float
    etag: str = ""

    @property
    def saved(self) -> bool:
        """Whether the response reports that the form was saved."""
        return self.status in (302, 303)


@dataclass(slots=True)
class Phone:
    """A phone with its cookies and one connection.

    port: port of the site, or of a bad network in front of it.
    """

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    connection: http.client.HTTPConnection | None = None

    def get(self, path: str, *, etag: str = "") -> Response:
        """Request a page.

        etag: ETag of the version that the phone already has, "" for none.
        """
        return self._request("GET", path, None, {"If-None-Match": etag} if etag else {})

    def post(self, path: str, fields: Mapping[str, str]) -> Response:
        """Submit a form."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._request("POST", path, urlencode(fields), headers)

    def post_file(self, path: str, file: bytes, fields: Mapping[str, str]) -> Response:
        """Submit a form with a file in its field "file"."""
        fields_before = [
            f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
            if name != "file"
        ]
        file_header = (
            f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="file"'
        )
        start = (
            "".join(fields_before)
            + file_header
            + "\r\nContent-Type: application/octet-stream\r\n\r\n"
        )
        headers = {"Content-Type": f"multipart/form-data; boundary={_BOUNDARY}"}
        body = start.encode() + file + f"\r\n--{_BOUNDARY}--\r\n".encode()
        return self._request("POST", path, body, headers)

    def load_form(self, path: str, action: str = "") -> Form:
        """Return the form of a page that submits to `action`, by default to the page itself.

        Raise UnexpectedPageError if the page has no such form.
        """
        response = self.get(path)
        load_form = find_form(response.text, action or path)
        if load_form is None:
            description = f"{path} answered {response.status} {response.location}".rstrip()
            raise UnexpectedPageError(f"{description} without its form")
        return load_form

    def submit(self, path: str, **changes: str) -> Response:
        """Open a page, fill in its form and submit it."""
        form = self.load_form(path)
        return self.post(form.action, form.fields | changes)

    def close(self) -> None:
        """Close the connection."""
        if self.connection:
            self.connection.close()
        self.connection = None

    def _request(
        self, method: str, path: str, body: str | bytes | None, extra_headers: dict[str, str]
    ) -> Response:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies} | extra_headers
        # The site may have closed a kept-alive connection; retry a request that changes nothing.
        attempts = 2 if self.connection and body is None else 1
        for attempts_left in reversed(range(attempts)):
            try:
                return self._request_once(method, path, body, headers)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if not attempts_left:
                    raise NoResponseError(str(error)) from error
        raise NoResponseError("never asked")

    def _request_once(
        self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]
    ) -> Response:
        started = time.monotonic()
        if self.connection is None:
            self.connection = http.client.HTTPConnection(
                LOOPBACK, self.port, timeout=TIMEOUT_SECONDS
            )
        self.connection.request(method, path, body=body, headers=headers)
        response = self.connection.getresponse()
        text = response.read().decode()
        for header in response.headers.get_all("Set-Cookie") or []:
            if cookie := _COOKIE.match(header):
                self.cookies[cookie[1]] = cookie[2]
        location = response.headers.get("Location") or ""
        etag = response.headers.get("ETag") or ""
        return Response(response.status, location, text, time.monotonic() - started, etag)
