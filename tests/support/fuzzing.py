"""Requests that no browser sends: random path, method, account, headers and body."""

import encodings.aliases
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

from django.test import Client
from django.urls import NoReverseMatch, reverse

from support.attackers import World, a_client, routes

KINDS = (";", "/", "multipart/form-data", "a" * 3000, "text/")
FILES = ("", '; filename="a.json"', '; filename="../\x00"', "; filename*=x'y")
CODINGS = ("", "Content-Transfer-Encoding: base64\r\n", "Content-Type: ;\r\n")
METHODS = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "X")
CODECS = sorted({*encodings.aliases.aliases.values(), "none", "utf-8", "UTF8", "x" * 300, "", '"'})
ODD: tuple[Any, ...] = (
    "", " ", "0", "-1", "1", "9" * 30, "1e9", "NaN", "inf", "0x10", "²", "٣", "true", "null", "[]",
    "{}", "../..", "//evil.example", "\\evil", "javascript:alert(1)", "foo", "a.b", "/", "\x00",
    "a\x00b", "\r\nX-A: b", "\ud7ff", "😀" * 300, "\u202e", "\u200b", "A" * 5000, "%", "%s", "{0}",
    "2026-02-30", "0000-00-00", "99999-01-01", "2026-11-22T25:61", "hu", "xx", "Europe/Nowhere",
    "00000000-0000-0000-0000-000000000000", "not-a-uuid", "'", '"><script>', "{{7*7}}", "1,2", "−5",
)  # fmt: skip
QUERIES = ("next", "q", "page", "language", "game", "preset", "to", "from", "date", "at", "record")
HEADERS: tuple[dict[str, str], ...] = (
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": "\x7f//"},
    {"HTTP_ACCEPT": "text/plain;q=x, */*;q=9"},
    {"HTTP_ACCEPT": ";" * 50},
    {"HTTP_ACCEPT_LANGUAGE": "xx-" * 80},
    {"HTTP_ACCEPT_LANGUAGE": "hu;q=nan,;,"},
    {"HTTP_ACCEPT_ENCODING": "br;q=0, gzip;q=-1"},
    {"HTTP_REFERER": "http://[::1"},
    {"HTTP_REFERER": "foo"},
    {"HTTP_IF_NONE_MATCH": '"' * 40},
    {"HTTP_IF_MODIFIED_SINCE": "Sun, 99 Foo 99999 99:99:99 GMT"},
    {"HTTP_RANGE": "bytes=-1,999999999-0"},
    {"HTTP_X_FORWARDED_FOR": "no address"},
    {"HTTP_X_REQUEST_ID": "x" * 999},
    {"HTTP_COOKIE": "session=\x80; csrf=; language=../..; theme=\x00; device=a:b:c:d"},
    {"HTTP_USER_AGENT": "\x01" * 300},
    {},
    {},
    {},
)
_FIELD = re.compile(
    rb'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"(?:[^>]*?value="([^"]*)")?'
)
AGAIN = 0.05
WANTED = ("Content-Security-Policy", "X-Content-Type-Options", "X-Request-ID", "Cache-Control")


