"""Backups on a PostgreSQL server, by its own tools."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from support.club_factories import House, a_hand, a_house, a_session, recorded
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="a server's own tools")


@pytest.fixture
def house(transactional_db: None) -> House:
    return a_house()


def answer(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue().strip()


def document(session: Session) -> bytes:
    return build_session_document(load_session_outcome(Session.objects.get(pk=session.pk)))


def test_a_restore_brings_back_the_last_posting_and_can_be_undone(
    house: House, tmp_path: Path
) -> None:
    session = a_session(house)
    recorded(house, session, a_hand(house))
    before = document(session)
    path = answer("backup", f"--to={tmp_path}")
    recorded(house, session, a_hand(house))
    later = document(session)

    assert "is whole" in answer("check_backup", path)
    words = answer("restore", path)
    assert document(session) == before
    answer("restore", words.split("kept as ")[1].splitlines()[0].rstrip("."))
    assert document(session) == later


@pytest.mark.parametrize("keep", [0, 0.5])
def test_a_file_cut_short_is_refused(house: House, tmp_path: Path, keep: float) -> None:
    path = Path(answer("backup", f"--to={tmp_path}"))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * keep)])

    for command in ("check_backup", "restore"):
        with pytest.raises(CommandError, match=r"cut short|not a backup"):
            answer(command, str(path))
