"""Bodies made to hurt, in the process: rows S51 to S53 and S55 of the catalogue.

How soon they are answered is looked at in `test_served.py`, on the site as it runs.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from support.attackers import World, a_client, a_key, a_world, hash_database
from support.catalogue import row
from support.shared_rows import create_rows_once

BOUNDARY = "xxBOUNDARYxx"


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with create_rows_once(django_db_blocker, a_world) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    return deepcopy(_world)


@pytest.fixture
def anna(world: World) -> Client:
    return a_client(world.house.anna)


@pytest.fixture
def taking_in(world: World) -> str:
    return reverse("club:session_import", args=[world.house.club.slug])


@row("S51")
def test_a_body_above_the_limit_is_refused(anna: Client, taking_in: str) -> None:
    big = SimpleUploadedFile("big.json", b" " * 3_000_000, "application/json")

    assert anna.post(taking_in, {"file": big}).status_code == 413


@row("S51")
def test_a_document_above_its_own_limit_is_refused(anna: Client, taking_in: str) -> None:
    big = SimpleUploadedFile("big.json", b" " * 2_500_000, "application/json")

    assert anna.post(taking_in, {"file": big}).status_code == 422


@row("S51")
@pytest.mark.parametrize("length", ["1000000000", "99999999999999999999999", "-5", "x", "1e3"])
def test_refuses_an_invalid_content_length(anna: Client, taking_in: str, length: str) -> None:
    assert anna.generic("POST", taking_in, b"x", CONTENT_LENGTH=length).status_code in (400, 413)


@row("S51")
def test_too_many_fields_are_refused(anna: Client, world: World) -> None:
    url = reverse("club:players", args=[world.house.club.slug])
    body = "&".join(f"f{number}=1" for number in range(10_000))

    answer = anna.generic("POST", url, body, "application/x-www-form-urlencoded")

    assert answer.status_code == 400
    assert "cannot be read" in answer.content.decode()


@row("S51")
@pytest.mark.parametrize("count", [6, 20_000])
def test_too_many_files_are_refused(anna: Client, taking_in: str, count: int) -> None:
    part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nx\r\n'
    body = part * count + f"--{BOUNDARY}--\r\n"

    answer = anna.generic("POST", taking_in, body, f"multipart/form-data; boundary={BOUNDARY}")

    assert answer.status_code == 400


@row("S51")
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--other",
        f"--{BOUNDARY}".encode(),
        f"--{BOUNDARY}\r\nContent-Disposition: form-data; name=\x00\r\n\r\n".encode(),
        b"\xff\xfe" * 500,
    ],
)
def test_a_broken_frame_is_no_fault_of_the_site(anna: Client, taking_in: str, body: bytes) -> None:
    answer = anna.generic("POST", taking_in, body, f"multipart/form-data; boundary={BOUNDARY}")

    assert answer.status_code in (400, 422)


NAMES = ("../../etc/passwd", "..\\..\\boot.ini", "a\x00.json", "x" * 300, "", ".htaccess", "a.html")
CONTENTS = (
    b"<html><script>alert(1)</script></html>",
    b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    b"PK\x03\x04" + b"\x00" * 200,
    b"\x1f\x8b\x08" + b"\x00" * 200,
    b"%PDF-1.7",
)


@row("S52")
@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_judged_by_its_content(anna: Client, taking_in: str, name: str) -> None:
    before = hash_database()
    for content in CONTENTS:
        body = (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
            "Content-Type: application/json\r\n\r\n"
        ).encode() + content
        whole = body + f"\r\n--{BOUNDARY}--\r\n".encode()
        answer = anna.generic("POST", taking_in, whole, f"multipart/form-data; boundary={BOUNDARY}")
        assert answer.status_code in (400, 422)
        assert "alert(1)" not in answer.content.decode()
    assert hash_database() == before


BOMBS = {
    "deep lists": b"[" * 100_000,
    "deep and whole": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "many keys": json.dumps({str(number): 0 for number in range(150_000)}).encode(),
    "huge number": b'{"version": ' + b"9" * 5_000 + b"}",
    "huge exponent": b'{"version": 1e400, "players": [1e999]}',
    "the same key twice": b'{"version": 1, "version": 1}',
    "no number": b'{"version": NaN}',
    "half a pair": b'{"game": "\\ud800"}',
    "wrong bytes": b'{"game": "\xff\xfe"}',
}


@row("S53")
@pytest.mark.sweep
@pytest.mark.parametrize("bomb", BOMBS)
def test_refuses_a_document_bomb(anna: Client, taking_in: str, bomb: str) -> None:
    before = hash_database()
    file = SimpleUploadedFile("x.json", BOMBS[bomb], "application/json")

    answer = anna.post(taking_in, {"file": file})
    text = BOMBS[bomb].decode("utf-8", "ignore")
    again = anna.post(taking_in, {"key": a_key(), "document": text})

    assert (answer.status_code, again.status_code) == (422, 422)
    assert hash_database() == before


HUGE = "9" * 40
ABSURD: tuple[dict[str, Any], ...] = (
    {"page": "1000000000"},
    {"page": "-1"},
    {"q": "a" * 10_000},
    {"date": "99999-01-01"},
    {"marks": "(a+)+$" * 500},
    {"version": HUGE},
    {"at": "not an id"},
)


@row("S55")
@pytest.mark.sweep
@pytest.mark.parametrize("query", ABSURD)
def test_absurd_query_strings_are_accepted(
    anna: Client, world: World, query: dict[str, str]
) -> None:
    club, inside = [world.house.club.slug], [world.house.club.slug, world.session.id]
    for name in ("club", "players", "session_list", "standings", "standings_file"):
        assert anna.get(reverse(f"club:{name}", args=club), query).status_code == 200
    for name in ("sheet", "history", "settlement", "hands_file"):
        assert anna.get(reverse(f"club:{name}", args=inside), query).status_code == 200


@row("S55")
@pytest.mark.sweep
@pytest.mark.parametrize("field", ["date", "version", "key", "dealer", "stake", "seat_x", "note"])
@pytest.mark.parametrize("value", ["99999-12-31", HUGE, "-" * 5_000, "\x00", "\ud800", "1e999"])
def test_absurd_field_values_never_break_a_form(
    anna: Client, world: World, field: str, value: str
) -> None:
    inside = [world.house.club.slug, world.session.id]
    sent = value.encode("utf-8", "surrogatepass").decode("latin-1")
    common = {"key": a_key(), "version": "4"} | {field: sent}
    urls = [reverse("club:session_new", args=inside[:1])]
    urls += [reverse(f"club:{name}", args=inside) for name in ("hand_new", "settings", "adjust")]

    for url in urls:
        assert anna.post(url, common).status_code in (200, 400, 409, 422)
