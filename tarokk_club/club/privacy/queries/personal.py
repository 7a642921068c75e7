"""All data about a person, without data about others except their names at the table."""

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
    Confirmation,
    ConfirmationKind,
    Invitation,
    Membership,
    Notice,
    NoticeChoice,
    PasswordLink,
    Payment,
    Player,
    PushDevice,
    ServiceKey,
    Transfer,
    User,
)
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.privacy.queries.erasures import ClubPerson
from tarokk_club.club.privacy.queries.free_text_fields import find_mentions
from tarokk_club.club.privacy.queries.played import (
    list_evening_answers,
    list_played_hands,
    list_played_sessions,
    list_played_tournaments,
    sum_played_sessions,
)

Facts = dict[str, Any]
FORMAT, VERSION = "tarokk-personal-data", 1


def collect_user_data(user: User) -> Facts:
    """Return the data about a user: the account, and the records in each club."""
    members = Membership.objects.filter(user=user).select_related("club").order_by("club__name")
    players = {player.club_id: player for player in Player.objects.filter(user=user)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "account": _collect_account_data(user),
        "clubs": [
            {"club": row.club.name, "member": _serialize_membership(row)}
            | _collect_club_data(row.club, ClubPerson(row.club_id, players.get(row.club_id), user))
            for row in members
        ],
    }


def collect_player_data(club: Club, player: Player) -> Facts:
    """Return the data of one club about a player and the linked user, without the account."""
    member = Membership.objects.filter(user=player.user, club=club).first() if player.user else None
    about = {"club": club.name, "member": _serialize_membership(member) if member else None}
    whole = about | _collect_club_data(club, ClubPerson(club.id, player, player.user))
    return {"format": FORMAT, "version": VERSION, "clubs": [whole]}


def _collect_account_data(user: User) -> Facts:
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
            {"id": str(person.pk), "ranking": person.ranking.name, "agreed": person.agreed_at}
            for person in user.ranked_as_one.select_related("ranking").order_by("agreed_at")
        ],
        "password_links": [
            {"made": link.made_at, "until": link.expires_at, "used": link.used_at} for link in links
        ],
        "notices": _collect_notice_data(user),
    }


def _collect_notice_data(user: User) -> Facts:
    """Return the user's choices of notices, push devices, and queued or sent notices."""
    sent = Notice.objects.filter(user=user).select_related("club").order_by("made_at")
    return {
        "chosen": [
            {"kind": choice.kind, "by_letter": choice.letter, "on_phones": choice.push}
            for choice in NoticeChoice.objects.filter(user=user).order_by("kind")
        ],
        "phones": [
            {
                "phone": name_browser(device.agent),
                "browser": device.agent,
                "address": device.endpoint,
                "since": device.made_at,
                "last_sign_in": device.seen_at,
                "last_notice": device.sent_at,
            }
            for device in PushDevice.objects.filter(user=user)
        ],
        "sent": [
            {
                "kind": notice.kind,
                "way": notice.way,
                "club": notice.club.name if notice.club else None,
                "made": notice.made_at,
                "what_became": notice.state,
                "done": notice.done_at,
            }
            for notice in sent
        ],
    }


def _serialize_membership(membership: Membership) -> Facts:
    return {
        "roles": list(membership.roles),
        "since": membership.since,
        "asked_to_be_erased": membership.erasure_asked_at,
    }


def _collect_club_data(club: Club, person: ClubPerson) -> Facts:
    player, user = person.player, person.user
    sessions = list_played_sessions(player) if player else []
    return {
        "player": _serialize_player(player) if player else None,
        "sessions": sessions,
        "totals": sum_played_sessions(sessions),
        "hands": list_played_hands(player) if player else [],
        "tournaments": list_played_tournaments(player) if player else [],
        "evenings": list_evening_answers(player) if player else [],
        "money": _list_money_entries(player) if player else [],
        "planned_payments": _list_transfers(player) if player else [],
        "corrections": _list_point_changes(player) if player else [],
        "wrote": _list_authored_changes(club, user) if user else [],
        "confirmations": _list_confirmations(club, person),
        "mentioned_in": find_mentions(club.id, NameFinder(person.names, parts=False)),
        "invited": _list_invitations(club, user) if user else [],
        "calendar_links": _list_calendar_links(club, user) if user else [],
        "log": _list_audit_lines(club, person),
    }


