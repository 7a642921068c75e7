"""What making, renewing and revoking a guest link have in common."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, AuditLine, Club, GuestLink, Season, Session
from tarokk_club.club.models.guests import Lasting
from tarokk_club.club.queries.guests import is_running
from tarokk_club.club.usecases.door import ClubDesk, add_new, keep_key
from tarokk_club.club.usecases.errors import RefusedError

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What guests see: the sheet of a session, or the standings of a season, and for how long.

    language: of the page, "" for that of the club.
    """

    session_id: UUID | None = None
    season_id: UUID | None = None
    lasting: Lasting = Lasting.SEASON
    language: str = ""


def put_out(desk: ClubDesk, showing: Showing) -> GuestLink:
    """A new link whose id is the form's key. Raises RefusedError."""
    now = timezone.now()
    link = GuestLink(
        id=desk.form.key,
        club=desk.club,
        session=_session(desk.club, showing),
        season=_season(desk.club, showing),
        lasting=showing.lasting,
        language=showing.language,
        made_by=desk.form.by,
        made_at=now,
        expires_at=now + WEEK if showing.lasting == Lasting.WEEK else None,
    )
    problems = _problems(link)
    if problems:
        raise RefusedError(problems)
    link.make_token()
    add_new(link)
    keep_key(desk)
    _tell(desk, link, Act.GUEST_LINK, Act.GUEST_LINK_SEASON)
    return link


def take_back(desk: ClubDesk, link: GuestLink) -> None:
    """Let nobody read by the link any more."""
    link.revoked_at = timezone.now()
    link.save(update_fields=["revoked_at"])
    _tell(desk, link, Act.GUEST_GONE, Act.GUEST_GONE_SEASON)


def _session(club: Club, showing: Showing) -> Session | None:
    if showing.session_id is None:
        return None
    rows = Session.objects.filter(pk=showing.session_id, club=club, binned_at=None)
    return rows.select_related("season").first()


def _season(club: Club, showing: Showing) -> Season | None:
    if showing.season_id is None:
        return None
    return Season.objects.filter(pk=showing.season_id, club=club).first()


def _problems(link: GuestLink) -> list[Problem]:
    problems: list[Problem] = []
    if (link.session is None) == (link.season is None):
        problems.append(Problem("nothing_to_show", "what"))
    elif link.lasting == Lasting.SEASON and not is_running(link.until, link.club):
        problems.append(Problem("season_over", "lasting"))
    if link.language and link.language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    return problems


def _tell(desk: ClubDesk, link: GuestLink, of_session: Act, of_season: Act) -> None:
    if link.session_id:
        facts, act = {"session": str(link.session_id)}, of_session
    else:
        facts, act = {"season": str(link.season_id)}, of_season
    AuditLine.write(desk.club.id, act, by=desk.form.by, facts=facts)
