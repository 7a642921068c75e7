"""Whatever a program may ask by the description, made up by Schemathesis, in every role."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from support.attackers import World, a_world
from support.programs import API, a_key_of, a_service_key

# The same questions in every run; another seed asks others.
SEED, QUESTIONS = 22, 6
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MEMBERS = ("owner", "secretary", "treasurer", "scorer", "member", "service")
ROLES = (*MEMBERS, "other", "stranger", "anonymous")
# What nobody outside the club may read, whatever they ask.
SECRETS = ("Zugló", "Kemence", "Csaba", "Dóra", "borravaló")
OF_A_CLUB = f"{API}/clubs/{{slug}}"
PLAIN = {"Accept-Encoding": "identity"}
asking = settings(
    max_examples=QUESTIONS,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
pytestmark = pytest.mark.ci


@pytest.fixture
def world(db: None) -> Iterator[World]:
    # As the test client does: the site's connection is the test's own, which stays open.
    closing = (request_started, request_finished)
    for moment in closing:
        moment.disconnect(close_old_connections)
    yield a_world()
    for moment in closing:
        moment.connect(close_old_connections)


def headers_of(world: World, role: str) -> dict[str, str]:
    """A key of this person for the club, made as if the book let everybody have one, or one of a
    service.
    """
    if role == "service":
        return PLAIN | {
            "Authorization": f"Bearer {a_service_key(world.house.anna, world.house.club)[1]}"
        }
    user = world.people[role]
    if user is None:
        return PLAIN
    return PLAIN | {"Authorization": f"Bearer {a_key_of(user, world.house.club)[1]}"}


def site(environ: dict[str, Any], start: Any) -> Any:
    """Return a client of the site at an address."""
    return get_wsgi_application()(environ | {"REMOTE_ADDR": "127.0.0.1"}, start)


@pytest.mark.parametrize("role", ROLES)
def test_no_question_breaks_the_site_or_is_answered_off_the_description(
    world: World, role: str
) -> None:
    headers, answered = headers_of(world, role), set()
    ids = world.values | world.more["club:guest_board_live"]
    described: Any = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", site)
    for operation in (found.ok() for found in described.get_all_operations()):
        ways = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]

        @seed(SEED)
        @asking
        @given(case=st.one_of(ways), there=st.booleans())
        def ask(case: Any, there: bool) -> None:
            if there:
                case.path_parameters.update({one: str(ids[one]) for one in case.path_parameters})
            # The pace of programs is tried elsewhere.
            cache.clear()
            answer = case.call_and_validate(headers=headers, checks=CHECKS)
            answered.add((case.path.removeprefix(OF_A_CLUB), answer.status_code))
            if role not in MEMBERS and "{token}" not in case.path:
                assert not [one for one in SECRETS if one in answer.text]

        ask()

    # Whoever is of the club was answered what the description says, too, and nobody else.
    read = {path for path, status in answered if status == 200 and not path.startswith(API)}
    assert ("/sessions/{session_id}/hands/{entry_id}" in read) == (role in MEMBERS)
    assert bool(read) == (role in MEMBERS)