def _serialize_player(player: Player) -> Facts:
    return {
        "name": player.name,
        "since": player.created_at,
        "archived": player.archived_at,
        "bank_account": [player.account_holder, player.iban] if player.iban else None,
    }


def _list_money_entries(player: Player) -> list[Facts]:
    """Return the player's charges and payments in the order of entry.

    minor: the change of the player's balance, in minor units; + for a payment by the player, for a
        prize, and for a fee that was taken back.
    """
    charges = [("fee", charge, charge.minor) for charge in Charge.objects.filter(player=player)]
    payments = [
        ("payment", payment, payment.amount if payment.payer_id == player.pk else -payment.amount)
        for payment in Payment.objects.filter(Q(payer=player) | Q(receiver=player))
    ]
    entries = [
        {
            "at": row.made_at,
            "day": row.date,
            "what": kind,
            "currency": row.currency,
            "minor": minor,
            "note": row.note,
        }
        for kind, row, minor in (*charges, *payments)
    ]
    return sorted(entries, key=lambda entry: str(entry["at"]))


def _list_transfers(player: Player) -> list[Facts]:
    """Return the payments that settlements plan for the player, in the order of the settlements.

    minor: minor units; + if the player pays.
    """
    rows = Transfer.objects.filter(Q(payer=player) | Q(receiver=player))
    return [
        {
            "at": row.settlement.made_at,
            "settlement": row.settlement.number,
            "withdrawn": row.settlement.withdrawn_at is not None,
            "currency": row.settlement.currency,
            "minor": row.amount if row.payer_id == player.pk else -row.amount,
        }
        for row in rows.select_related("settlement").order_by("settlement__number", "place")
    ]


def _list_point_changes(player: Player) -> list[Facts]:
    """Return the changes in the histories of sessions that affected the player's points."""
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


def _list_authored_changes(club: Club, user: User) -> list[Facts]:
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


def _list_confirmations(club: Club, person: ClubPerson) -> list[Facts]:
    """Return the person's confirmations and objections, and their answers to objections."""
    own = Q(author=person.user) if person.user else Q(pk=None)
    own |= Q(player=person.player) if person.player else Q(pk=None)
    rows = Confirmation.objects.filter(own, session__club=club).select_related("session")
    return [
        {
            "at": row.at,
            "day": row.session.date,
            "what": ConfirmationKind(row.kind).name.lower(),
            "about": "hand" if row.entry_id else "session",
            "note": row.note,
        }
        for row in rows.order_by("at", "pk")
    ]


def _list_invitations(club: Club, user: User) -> list[Facts]:
    rows = Invitation.objects.filter(club=club, made_by=user).order_by("made_at")
    return [
        {"at": row.made_at, "until": row.expires_at, "roles": row.roles, "came": row.used}
        for row in rows
    ]


def _list_calendar_links(club: Club, user: User) -> list[Facts]:
    rows = CalendarLink.objects.filter(club=club, made_by=user).order_by("made_at")
    return [{"made": link.made_at, "taken_back": link.revoked_at} for link in rows]


def _list_audit_lines(club: Club, person: ClubPerson) -> list[Facts]:
    """Return the lines of the club's audit log by or about the person, without other names."""
    ids = {str(row.pk) for row in (person.player, person.user) if row}
    rows = AuditLine.objects.filter(club=club).order_by("pk")
    return [
        {
            "at": line.at,
            "what": line.act,
            "by": "you" if _is_user(line.user_id, person.user) else "somebody else",
            "about": "you" if _is_about(line, ids) else None,
            "roles": _find_roles_of_person(line, ids),
            "file": line.facts.get("file"),
        }
        for line in rows
        if _is_user(line.user_id, person.user) or _is_about(line, ids)
    ]


def _is_user(user_id: Any, user: User | None) -> bool:
    return user is not None and user_id == user.pk


def _is_about(line: AuditLine, ids: Iterable[str]) -> bool:
    return line.facts.get("whom") in ids or line.facts.get("player") in ids


def _find_roles_of_person(line: AuditLine, ids: Iterable[str]) -> list[str] | None:
    """Return the roles in the line; None if it contains none, or those of another person."""
    named = line.facts.get("whom") not in (None, *ids) and line.act != "joined"
    return None if named else line.facts.get("after") or line.facts.get("roles")
