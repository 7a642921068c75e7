"""Request metrics, which a monitor reads at /metrics."""

from __future__ import annotations

from django.http import HttpRequest
from prometheus_client import Counter, Histogram

REQUESTS = Counter(
    "tarokk_requests", "Requests by route, method and status.", ["route", "method", "status"]
)
SECONDS = Histogram(
    "tarokk_request_seconds",
    "Seconds until the response, by route.",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
SAVES = Counter("tarokk_saves", "Changes of sessions and clubs that were saved.")
# All other methods count as one, so that invented methods cannot fill the memory.
READING = ("GET", "HEAD")
METHODS = (*READING, "POST")
# API clients also replace and delete entries.
API_METHODS = (*METHODS, "PUT", "DELETE")
# The label of requests without a route, such as a wrong address.
NO_ROUTE = "-"


def observe_request(request: HttpRequest, status: int, seconds: float) -> None:
    """Count a request, and its time, under its route, which contains no names and no secrets.

    seconds: time until the response.
    """
    match = request.resolver_match
    route = match.route if match else NO_ROUTE
    method = request.method if request.method in API_METHODS else "other"
    REQUESTS.labels(route, method, status).inc()
    SECONDS.labels(route).observe(seconds)
