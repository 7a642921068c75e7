"""A simulated phone, which requests pages and submits their forms over HTTP like a browser."""

import http.client
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tarokk_club.env import LOOPBACK
from tools.lab.torture.page import Form, form_for

_COOKIE = re.compile(r"\s*([^=;]+)=([^;]*)")
_BOUNDARY = "a-phone-of-the-storm"
PATIENCE = 60.0


class GoneError(Exception):
    """No response arrived, so the client does not know whether the form was saved."""


class OddAnswerError(Exception):
    """The site responded with a different page from the one requested."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response.

    place: the Location header of a redirect.
    seconds: time until it arrived.
    tag: its ETag.
    """

    status: int
    place: str
    text: str
    seconds: float
    tag: str = ""

    @property
    def saved(self) -> bool:
        """Whether the response reports that the form was saved."""
        return self.status in (302, 303)


@dataclass(slots=True)
class Phone:
    """A phone with its cookies and one connection.

    port: of the site, or of a bad network.
    """

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    line: http.client.HTTPConnection | None = None

    def get(self, path: str, *, tag: str = "") -> Answer:
        """Request a page.

        tag: ETag of the version that the phone already has.
        """
        return self._ask("GET", path, None, {"If-None-Match": tag} if tag else {})

    def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        """Submit a form."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(fields), kind)

    def attach(self, path: str, file: bytes, fields: Mapping[str, str]) -> Answer:
        """Submit a form with a file in its field "file"."""
        parts = [
            f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
            if name != "file"
        ]
        head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="file"'
        body = "".join(parts) + head + "\r\nContent-Type: application/octet-stream\r\n\r\n"
        kind = {"Content-Type": f"multipart/form-data; boundary={_BOUNDARY}"}
        whole = body.encode() + file + f"\r\n--{_BOUNDARY}--\r\n".encode()
        return self._ask("POST", path, whole, kind)

    def form(self, path: str, action: str = "") -> Form:
        """Return the form of a page that is submitted to `action`, by default to the page itself.

        Raise OddAnswerError if the page has no such form.
        """
        answer = self.get(path)
        form = form_for(answer.text, action or path)
        if form is None:
            shown = f"{path} answered {answer.status} {answer.place}".rstrip()
            raise OddAnswerError(f"{shown} without its form")
        return form

    def send(self, path: str, **changes: str) -> Answer:
        """Open a page, fill in its form and submit it."""
        form = self.form(path)
        return self.post(form.action, form.fields | changes)

    def close(self) -> None:
        """Close the connection."""
        if self.line:
            self.line.close()
        self.line = None

    def _ask(
        self, method: str, path: str, body: str | bytes | None, more: dict[str, str]
    ) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies} | more
        # A kept-alive connection may have been closed; retry a request that changes nothing.
        tries = 2 if self.line and body is None else 1
        for left in reversed(range(tries)):
            try:
                return self._answered(method, path, body, headers)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if not left:
                    raise GoneError(str(error)) from error
        raise GoneError("never asked")

    def _answered(
        self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]
    ) -> Answer:
        begin = time.monotonic()
        if self.line is None:
            self.line = http.client.HTTPConnection(LOOPBACK, self.port, timeout=PATIENCE)
        self.line.request(method, path, body=body, headers=headers)
        response = self.line.getresponse()
        text = response.read().decode()
        for header in response.headers.get_all("Set-Cookie") or []:
            if found := _COOKIE.match(header):
                self.cookies[found[1]] = found[2]
        place = response.headers.get("Location") or ""
        tag = response.headers.get("ETag") or ""
        return Answer(response.status, place, text, time.monotonic() - begin, tag)
