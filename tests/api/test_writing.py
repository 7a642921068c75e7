"""What programs write: by the use cases of the pages, once, and only into what they have read."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from support.attackers import World, a_client, hash_database
from support.catalogue import row
from support.club_evenings import PASSED, document
from support.club_factories import a_hand, a_user, recorded
from support.programs import API, a_program
from tarokk_club.club.api.views import writing
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import ApiKey, Change, Entry, Role, Session
from tarokk_club.club.session.usecases.events import record_event


@pytest.fixture
def program(world: World) -> Client:
    return a_program(world.house.anna, world.house.club)


def of(world: World, path: str = "") -> str:
    return f"{API}/clubs/{world.house.club.slug}/sessions{path}"


def hands(world: World, path: str = "") -> str:
    return of(world, f"/{world.session.pk}/hands{path}")


def sent(client: Client, path: str, body: Any, **headers: str) -> Any:
    """Send the request as an API client, with a key of its own by default; return the response."""
    told = {"Idempotency-Key": str(uuid4())} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    data = body if isinstance(body, bytes) else json.dumps(body)
    return client.post(path, data, content_type="application/json", headers=told)


def tag_of(client: Client, world: World) -> str:
    return str(client.get(of(world, f"/{world.session.pk}"))["ETag"])


def test_hand_is_recorded_as_on_the_page(world: World, program: Client) -> None:
    answer = sent(program, hands(world), a_hand(world.house, "Béla", "Dóra"))

    told = answer.json()
    world.session.refresh_from_db()
    assert told["version"] == world.session.version
    assert (answer.status_code, answer["ETag"]) == (201, f'"v{told["version"]}"')
    assert program.get(answer["Location"]).json()["id"] == told["entry"]
    assert Entry.objects.get(pk=told["entry"]).created_by == world.house.anna
    read = program.get(of(world, f"/{world.session.pk}")).json()
    assert read["totals"] == told["totals"]
    assert list(iter_findings()) == []


def test_same_key_records_one_hand(world: World, program: Client) -> None:
    key, hand = str(uuid4()), a_hand(world.house)
    first, again = (sent(program, hands(world), hand, Idempotency_Key=key) for _ in range(2))
    other = sent(program, hands(world), a_hand(world.house, "Béla"), Idempotency_Key=key)

    assert first.json() == again.json()
    assert first["Location"] == again["Location"]
    assert (first.status_code, again.status_code) == (201, 201)
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert Entry.objects.filter(pk=key).count() == 1


@row("S76")
def test_the_key_of_another_account_is_a_conflict(world: World, program: Client) -> None:
    key, hand = str(uuid4()), a_hand(world.house)
    cili = a_user("cili", club=world.house.club, roles=(Role.SCORER,))
    other = a_program(cili, world.house.club)
    assert sent(program, hands(world), hand, Idempotency_Key=key).status_code == 201

    answer = sent(other, hands(world), hand, Idempotency_Key=key)

    assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")
    assert Entry.objects.filter(pk=key).count() == 1


def test_another_key_is_another_hand(world: World, program: Client) -> None:
    before = Entry.objects.count()
    for _hand in range(2):
        assert sent(program, hands(world), a_hand(world.house)).status_code == 201

    assert Entry.objects.count() == before + 2


def unkeyed(client: Client, path: str, body: Any) -> Any:
    """What a program is answered that sends no key."""
    return client.post(path, json.dumps(body), content_type="application/json")


def test_same_hand_without_a_key_is_refused_unless_again_is_set(
    world: World, program: Client
) -> None:
    path, hand = hands(world), a_hand(world.house, "Béla", "Dóra")
    first = unkeyed(program, path, hand)
    before = hash_database_without_keys()
    same = unkeyed(program, path, hand)

    assert (first.status_code, same.status_code) == (201, 409)
    assert (same.json()["code"], same.json()["entry"]) == ("same_hand", first.json()["entry"])
    assert hash_database_without_keys() == before
    other = unkeyed(program, path + "?again=true", hand)
    assert (other.status_code, other.json()["version"]) == (201, first.json()["version"] + 1)


def test_void_hands_without_a_key_need_no_confirmation(world: World, program: Client) -> None:
    void = {"type": "hand", "outcome": "passed_out"}

    assert [unkeyed(program, hands(world), void).status_code for _ in range(2)] == [201] * 2


def test_a_correction_needs_the_state_that_was_read(world: World, program: Client) -> None:
    path, hand = hands(world, f"/{world.values['entry_id']}"), a_hand(world.house, result="lost")
    tag = tag_of(program, world)

    without = sent(program, path, hand)
    recorded(world.house, world.session, a_hand(world.house))
    late = sent(program, path, hand, If_Match=tag)
    right = sent(program, path, hand, If_Match=tag_of(program, world))

    assert [one.status_code for one in (without, late, right)] == [428, 412, 200]
    world.session.refresh_from_db()
    assert late.json()["version"] == world.session.version - 1
    assert right["ETag"] == f'"v{world.session.version}"' and "Location" not in right
    again = sent(program, path, a_hand(world.house, result="won"), If_Match=right["ETag"])
    assert again.status_code == 200
    assert program.get(path).json()["record"]["result"] == "won"
    sent(program, path, hand, If_Match=again["ETag"])
    assert program.get(path).json()["record"]["result"] == "lost"
    assert list(iter_findings()) == []


@pytest.mark.parametrize("tag", ["", "12", '"12"', '"v12', "W/", '"v999999999999"'])
def test_a_tag_that_names_no_state_changes_nothing(world: World, program: Client, tag: str) -> None:
    before = hash_database_without_keys()
    path = hands(world, f"/{world.values['entry_id']}")

    assert sent(program, path, a_hand(world.house, result="lost"), If_Match=tag).status_code == 412
    assert hash_database_without_keys() == before


def hash_database_without_keys() -> str:
    """A sum over the book; when a key was used last is no part of it."""
    ApiKey.objects.update(last_used_at=None)
    return hash_database()


@pytest.mark.parametrize("key", ["", "x", "1"])
def test_a_write_without_a_key_is_refused(world: World, program: Client, key: str) -> None:
    answer = sent(program, hands(world), a_hand(world.house), Idempotency_Key=key)

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "Idempotency-Key"


def test_a_refusal_names_field_and_reason(world: World, program: Client) -> None:
    before = hash_database_without_keys()
    answer = sent(program, hands(world), a_hand(world.house, bid="hundred"))

    (fault,) = answer.json()["errors"]
    assert (answer.status_code, fault["field"]) == (422, "bid")
    assert fault["code"] and fault["detail"]
    assert hash_database_without_keys() == before


@pytest.mark.parametrize("body", [b"[]", b"null", b'{"type": 1}', b'"x"'])
@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
def test_refuses_an_invalid_record(world: World, program: Client, body: bytes, dry: str) -> None:
    for path in (hands(world), of(world)):
        answer = sent(program, path + dry, body)
        assert (answer.status_code, bool(answer.json()["errors"])) == (422, True)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"NaN"])
@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
def test_invalid_json_is_a_bad_request(
    world: World, program: Client, body: bytes, dry: str
) -> None:
    for path in (hands(world), of(world)):
        answer = sent(program, path + dry, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "not_json")


@pytest.mark.parametrize("path", ["", "/sessions", "/standings", "/evenings", "/players"])
def test_a_parameter_that_is_unknown_is_refused(world: World, program: Client, path: str) -> None:
    answer = program.get(f"{API}/clubs/{world.house.club.slug}{path}?pagesize=5&dry_run=1")

    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "invalid")
    assert [fault["field"] for fault in told["errors"]] == ["dry_run", "pagesize"]
    assert "“dry_run”" in told["detail"]


def test_a_misspelt_dry_run_writes_nothing(world: World, program: Client) -> None:
    before = hash_database_without_keys()

    answer = sent(program, hands(world) + "?dryrun=true", a_hand(world.house))

    assert answer.status_code == 422
    assert hash_database_without_keys() == before


def test_dry_run_returns_the_same_totals_and_writes_nothing(world: World, program: Client) -> None:
    hand = a_hand(world.house, "Béla", "Dóra")
    before = hash_database_without_keys()
    tried = sent(program, hands(world) + "?dry_run=true", hand)
    dry = tried.json()
    assert (tried.status_code, "ETag" in tried, "Location" in tried) == (200, False, False)
    assert hash_database_without_keys() == before

    booked = sent(program, hands(world), hand).json()

    assert dry["dry_run"] and not booked["dry_run"]
    assert (dry["totals"], dry["net"]) == (booked["totals"], booked["net"])


def test_dry_run_of_a_correction_returns_the_same_totals(world: World, program: Client) -> None:
    path, hand = hands(world, f"/{world.values['entry_id']}"), a_hand(world.house, result="lost")
    tag = tag_of(program, world)
    dry = sent(program, path + "?dry_run=true", hand, If_Match=tag).json()
    booked = sent(program, path, hand, If_Match=tag).json()

    assert (dry["totals"], dry["net"]) == (booked["totals"], booked["net"])


@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
def test_correcting_a_missing_hand_is_404(world: World, program: Client, dry: str) -> None:
    path = hands(world, f"/{uuid4()}") + dry

    answer = sent(program, path, a_hand(world.house), If_Match=tag_of(program, world))

    assert (answer.status_code, answer.json()["detail"]) == (404, "There is nothing here.")


@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
def test_refuses_to_seat_a_player_of_another_club(world: World, program: Client, dry: str) -> None:
    join = {"type": "join", "player": str(uuid4()), "after": world.house.players["Anna"]}
    answer = sent(program, hands(world) + dry, join)

    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "no_such_player")


def test_document_is_imported_once(world: World, program: Client) -> None:
    body, key = document(PASSED, PASSED, date="2026-11-20"), str(uuid4())
    there = set(Session.objects.filter(club=world.house.club))
    dry = sent(program, of(world) + "?dry_run=true", body).json()
    assert dry["session"] is None and set(Session.objects.filter(club=world.house.club)) == there

    first, again = (sent(program, of(world), body, Idempotency_Key=key) for _ in range(2))
    copy = sent(program, of(world), body)

    assert first.json() == again.json()
    assert first.json()["totals"] == dry["totals"]
    assert Session.objects.get(pk=first.json()["session"]).hands_count == 2
    assert (copy.status_code, copy.json()["code"]) == (409, "conflict")


@pytest.mark.parametrize(
    ("role", "hand", "correction"), [("scorer", 201, 403), ("owner", 403, 403)]
)
def test_a_key_has_the_write_rights_of_its_owner(
    world: World, role: str, hand: int, correction: int
) -> None:
    program = a_program(world.people[role], world.house.club)
    path = hands(world, f"/{world.values['entry_id']}")

    assert sent(program, hands(world), a_hand(world.house)).status_code == hand
    assert sent(program, path, a_hand(world.house), If_Match="*").status_code == correction


def test_a_key_for_reading_writes_nothing(world: World) -> None:
    program = a_program(world.house.anna, world.house.club, "read", "money")
    answer = sent(program, hands(world), a_hand(world.house))

    assert answer.status_code == 403
    assert "key" in answer.json()["detail"]


def test_a_form_in_place_of_json_is_refused(world: World, program: Client) -> None:
    key = {"Idempotency-Key": str(uuid4()), "If-Match": "*"}
    for path in (hands(world), hands(world, f"/{world.values['entry_id']}"), of(world)):
        answer = program.post(path, {"type": "hand"}, headers=key)

        assert answer.status_code == 400, path


def changed(program: Client, method: str, path: str, tag: str, body: Any = None) -> Any:
    """The answer to a change of an entry by PUT, DELETE or POST."""
    return program.generic(
        method,
        path,
        json.dumps(body) if body is not None else "",
        "application/json",
        headers={"Idempotency-Key": str(uuid4()), "If-Match": tag},
    )


def test_a_hand_is_replaced_deleted_and_restored(world: World, program: Client) -> None:
    path, hand = hands(world, f"/{world.values['entry_id']}"), a_hand(world.house, result="lost")

    replaced = changed(program, "PUT", path, tag_of(program, world), hand)
    deleted = changed(program, "DELETE", f"{path}?reason=double", replaced["ETag"])
    late = changed(program, "DELETE", path, replaced["ETag"])
    restored = changed(program, "POST", f"{path}/restore", deleted["ETag"])

    assert [one.status_code for one in (replaced, deleted, late, restored)] == [200, 200, 412, 200]
    assert replaced.json()["totals"] == restored.json()["totals"] != deleted.json()["totals"]
    assert program.get(path).json()["record"]["result"] == "lost"
    change = Change.objects.filter(session=world.session, action="delete").latest("seq")
    assert change.reason == "double"
    assert list(iter_findings()) == []


def test_deleting_needs_the_state_that_was_read_and_a_key(world: World, program: Client) -> None:
    path = hands(world, f"/{world.values['entry_id']}")

    without_tag = program.delete(path, headers={"Idempotency-Key": str(uuid4())})
    without_key = program.delete(path, headers={"If-Match": tag_of(program, world)})

    assert (without_tag.status_code, without_key.status_code) == (428, 400)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_refuses_unsupported_methods_with_405(world: World, program: Client, method: str) -> None:
    answer = program.generic(method, of(world))

    assert answer.status_code == 405
    assert answer["Content-Type"] == "application/problem+json"


def test_a_document_is_imported_again_only_on_request(world: World, program: Client) -> None:
    path = f"{of(world)}/{world.session.pk}/document"
    document = program.get(path)
    name = reverse("club:document_file", args=[world.house.club.slug, world.session.pk])
    page = a_client(world.house.anna).get(name)

    known = sent(program, of(world), document.json(), Idempotency_Key=str(uuid4()))
    again = sent(program, f"{of(world)}?again=true", document.json(), Idempotency_Key=str(uuid4()))

    assert document.content == page.content
    assert (known.status_code, again.status_code) == (409, 201)
    told = program.get(f"{again['Location']}/document").json()
    assert told["events"] == document.json()["events"]


def test_session_deleted_meanwhile_returns_404(
    world: World, program: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def record_in_deleted_session(**arguments: Any) -> object:
        return record_event(**arguments | {"session_id": uuid4()})

    monkeypatch.setattr(writing, "record_event", record_in_deleted_session)
    answer = sent(program, hands(world), a_hand(world.house, "Béla", "Dóra"))

    assert (answer.status_code, answer.json()["status"]) == (404, 404)
