"""The files that a treasurer or an owner takes away."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.text import slugify

from tarokk_club.club.base.files import file_answer
from tarokk_club.club.base.loaders import MemberRequest, club_view
from tarokk_club.club.base.note_export import note_export
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.models import Club, Session
from tarokk_club.club.transfer.exports import KIND, club_archive


@club_view(Right.MEMBERS)
def archive_file(request: MemberRequest, club: Club) -> HttpResponse:
    """The whole club, to be taken in on another site."""
    content = club_archive(club.id)
    note_export(club_id=club.id, by=request.user, file="archive.zip")
    return file_answer(f"{club.slug}-archive.zip", content, KIND)


def _session_name(session: Session) -> str:
    """What its files are called: day and table, and a number where an evening has two such."""
    table = _table_name(session)
    same = Session.objects.filter(club=session.club_id, date=session.date, binned_at=None)
    alike = [one.pk for one in same.order_by("created_at", "pk") if _table_name(one) == table]
    parts = [session.date.isoformat(), *([table] if table else [])]
    if len(alike) > 1 and session.pk in alike:
        parts.append(str(alike.index(session.pk) + 1))
    return "-".join(parts)


def _table_name(session: Session) -> str:
    return slugify(session.table_name)[:40]
