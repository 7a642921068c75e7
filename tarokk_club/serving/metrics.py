"""The page /metrics in the text format of Prometheus, for a monitor."""

from __future__ import annotations

import os
from collections.abc import Iterator

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.models import Count, Min, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tarokk_club.club.audit.last_runs import load_maintenance_ages
from tarokk_club.club.models import Notice, NoticeState, Session
from tarokk_club.env import read_program_version
from tarokk_club.serving.health import may_see_details, measure_free_bytes
from tarokk_club.serving.processes import COUNTED_IN


@login_not_required
def render_metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to this machine and to clients with the token, and 404 to others."""
    if not may_see_details(request):
        raise Http404
    counted = REGISTRY
    if COUNTED_IN in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    book = CollectorRegistry()
    book.register(_BookFigures())
    text = generate_latest(counted) + generate_latest(book)
    response = HttpResponse(text, content_type=CONTENT_TYPE_LATEST)
    response.headers["Vary"] = "Authorization"
    return response


class _BookFigures(Collector):
    """The metrics of the database and the disk, read for each response."""

    def collect(self) -> Iterator[GaugeMetricFamily | InfoMetricFamily]:
        """Yield the metrics, without those of the database if it does not respond."""
        program = {"version": read_program_version()}
        yield InfoMetricFamily("tarokk_program", "The program that runs.", value=program)
        yield _make_gauge(
            "tarokk_free_bytes", "Free disk space beside the book.", measure_free_bytes()
        )
        try:
            yield from list(self._yield_database_metrics())
        except DatabaseError:
            return

    def _yield_database_metrics(self) -> Iterator[GaugeMetricFamily]:
        now, done = timezone.now(), load_maintenance_ages()
        for name, age in (("backup", done.backup), ("audit", done.audit)):
            if age is not None:
                text = f"Seconds since the last {name}."
                yield _make_gauge(f"tarokk_{name}_age_seconds", text, age.total_seconds())
        if done.differences is not None:
            text = "Differences that the last audit found."
            yield _make_gauge("tarokk_audit_differences", text, done.differences)
        yield _make_gauge("tarokk_book_bytes", "Size of the book.", _measure_database_bytes())
        waiting = Notice.objects.filter(state=NoticeState.WAITING, due_at__lte=now)
        queue = waiting.aggregate(count=Count("pk"), oldest=Min("due_at"))
        wait = (now - queue["oldest"]).total_seconds() if queue["oldest"] else 0
        yield _make_gauge("tarokk_notices_waiting", "Notices that are due.", queue["count"])
        yield _make_gauge("tarokk_notices_wait_seconds", "Wait of the oldest of them.", wait)
        yield from _yield_club_size_metrics()


def _yield_club_size_metrics() -> Iterator[GaugeMetricFamily]:
    sessions = GaugeMetricFamily("tarokk_club_sessions", "Sessions of a club.", labels=["club"])
    hands = GaugeMetricFamily("tarokk_club_hands", "Hands of a club.", labels=["club"])
    rows = Session.objects.values_list("club__slug").annotate(Count("pk"), Sum("hands_count"))
    for slug, count, total in rows.order_by("club__slug"):
        sessions.add_metric([slug], count)
        hands.add_metric([slug], total)
    yield sessions
    yield hands


def _measure_database_bytes() -> int:
    if connection.vendor == "sqlite":
        sql = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    else:
        sql = "SELECT pg_database_size(current_database())"
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return int(cursor.fetchone()[0])


def _make_gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value=value)
