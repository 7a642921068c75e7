"""The endpoint that scores a document without storing it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from scoring.answer import build_result
from scoring.cli import encode_result
from scoring.core.problem import Problem, RefusedError
from scoring.document import read_head
from scoring.parsing import parse_strict_json
from tarokk_club.club.api import shapes
from tarokk_club.club.api.operations import describe_body, refuse_unknown_parameters
from tarokk_club.club.api.rate_limits import count_request
from tarokk_club.club.api.routes import get_ninja_path
from tarokk_club.club.writing.permissions import Access, Open
from tarokk_club.http.problems import build_problem_response

router = Router(tags=["score"])
ACCESS = {"api_score": Access(None, Open.PUBLIC)}
# The maximum body in bytes; the longest known evening, with 400 hands, needs a fifth.
LARGEST = 256 * 1024
MOST_EVENTS = 1000


@router.post(
    get_ninja_path("api_score"),
    url_name="api_score",
    operation_id="score",
    auth=None,
    response={200: shapes.ScoreOut} | dict.fromkeys((400, 413, 422, 429), shapes.Problem),
    openapi_extra=describe_body(shapes.Document),
    summary="Score a session document",
)
def score_document(request: HttpRequest) -> HttpResponse:
    """Return the scored document, as `manage.py score --json` prints it.

    No key is needed, and nothing is stored.
    """
    count_request(request, "score")
    refuse_unknown_parameters(request)
    if len(request.body) > LARGEST:
        return build_problem_response(413)
    head = read_head(parse_strict_json(request.body))
    if len(head.events) > MOST_EVENTS:
        raise RefusedError([Problem("too_many_events", "events", {"highest": MOST_EVENTS})])
    return HttpResponse(encode_result(build_result(head)), content_type="application/json")
