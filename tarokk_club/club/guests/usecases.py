"""Use cases for guest links, the public parts of a club, and the names on guest pages."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.guests.queries import is_season_unfinished
from tarokk_club.club.models import Act, AuditLine, Club, GuestLink, Season, Session, Tournament
from tarokk_club.club.models.guests import TARGETS, LinkLifetime
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

WEEK = timedelta(days=7)
# The acts in the audit log, by the kind of page.
ACTS_CREATED = {
    "session": Act.GUEST_LINK,
    "season": Act.GUEST_LINK_SEASON,
    "tournament": Act.GUEST_LINK_CUP,
}
ACTS_REVOKED = {
    "session": Act.GUEST_GONE,
    "season": Act.GUEST_GONE_SEASON,
    "tournament": Act.GUEST_GONE_CUP,
}

register_refusals(
    {
        "tournament_no_season": _(
            "A tournament belongs to no season; its link is valid for a week, or until it "
            "is revoked."
        ),
        "nothing_to_show": _("Choose a session, a tournament or a season of this club."),
        "season_over": _("That season is over, or not known; choose another span of time."),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTarget:
    """The target of a guest link: exactly one of session, season and tournament.

    language: the language of the page; "" for the club's language.
    """

    session_id: UUID | None = None
    season_id: UUID | None = None
    tournament_id: UUID | None = None
    lasting: LinkLifetime = LinkLifetime.SEASON
    language: str = ""


def _save_link(write: ClubWrite, target: LinkTarget) -> GuestLink:
    """Create a guest link within an open write to its club, log it, and return it.

    Raise RefusedError if the target, lifetime or language is invalid.
    """
    now = timezone.now()
    link = GuestLink(
        id=write.form.key,
        club=write.club,
        session=_load_session(write.club, target),
        season=_load_season(write.club, target),
        tournament=_load_tournament(write.club, target),
        lasting=target.lasting,
        language=target.language,
        made_by=write.form.by,
        made_at=now,
        expires_at=now + WEEK if target.lasting == LinkLifetime.WEEK else None,
    )
    problems = _find_problems(link)
    if problems:
        raise RefusedError(problems)
    link.set_token_hash()
    insert_with_client_id(link)
    _log_act(write, link, ACTS_CREATED)
    return link


def _save_revocation(write: ClubWrite, link: GuestLink) -> None:
    """Revoke the link within an open write to its club, and log it."""
    link.revoked_at = timezone.now()
    revoke_links(GuestLink.objects.filter(pk=link.pk), at=link.revoked_at)
    _log_act(write, link, ACTS_REVOKED)


def _load_session(club: Club, target: LinkTarget) -> Session | None:
    if target.session_id is None:
        return None
    rows = Session.objects.filter(pk=target.session_id, club=club, binned_at=None)
    return rows.select_related("season").first()


def _load_season(club: Club, target: LinkTarget) -> Season | None:
    if target.season_id is None:
        return None
    return Season.objects.filter(pk=target.season_id, club=club).first()


def _load_tournament(club: Club, target: LinkTarget) -> Tournament | None:
    if target.tournament_id is None:
        return None
    return Tournament.objects.filter(pk=target.tournament_id, club=club).first()


def _find_problems(link: GuestLink) -> list[Problem]:
    problems: list[Problem] = []
    if len(_find_target_ids(link)) != 1:
        problems.append(Problem("nothing_to_show", "what"))
    elif link.lasting == LinkLifetime.SEASON and link.tournament:
        problems.append(Problem("tournament_no_season", "lasting"))
    elif link.lasting == LinkLifetime.SEASON and not is_season_unfinished(
        link.ending_season, link.club
    ):
        problems.append(Problem("season_over", "lasting"))
    if link.language and link.language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    return problems


def _find_target_ids(link: GuestLink) -> dict[str, str]:
    """Return the ids of the link's targets, by kind."""
    ids = {kind: getattr(link, f"{kind}_id") for kind in TARGETS}
    return {kind: str(pk) for kind, pk in ids.items() if pk}


def _log_act(write: ClubWrite, link: GuestLink, acts: Mapping[str, Act]) -> None:
    ((kind, pk),) = _find_target_ids(link).items()
    AuditLine.write(write.club.id, acts[kind], by=write.form.by, facts={kind: pk})


def create_guest_link(*, club_id: UUID, form: Submission, target: LinkTarget) -> GuestLink:
    """Create and return a guest link; the form's key becomes its id.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {
        "do": "make_guest_link",
        "session": str(target.session_id or ""),
        "season": str(target.season_id or ""),
        "tournament": str(target.tournament_id or ""),
        "lasting": target.lasting.value,
        "language": target.language,
    }

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        lambda write: _save_link(write, target),
        repeated=lambda write: GuestLink.objects.get(pk=form.key),
    )


def renew_guest_link(*, club_id: UUID, form: Submission, link_id: UUID) -> GuestLink:
    """Replace a guest link with a new one to the same page, and return the new link.

    The form's key becomes the id of the new link.

    Raise RefusedError if the page no longer exists or the season is over.
    Raise GuestLink.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "renew_guest_link", "link": str(link_id)}

    def replace_link(write: ClubWrite) -> GuestLink:
        old = GuestLink.objects.get(pk=link_id, club_id=club_id)
        if not old.revoked_at:
            _save_revocation(write, old)
        target = LinkTarget(
            session_id=old.session_id,
            season_id=old.season_id,
            tournament_id=old.tournament_id,
            lasting=LinkLifetime(old.lasting),
            language=old.language,
        )
        return _save_link(write, target)

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        replace_link,
        repeated=lambda write: GuestLink.objects.get(pk=form.key),
    )


def revoke_guest_link(*, club_id: UUID, form: Submission, link_id: UUID) -> GuestLink:
    """Revoke a guest link and return it.

    Raise GuestLink.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "revoke_guest_link", "link": str(link_id)}

    def revoke_once(write: ClubWrite) -> GuestLink:
        link = GuestLink.objects.get(pk=link_id, club_id=club_id)
        if link.revoked_at:
            return link
        _save_revocation(write, link)
        return link

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        revoke_once,
        repeated=lambda write: GuestLink.objects.get(pk=link_id, club_id=club_id),
    )


def set_guest_naming(*, club_id: UUID, form: Submission, naming: Naming) -> Club:
    """Set how guest pages show players' names, and return the club.

    Raise the errors of the unit of work.
    """
    content = {"do": "choose_guest_names", "naming": naming.value}

    def save_naming(write: ClubWrite) -> Club:
        if write.club.guest_names == naming:
            return write.club
        write.club.guest_names = naming.value
        write.club.save(update_fields=["guest_names"])
        write.log(Act.GUEST_NAMES, {"names": naming.value})
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        save_naming,
        repeated=lambda write: write.club,
    )


def set_published_parts(*, club_id: UUID, form: Submission, parts: Collection[PublicPart]) -> Club:
    """Set the public parts of the club, and return the club.

    Raise the errors of the unit of work.
    """
    chosen = " ".join(part for part in PublicPart if part in parts)

    def save_parts(write: ClubWrite) -> Club:
        if write.club.published != chosen:
            write.club.published = chosen
            write.club.save(update_fields=["published"])
            write.log(Act.PUBLISHED, {"parts": chosen.split()})
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "choose_published", "parts": chosen}),
        save_parts,
        repeated=lambda write: write.club,
    )
