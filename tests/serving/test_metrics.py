"""The figures that a monitor reads."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from support.catalogue import row
from support.club_factories import END, PASSED_OUT, House, a_session, a_user, recorded
from support.served import ROOT
from tarokk_club.club.audit import last_runs
from tarokk_club.club.models import Notice, NoticeChannel, NoticeKind
from tarokk_club.serving import metrics as module

TOKEN = "2f7b9c"


def figures(client: Client | None = None, **more: Any) -> dict[str, dict[str, float]]:
    """Each figure with its values by the values of its labels."""
    answer = (client or Client()).get("/metrics", **more)
    assert answer.status_code == 200
    found: dict[str, dict[str, float]] = {}
    for family in text_string_to_metric_families(answer.content.decode()):
        for sample in family.samples:
            labels = " ".join(sample.labels[name] for name in sorted(sample.labels))
            found.setdefault(sample.name, {})[labels] = sample.value
    return found


def by_token(token: str, **more: Any) -> int:
    headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": "192.0.2.7"}
    return Client(headers=headers).get("/metrics", **more).status_code


@row("S91")
def test_only_the_machine_and_the_token_read_them(db: None, settings: Settings) -> None:
    settings.ENV = replace(settings.ENV, health_token=TOKEN)

    assert Client().get("/metrics").status_code == 200
    assert by_token(TOKEN) == 200
    assert by_token("another") == 404
    settings.ENV = replace(settings.ENV, health_token="")
    assert by_token("") == 404


@row("S91")
def test_requests_are_counted_by_route_and_status(house: House) -> None:
    before = figures()["tarokk_requests_total"]
    client = Client()
    client.get("/accounts/login/")
    client.get("/c/no-such-club/")
    client.get(f"/g/{'A' * 43}/")
    client.generic("BREW", "/healthz/alive")

    found = figures()
    after = found["tarokk_requests_total"]
    new = {labels: value - before.get(labels, 0) for labels, value in after.items()}
    assert new["GET accounts/login/ 200"] == 1
    assert new["other - 405"] == 1
    assert not any("no-such-club" in labels or "AAAA" in labels for labels in after)
    assert found["tarokk_request_seconds_count"]["accounts/login/"] >= 1


def test_a_save_is_counted_once(house: House, django_capture_on_commit_callbacks: Any) -> None:
    def saves() -> float:
        return figures()["tarokk_saves_total"][""]

    before = saves()
    with django_capture_on_commit_callbacks(execute=True):
        recorded(house, a_session(house), PASSED_OUT, END)

    assert saves() - before == 3


def test_metrics_contain_database_size_queue_and_backups(house: House) -> None:
    recorded(house, a_session(house), PASSED_OUT, PASSED_OUT, END)
    last_runs.record_backup_run()
    last_runs.record_audit_run(2)
    now = timezone.now()
    Notice.objects.create(
        user=a_user("bela2"),
        club=house.club,
        kind=NoticeKind.PLAN,
        way=NoticeChannel.LETTER,
        subject=house.club.id,
        once="once",
        made_at=now,
        due_at=now - timedelta(minutes=5),
    )

    found = figures()

    assert found["tarokk_club_hands"] == {house.club.slug: 2}
    assert found["tarokk_club_sessions"] == {house.club.slug: 1}
    assert found["tarokk_notices_waiting"][""] == 1
    assert 300 <= found["tarokk_notices_wait_seconds"][""] < 400
    assert 0 <= found["tarokk_backup_age_seconds"][""] < 60
    assert found["tarokk_audit_differences"][""] == 2
    assert found["tarokk_book_bytes"][""] > 100_000
    assert found["tarokk_free_bytes"][""] > 0


def test_the_queries_do_not_grow_with_the_clubs(
    house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        figures()


def test_reports_other_metrics_without_a_database(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(module, "load_maintenance_ages", broken)

    found = figures()

    assert "tarokk_book_bytes" not in found
    assert {"tarokk_free_bytes", "tarokk_program_info", "tarokk_requests_total"} <= set(found)


def test_several_processes_count_together(tmp_path: Path) -> None:
    counts = (
        "from tarokk_club.http.metrics import SAVES; SAVES.inc(); "
        "from prometheus_client import CollectorRegistry, generate_latest; "
        "from prometheus_client.multiprocess import MultiProcessCollector; "
        "r = CollectorRegistry(); MultiProcessCollector(r); print(generate_latest(r).decode())"
    )
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    told = [
        subprocess.run(
            [sys.executable, "-c", counts],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]

    assert [re.findall(r"^tarokk_saves_total (\S+)", text, re.M) for text in told] == [
        ["1.0"],
        ["2.0"],
    ]


def test_each_figure_of_the_alerts_exists(house: House) -> None:
    last_runs.record_backup_run()
    last_runs.record_audit_run(0)
    alerts = (ROOT / "deploy" / "alerts.yml").read_text("utf-8")
    named = set(re.findall(r"\btarokk_[a-z_]+", alerts))

    assert len(named) >= 4
    assert named - set(figures()) == set()
