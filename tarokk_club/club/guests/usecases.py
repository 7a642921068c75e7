"""Make, renew and revoke links for guests, and choose what guests and everybody see."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.guests.queries import is_running
from tarokk_club.club.models import Act, AuditLine, Club, GuestLink, Season, Session, Tournament
from tarokk_club.club.models.guests import SHOWN, Lasting
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.models.people import Published
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

WEEK = timedelta(days=7)
# What the log records about a link, by what it shows.
MADE = {
    "session": Act.GUEST_LINK,
    "season": Act.GUEST_LINK_SEASON,
    "tournament": Act.GUEST_LINK_CUP,
}
GONE = {
    "session": Act.GUEST_GONE,
    "season": Act.GUEST_GONE_SEASON,
    "tournament": Act.GUEST_GONE_CUP,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What guests see, and for how long: a session's sheet, a season's standings, or a tournament's
    projector page.

    language: of the page, "" for the club's.
    """

    session_id: UUID | None = None
    season_id: UUID | None = None
    tournament_id: UUID | None = None
    lasting: Lasting = Lasting.SEASON
    language: str = ""


def create_guest_link(write: ClubWrite, showing: Showing) -> GuestLink:
    """Create a link whose id is the form's key.

    Raise RefusedError if it would show nothing.
    """
    now = timezone.now()
    link = GuestLink(
        id=write.form.key,
        club=write.club,
        session=_session(write.club, showing),
        season=_season(write.club, showing),
        tournament=_tournament(write.club, showing),
        lasting=showing.lasting,
        language=showing.language,
        made_by=write.form.by,
        made_at=now,
        expires_at=now + WEEK if showing.lasting == Lasting.WEEK else None,
    )
    problems = _problems(link)
    if problems:
        raise RefusedError(problems)
    link.make_token()
    add_new(link)
    _tell(write, link, MADE)
    return link


def withdraw_link(write: ClubWrite, link: GuestLink) -> None:
    """Stop the link from opening anything."""
    link.revoked_at = timezone.now()
    revoke_links(GuestLink.objects.filter(pk=link.pk), at=link.revoked_at)
    _tell(write, link, GONE)


def _session(club: Club, showing: Showing) -> Session | None:
    if showing.session_id is None:
        return None
    rows = Session.objects.filter(pk=showing.session_id, club=club, binned_at=None)
    return rows.select_related("season").first()


def _season(club: Club, showing: Showing) -> Season | None:
    if showing.season_id is None:
        return None
    return Season.objects.filter(pk=showing.season_id, club=club).first()


def _tournament(club: Club, showing: Showing) -> Tournament | None:
    if showing.tournament_id is None:
        return None
    return Tournament.objects.filter(pk=showing.tournament_id, club=club).first()


def _problems(link: GuestLink) -> list[Problem]:
    problems: list[Problem] = []
    if len(_shared_ids(link)) != 1:
        problems.append(Problem("nothing_to_show", "what"))
    elif link.lasting == Lasting.SEASON and link.tournament:
        problems.append(Problem("tournament_no_season", "lasting"))
    elif link.lasting == Lasting.SEASON and not is_running(link.until, link.club):
        problems.append(Problem("season_over", "lasting"))
    if link.language and link.language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    return problems


def _shared_ids(link: GuestLink) -> dict[str, str]:
    """Return the ids of what the link shows, by kind."""
    ids = {kind: getattr(link, f"{kind}_id") for kind in SHOWN}
    return {kind: str(one) for kind, one in ids.items() if one}


def _tell(write: ClubWrite, link: GuestLink, acts: Mapping[str, Act]) -> None:
    ((kind, one),) = _shared_ids(link).items()
    AuditLine.write(write.club.id, acts[kind], by=write.form.by, facts={kind: one})


def make_guest_link(*, club_id: UUID, form: Submission, showing: Showing) -> GuestLink:
    """Create a link; the form's key becomes its id.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {
        "do": "make_guest_link",
        "session": str(showing.session_id or ""),
        "season": str(showing.season_id or ""),
        "tournament": str(showing.tournament_id or ""),
        "lasting": showing.lasting.value,
        "language": showing.language,
    }

    def change(write: ClubWrite) -> GuestLink:
        return create_guest_link(write, showing)

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: GuestLink.objects.get(pk=form.key),
    )


def renew_guest_link(*, club_id: UUID, form: Submission, link_id: UUID) -> GuestLink:
    """Create a link to the same page for the same period from now on, and revoke the old one.

    The form's key becomes the id.

    Raise RefusedError if there is nothing to show any more, or the season is over.
    Raise GuestLink.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "renew_guest_link", "link": str(link_id)}

    def change(write: ClubWrite) -> GuestLink:
        old = GuestLink.objects.get(pk=link_id, club_id=club_id)
        if not old.revoked_at:
            withdraw_link(write, old)
        showing = Showing(
            session_id=old.session_id,
            season_id=old.season_id,
            tournament_id=old.tournament_id,
            lasting=Lasting(old.lasting),
            language=old.language,
        )
        return create_guest_link(write, showing)

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: GuestLink.objects.get(pk=form.key),
    )


def revoke_guest_link(*, club_id: UUID, form: Submission, link_id: UUID) -> GuestLink:
    """Revoke a link.

    Raise GuestLink.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "revoke_guest_link", "link": str(link_id)}

    def change(write: ClubWrite) -> GuestLink:
        link = GuestLink.objects.get(pk=link_id, club_id=club_id)
        if link.revoked_at:
            return link
        withdraw_link(write, link)
        return link

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: GuestLink.objects.get(pk=link_id, club_id=club_id),
    )


def choose_guest_names(*, club_id: UUID, form: Submission, naming: Naming) -> Club:
    """Set whether all guest pages of the club show initials or names.

    Raise the errors of the unit of work.
    """
    content = {"do": "choose_guest_names", "naming": naming.value}

    def change(write: ClubWrite) -> Club:
        if write.club.guest_names == naming:
            return write.club
        write.club.guest_names = naming.value
        write.club.save(update_fields=["guest_names"])
        write.log(Act.GUEST_NAMES, {"names": naming.value})
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )


def choose_published(*, club_id: UUID, form: Submission, parts: Collection[Published]) -> Club:
    """Set which parts of the club everybody may read.

    Raise the errors of the unit of work.
    """
    chosen = " ".join(part for part in Published if part in parts)

    def change(write: ClubWrite) -> Club:
        if write.club.published != chosen:
            write.club.published = chosen
            write.club.save(update_fields=["published"])
            write.log(Act.PUBLISHED, {"parts": chosen.split()})
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "choose_published", "parts": chosen}),
        change,
        repeated=lambda write: write.club,
    )
