"""All data about one person; others appear only with the name used at the table."""

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db.models import Q

from tarokk_club.accounts.browsers import name_browser
from tarokk_club.club.models import (
    ApiKey,
    AuditLine,
    CalendarLink,
    Change,
    Charge,
    Club,
    Invitation,
    Membership,
    Notice,
    NoticeChoice,
    PasswordLink,
    Payment,
    Player,
    PushDevice,
    ServiceKey,
    User,
)
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.privacy.queries.erasures import PersonToErase
from tarokk_club.club.privacy.queries.mentions import mentions
from tarokk_club.club.privacy.queries.played import (
    evenings_of,
    hands_of,
    sessions_played_by,
    totals_played_by,
    tournaments_of,
)

Facts = dict[str, Any]
FORMAT, VERSION = "tarokk-personal-data", 1


def data_of_user(user: User) -> Facts:
    """Return the data of an account and all its clubs; the number of queries grows only with the
    clubs.
    """
    members = Membership.objects.filter(user=user).select_related("club").order_by("club__name")
    players = {player.club_id: player for player in Player.objects.filter(user=user)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "account": _account(user),
        "clubs": [
            {"club": one.club.name, "member": _member(one)}
            | _in_club(one.club, PersonToErase(one.club_id, players.get(one.club_id), user))
            for one in members
        ],
    }


def data_of_player(club: Club, player: Player) -> Facts:
    """Return the data of a player in one club, without the member's account, which is not the
    club's.
    """
    member = Membership.objects.filter(user=player.user, club=club).first() if player.user else None
    about = {"club": club.name, "member": _member(member) if member else None}
    whole = about | _in_club(club, PersonToErase(club.id, player, player.user))
    return {"format": FORMAT, "version": VERSION, "clubs": [whole]}


def _account(user: User) -> Facts:
    visits = UserSession.objects.filter(user=user).order_by("created_at")
    keys = ApiKey.objects.filter(user=user).select_related("club").order_by("made_at")
    services = ServiceKey.objects.filter(made_by=user).order_by("made_at")
    services = services.prefetch_related("account__service_grants__club")
    links = PasswordLink.objects.filter(user=user).order_by("made_at")
    return {
        "user_name": user.username,
        "name": user.name,
        "email": user.email,
        "email_addresses": list(
            EmailAddress.objects.filter(user=user).values_list("email", flat=True)
        ),
        "language": user.language,
        "appearance": user.theme,
        "thumb": user.hand_side,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "signed_in": [
            {
                "device": name_browser(visit.user_agent),
                "browser": visit.user_agent,
                "address": visit.ip,
                "since": visit.created_at,
                "last_seen": visit.last_seen_at,
            }
            for visit in visits
        ],
        "keys": [
            {
                "name": key.name,
                "club": key.club.name,
                "for": key.scopes,
                "made": key.made_at,
                "until": key.ends_at,
                "last_used": key.last_used_at,
            }
            for key in keys
        ],
        "service_keys": [
            {
                "name": key.name,
                "clubs": [grant.club.name for grant in key.account.service_grants.all()],
                "for": key.scopes,
                "made": key.made_at,
                "until": key.ends_at,
                "last_used": key.last_used_at,
            }
            for key in services
        ],
        "ranked_as_one_person": [
            {"id": str(one.pk), "ranking": one.ranking.name, "agreed": one.agreed_at}
            for one in user.ranked_as_one.select_related("ranking").order_by("agreed_at")
        ],
        "password_links": [
            {"made": link.made_at, "until": link.expires_at, "used": link.used_at} for link in links
        ],
        "notices": _notices(user),
    }


def _notices(user: User) -> Facts:
    """Return the user's choice of notices, the registered phones and the notices sent lately."""
    sent = Notice.objects.filter(user=user).select_related("club").order_by("made_at")
    return {
        "chosen": [
            {"kind": one.kind, "by_letter": one.letter, "on_phones": one.push}
            for one in NoticeChoice.objects.filter(user=user).order_by("kind")
        ],
        "phones": [
            {
                "phone": name_browser(one.agent),
                "browser": one.agent,
                "address": one.endpoint,
                "since": one.made_at,
                "last_sign_in": one.seen_at,
                "last_notice": one.sent_at,
            }
            for one in PushDevice.objects.filter(user=user)
        ],
        "sent": [
            {
                "kind": one.kind,
                "way": one.way,
                "club": one.club.name if one.club else None,
                "made": one.made_at,
                "what_became": one.state,
                "done": one.done_at,
            }
            for one in sent
        ],
    }


