"""The calculator for programs: what anybody may send, and what comes back."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from scoring.cli import main
from tarokk_club.club.api.views import score

EXAMPLES = sorted((Path(__file__).parents[1] / "scoring" / "examples").glob("*.json"))
SCORE = "/api/v1/score"


def sent(body: Any, **more: Any) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body)
    return Client().post(SCORE, data, content_type="application/json", **more)


def document_in(path: Path) -> Any:
    whole = json.loads(path.read_text())
    return whole.get("document", whole)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_worked_document_scores_as_the_command_scores_it(
    path: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(document_in(path)))
    assert main([str(file), "--json"]) == 0
    told = capfdbinary.readouterr().out

    answer = sent(file.read_bytes())

    assert answer.status_code == 200
    assert answer.content + b"\n" == told


def test_a_faulty_document_is_refused_by_field_and_reason() -> None:
    document = document_in(EXAMPLES[0]) | {"dealer": "Nobody", "colour": "red"}
    answer = sent(document)

    told = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert (told["type"], told["status"], told["code"]) == ("about:blank", 422, "refused")
    assert {one["field"] for one in told["errors"]} == {"dealer", "colour"}
    assert all(one["code"] and one["detail"] for one in told["errors"])


def test_a_faulty_event_is_named_by_its_place() -> None:
    document = document_in(EXAMPLES[0])
    document["events"].append({"type": "hand", "outcome": "eaten"})
    told = sent(document).json()

    place = len(document["events"]) - 1
    assert told["errors"][0]["field"].startswith(f"events.{place}")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        *((body, 400) for body in (b"", b"{", b"\xff", b"[" * 100_000)),
        *((body, 422) for body in (b"[]", b"null", b'"\\ud800"')),
    ],
)
def test_refuses_an_invalid_document(body: bytes, status: int) -> None:
    answer = sent(body)

    assert answer.status_code == status
    assert answer.json()["errors"]


def test_a_document_of_endless_size_is_refused() -> None:
    assert sent(b" " * (score.LARGEST + 1)).status_code == 413
    endless = document_in(EXAMPLES[0])
    endless["events"] = [{"type": "end"}] * (score.MOST_EVENTS + 1)
    assert sent(endless).json()["errors"][0]["code"] == "too_many_events"


def test_one_address_scores_at_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.SITE_RATE_LIMITS, "score", "2/m/ip")
    answers = [sent(b"{}") for _ in range(3)]

    assert [one.status_code for one in answers] == [422, 422, 429]
    assert int(answers[2]["Retry-After"]) > 0
    assert answers[2]["Content-Type"] == "application/problem+json"
    assert sent(b"{}", REMOTE_ADDR="192.0.2.9").status_code == 422


def test_no_cookie_no_token_and_no_form_is_needed() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(SCORE, b"{}", content_type="text/plain")

    assert answer.status_code == 422
    assert answer.cookies == {}


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch", "options"])
def test_other_methods_are_refused_with_the_allowed_one(method: str) -> None:
    answer = getattr(Client(), method)(SCORE)

    assert answer.status_code == 405
    assert "POST" in answer["Allow"]
    assert answer["Content-Type"] == "application/problem+json"


def test_storage_failure_returns_a_problem_document(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    def gone(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(score, "build_result", gone)
    client = Client(raise_request_exception=False)
    answer = client.post(
        SCORE, json.dumps(document_in(EXAMPLES[0])), content_type="application/json"
    )

    assert answer.status_code == 507
    assert answer.json()["status"] == 507
