"""The files that a treasurer or an owner takes away."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.models import Club
from tarokk_club.club.pages.export_throttle import one_at_a_time
from tarokk_club.club.pages.files import file_answer
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.transfer.exports import KIND, club_archive
from tarokk_club.club.writing.log import note_export
from tarokk_club.club.writing.permissions import Right


@club_view(Right.MEMBERS)
@one_at_a_time
def archive_file(request: MemberRequest, club: Club) -> HttpResponse:
    """The whole club, to be taken in on another site."""
    content = club_archive(club.id)
    note_export(club_id=club.id, by=request.user, file="archive.zip")
    return file_answer(f"{club.slug}-archive.zip", content, KIND)