def _member(membership: Membership) -> Facts:
    return {
        "roles": list(membership.roles),
        "since": membership.since,
        "asked_to_be_erased": membership.erasure_asked_at,
    }


def _in_club(club: Club, person: PersonToErase) -> Facts:
    player, user = person.player, person.user
    sessions = sessions_played_by(player) if player else []
    return {
        "player": _player(player) if player else None,
        "sessions": sessions,
        "totals": totals_played_by(sessions),
        "hands": hands_of(player) if player else [],
        "tournaments": tournaments_of(player) if player else [],
        "evenings": evenings_of(player) if player else [],
        "money": _money(player) if player else [],
        "corrections": _corrections(player) if player else [],
        "wrote": _wrote(club, user) if user else [],
        "mentioned_in": mentions(club.id, NameFinder(person.names, parts=False)),
        "invited": _invited(club, user) if user else [],
        "calendar_links": _calendar_links(club, user) if user else [],
        "log": _log(club, person),
    }


def _player(player: Player) -> Facts:
    return {
        "name": player.name,
        "since": player.created_at,
        "archived": player.archived_at,
        "bank_account": [player.account_holder, player.iban] if player.iban else None,
    }


def _money(player: Player) -> list[Facts]:
    """Return fees and payments in minor units, + receives, in the order of entry."""
    paid = Payment.objects.filter(Q(payer=player) | Q(receiver=player))
    found = [
        {
            "at": fact.made_at,
            "day": fact.date,
            "what": kind,
            "currency": fact.currency,
            "minor": fact.amount if getattr(fact, "payer_id", None) == player.pk else -fact.amount,
            "note": fact.note,
        }
        for kind, facts in (("fee", Charge.objects.filter(player=player)), ("payment", paid))
        for fact in facts
    ]
    return sorted(found, key=lambda fact: str(fact["at"]))


def _corrections(player: Player) -> list[Facts]:
    """Return the corrections that changed the player's points."""
    rows = Change.objects.filter(
        session__balances__player=player, effect__has_key=str(player.pk)
    ).select_related("session")
    return [
        {
            "at": change.at,
            "day": change.session.date,
            "what": change.action,
            "points": change.effect[str(player.pk)],
        }
        for change in rows.order_by("at", "pk")
    ]


def _wrote(club: Club, user: User) -> list[Facts]:
    rows = Change.objects.filter(session__club=club, author=user).select_related("session")
    return [
        {
            "at": change.at,
            "day": change.session.date,
            "what": change.action,
            "note": change.note_after,
            "reason": change.reason,
        }
        for change in rows.order_by("at", "pk")
    ]


def _invited(club: Club, user: User) -> list[Facts]:
    rows = Invitation.objects.filter(club=club, made_by=user).order_by("made_at")
    return [
        {"at": one.made_at, "until": one.expires_at, "roles": one.roles, "came": one.used}
        for one in rows
    ]


def _calendar_links(club: Club, user: User) -> list[Facts]:
    rows = CalendarLink.objects.filter(club=club, made_by=user).order_by("made_at")
    return [{"made": one.made_at, "taken_back": one.revoked_at} for one in rows]


def _log(club: Club, person: PersonToErase) -> list[Facts]:
    """Return the lines of the club's log by or about the person, without other people's names."""
    ids = {str(one.pk) for one in (person.player, person.user) if one}
    rows = AuditLine.objects.filter(club=club).order_by("pk")
    return [
        {
            "at": line.at,
            "what": line.act,
            "by": "you" if _is(line.user_id, person.user) else "somebody else",
            "about": "you" if _about(line, ids) else None,
            "roles": _own_roles(line, ids),
            "file": line.facts.get("file"),
        }
        for line in rows
        if _is(line.user_id, person.user) or _about(line, ids)
    ]


def _is(user_id: Any, user: User | None) -> bool:
    return user is not None and user_id == user.pk


def _about(line: AuditLine, ids: Iterable[str]) -> bool:
    return line.facts.get("whom") in ids or line.facts.get("player") in ids


def _own_roles(line: AuditLine, ids: Iterable[str]) -> list[str] | None:
    """Return the roles in the line, or None if the line is about another person."""
    named = line.facts.get("whom") not in (None, *ids) and line.act != "joined"
    return None if named else line.facts.get("after") or line.facts.get("roles")