@dataclass(slots=True)
class Fuzzer:
    """A source of random requests.

    faults: descriptions of wrong responses.
    """

    world: World
    dice: Random
    faults: list[str] = field(default_factory=list)
    asked: int = 0
    fields: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def run(self, seconds: float) -> None:
        """Send requests until the time is over."""
        clients = {name: a_client(user) for name, user in self.world.people.items()}
        until = time.monotonic() + seconds
        while time.monotonic() < until and len(self.faults) < 10:
            person = self.dice.choice([*clients])
            # People whom a request signed out or erased sign in again from time to time.
            if self.dice.random() < AGAIN:
                clients[person] = a_client(self.world.people[person])
            self.ask(clients[person], person)

    def ask(self, client: Client, person: str) -> None:
        """Send a random request and check the response."""
        path = self._path()
        method = self.dice.choice(METHODS)
        kind, body = (
            self._body(client, path) if method != "GET" else (self._kind("text/plain"), b"")
        )
        more: dict[str, Any] = self.dice.choice(HEADERS)
        query = self._query()
        told = f"{method} {path}?{query[:80]} by {person}, {kind[:60]!r}, {more}, {body[:200]!r}"
        self.asked += 1
        try:
            answer = client.generic(method, path, body, kind, QUERY_STRING=query, **more)
        except Exception as error:
            self.faults.append(f"{told}: {type(error).__name__} {error}")
            return
        missing = [name for name in WANTED if name not in answer.headers]
        if answer.status_code >= 500 or missing:
            self.faults.append(f"{told}: {answer.status_code}, without {missing}")

    def _path(self) -> str:
        name = self.dice.choice([*routes()])
        parts = routes()[name]
        values = self.world.values | self.world.more.get(name, {})
        said = {part: values[part] for part in parts}
        if parts and self.dice.random() < 0.2:
            said[self.dice.choice(parts)] = self.dice.choice([*values.values(), "x", "é", "a.b"])
        try:
            return reverse(name, kwargs=said)
        except NoReverseMatch:
            return "/" + str(self.dice.choice(ODD)).replace("\x00", "%00")

    def _query(self) -> str:
        if self.dice.random() < 0.5:
            return ""
        if self.dice.random() < 0.2:
            return quote_from_bytes(self.dice.randbytes(20)) + "&%ff=%fe&=&&&;" + "a=b&" * 30
        return urlencode([(self.dice.choice(QUERIES), self._odd()) for _ in range(3)])

    def _odd(self) -> str:
        values = [*map(str, self.world.values.values())]
        return str(self.dice.choice(ODD if self.dice.random() < 0.7 else values))

    def _kind(self, kind: str) -> str:
        roll = self.dice.random()
        if roll < 0.5:
            return kind
        if roll < 0.9:
            return f"{kind}; charset={self.dice.choice(CODECS)}"
        return str(
            self.dice.choice((";", "/", "multipart/form-data", "a" * 3000, "text/", kind + ";;="))
        )

    def _body(self, client: Client, path: str) -> tuple[str, bytes]:
        makers: tuple[Callable[[list[tuple[str, str]]], tuple[str, bytes]], ...] = (
            self._form, self._form, self._form, self._many, self._multipart, self._json, self._junk,
        )  # fmt: skip
        return self.dice.choice(makers)(self._fields(client, path))

    def _fields(self, client: Client, path: str) -> list[tuple[str, str]]:
        """Return the fields of the page's own forms, some of them changed."""
        if path not in self.fields:
            page = client.get(path)
            html = b"" if page.streaming else page.content
            found = _FIELD.findall(html)
            self.fields[path] = [(name.decode(), value.decode()) for name, value in found]
        own = [one for one in self.fields[path] if self.dice.random() < 0.95]
        return [(name, self._odd() if self.dice.random() < 0.25 else said) for name, said in own]

    def _form(self, fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        return self._kind("application/x-www-form-urlencoded"), _encoded(fields)

    def _many(self, fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        doubled = [*fields, *((name, self._odd()) for name, _said in fields)]
        return self._kind("application/x-www-form-urlencoded"), _encoded(doubled)

    def _multipart(self, fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        lines = b"".join(self._part(name, said) for name, said in fields)
        end = self.dice.choice((b"--B--\r\n", b"--B", b""))
        return self._kind("multipart/form-data; boundary=B"), lines + end

    def _part(self, name: str, said: str) -> bytes:
        file = self.dice.choice(
            ("", '; filename="a.json"', '; filename="../\x00"', "; filename*=x'y")
        )
        coding = self.dice.choice(
            ("", "Content-Transfer-Encoding: base64\r\n", "Content-Type: ;\r\n")
        )
        head = f'--B\r\nContent-Disposition: form-data; name="{name}"{file}\r\n{coding}\r\n'
        return head.encode() + said.encode("utf-8", "surrogatepass") + b"\r\n"

    def _json(self, fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        body = self.dice.choice(("[" * 3000, "{", "null", "1e999", json.dumps(dict(fields))))
        return self._kind("application/json"), body.encode()

    def _junk(self, _fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        return self._kind("application/x-www-form-urlencoded"), self.dice.randbytes(300)


def _encoded(fields: list[tuple[str, str]]) -> bytes:
    return urlencode(fields, errors="surrogatepass").encode()
