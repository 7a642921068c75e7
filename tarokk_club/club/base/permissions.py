"""Who may do what: the one table of rights and roles, and the right that each page asks for.

`docs/permissions.md` is printed from it, and the tests walk every address with every role.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from django.conf import settings

from tarokk_club.club.models import Membership, Role, User

ANYONE = "anyone"


class Right(StrEnum):
    """Something that may be done in a club.

    ENTER: record, keep a draft, undo one's own last hand; CORRECT: everything else about a session;
    CLAIM: say that one's own transfer is paid; SETTLE: everything about money;
    INVITE: see the members, let people in, show a page to guests; MEMBERS: roles, removal, lost
    passwords, the log, erasing; DATA: everything that is kept about one person; CLUB: what guests
    see of the players; SPEAK: confirm a session or object to it, which no role gives but a seat in
    that very session; SEASONS: their dates, rules and closing.
    """

    READ = "read"
    ENTER = "enter"
    CORRECT = "correct"
    PLAYERS = "players"
    CLAIM = "claim"
    SETTLE = "settle"
    EXPORT = "export"
    SEASONS = "seasons"
    CLUB = "club"
    INVITE = "invite"
    MEMBERS = "members"
    DATA = "data"
    SPEAK = "speak"


# In the order in which tables show them.
ROLES: tuple[Role, ...] = tuple(Role)


class Open(StrEnum):
    """Who needs no right in any club for a page."""

    PUBLIC = "public"
    SIGNED_IN = "signed_in"


@dataclass(frozen=True, slots=True)
class Access:
    """What a page asks of whoever reads it (get) and of whoever sends something to it (post).

    None: the page does not answer such a request at all.
    """

    get: Right | Open | None = None
    post: Right | Open | None = None


TABLE: Mapping[Right, frozenset[Role]] = MappingProxyType(
    {
        Right.READ: frozenset(Role),
        Right.ENTER: frozenset({Role.SECRETARY, Role.SCORER}),
        Right.CORRECT: frozenset({Role.SECRETARY}),
        Right.PLAYERS: frozenset({Role.SECRETARY}),
        Right.CLAIM: frozenset(Role),
        Right.SETTLE: frozenset({Role.SECRETARY, Role.TREASURER}),
        Right.EXPORT: frozenset({Role.SECRETARY, Role.TREASURER}),
        Right.SEASONS: frozenset({Role.OWNER, Role.SECRETARY}),
        Right.CLUB: frozenset({Role.OWNER}),
        Right.INVITE: frozenset({Role.OWNER, Role.SECRETARY}),
        Right.MEMBERS: frozenset({Role.OWNER}),
        Right.DATA: frozenset({Role.OWNER}),
        Right.SPEAK: frozenset(),
    }
)
# What comes with a seat: a member has it in sessions where their player sits or sat.
BY_SEAT = frozenset({Right.SPEAK})
# Role of the inviter -> the roles that an invitation by this person can give.
GIVES: Mapping[Role, frozenset[Role]] = MappingProxyType(
    {
        Role.OWNER: frozenset(Role),
        Role.SECRETARY: frozenset({Role.MEMBER, Role.SCORER}),
    }
)

# Reading and taking files away changes nothing, so such pages take no form unless they say so.
READING = frozenset({Right.READ, Right.EXPORT, Right.DATA})
_PUBLIC = Access(Open.PUBLIC, Open.PUBLIC)
_SIGNED_IN = Access(Open.SIGNED_IN, Open.SIGNED_IN)
_SEASONS = Access(Right.SEASONS, Right.SEASONS)
_READ, _EXPORT = Access(Right.READ), Access(Right.EXPORT)
_PLAYERS = Access(Right.PLAYERS, Right.PLAYERS)
_INVITE, _MEMBERS = Access(Right.INVITE, Right.INVITE), Access(Right.MEMBERS, Right.MEMBERS)
_ENTER, _CORRECT = Access(Right.ENTER, Right.ENTER), Access(Right.CORRECT, Right.CORRECT)
_SEND = Access(post=Right.ENTER)
_SETTLE, _CLAIM = Access(Right.SETTLE, Right.SETTLE), Access(post=Right.CLAIM)
_SPEAK, _SAY = Access(Right.SPEAK, Right.SPEAK), Access(post=Right.SPEAK)

# Every address by its name: a new one fails the tests until it stands here.
ROUTES: Mapping[str, Access] = MappingProxyType(
    {
        # The site and its accounts; the pages of the accounts library guard themselves.
        "healthz": _PUBLIC,
        "set_language": _PUBLIC,
        "account_login": _PUBLIC,
        "account_logout": _PUBLIC,
        "account_inactive": _PUBLIC,
        "account_signup": _PUBLIC,
        "account_reauthenticate": _SIGNED_IN,
        "account_email": _SIGNED_IN,
        "account_email_verification_sent": _PUBLIC,
        "account_confirm_email": _PUBLIC,
        "account_confirm_login_code": _PUBLIC,
        "account_change_password": _SIGNED_IN,
        "account_set_password": _SIGNED_IN,
        "account_reset_password": _PUBLIC,
        "account_reset_password_done": _PUBLIC,
        "account_reset_password_from_key": _PUBLIC,
        "account_reset_password_from_key_done": _PUBLIC,
        "usersessions_list": _SIGNED_IN,
        "mfa_index": _SIGNED_IN,
        "mfa_authenticate": _PUBLIC,
        "mfa_reauthenticate": _SIGNED_IN,
        "mfa_list_webauthn": _SIGNED_IN,
        "mfa_add_webauthn": _SIGNED_IN,
        "mfa_reauthenticate_webauthn": _SIGNED_IN,
        "mfa_remove_webauthn": _SIGNED_IN,
        "mfa_edit_webauthn": _SIGNED_IN,
        "mfa_login_webauthn": _PUBLIC,
        "club:home": _PUBLIC,
        "club:found": _PUBLIC,
        "club:calculator": Access(Open.PUBLIC),
        "club:calculation": Access(Open.PUBLIC),
        "club:game_rules": Access(Open.PUBLIC),
        "club:preset_rules": Access(Open.PUBLIC),
        "club:privacy": _PUBLIC,
        "club:appearance": _PUBLIC,
        "club:found_further": _SIGNED_IN,
        "club:me": _SIGNED_IN,
        "club:my_data": _SIGNED_IN,
        "club:my_data_file": _SIGNED_IN,
        "club:erase_account": _SIGNED_IN,
        "club:leave_everywhere": _SIGNED_IN,
        "club:leave_one": _SIGNED_IN,
        "club:invited": _PUBLIC,
        "club:new_password": _PUBLIC,
        "club:me_hidden": _SIGNED_IN,
        # What a link shows to guests; without a good link there is nothing to find.
        "club:guest": _PUBLIC,
        "club:guest_live": _PUBLIC,
        "club:guest_rules": _PUBLIC,
        "club:guest_board": _PUBLIC,
        "club:guest_board_live": _PUBLIC,
        "club:worker": _PUBLIC,
        "club:manifest": _PUBLIC,
        "club:offline": _PUBLIC,
        # The club and its players.
        "club:club": _READ,
        "club:sealing": Access(post=Right.CLUB),
        "club:objections": _READ,
        "club:players": Access(Right.READ, Right.PLAYERS),
        "club:career": _READ,
        "club:player": _PLAYERS,
        "club:archive": _PLAYERS,
        "club:merge": _PLAYERS,
        "club:unmerge": Access(post=Right.PLAYERS),
        "club:player_data": Access(Right.DATA),
        "club:player_data_file": Access(Right.DATA),
        "club:erase": _MEMBERS,
        "club:player_hidden": Access(post=Right.PLAYERS),
        # Its members, and how people come in.
        "club:members": _INVITE,
        "club:invite": _INVITE,
        "club:two_factors": Access(post=Right.MEMBERS),
        "club:invitation": _INVITE,
        "club:invitation_revoke": Access(post=Right.INVITE),
        "club:guests": _INVITE,
        "club:guest_new": _INVITE,
        "club:guest_link": _INVITE,
        "club:guest_revoke": Access(post=Right.INVITE),
        "club:guest_renew": Access(post=Right.INVITE),
        "club:guest_names": Access(post=Right.CLUB),
        "club:member": _MEMBERS,
        "club:member_player": Access(post=Right.MEMBERS),
        "club:member_remove": Access(post=Right.MEMBERS),
        "club:member_password": Access(post=Right.MEMBERS),
        "club:member_erase": _MEMBERS,
        "club:password_link": _MEMBERS,
        "club:log": _MEMBERS,
        "club:archive_file": _MEMBERS,
        # Sessions: what is read.
        "club:session_list": _READ,
        "club:sheet": _READ,
        "club:live": _READ,
        "club:board": _READ,
        "club:board_live": _READ,
        "club:history": _READ,
        "club:settlement": _READ,
        "club:settlement_paper": _READ,
        "club:hand": _READ,
        "club:paper": _READ,
        "club:session_rules": _READ,
        "club:standings": _READ,
        # What its players say about it.
        "club:seals": _READ,
        "club:seal": _SAY,
        "club:seal_hand": _SAY,
        "club:objection": _SPEAK,
        "club:objection_hand": _SPEAK,
        "club:take_back": _SAY,
        "club:answer": _CORRECT,
        "club:blank_sheet": _READ,
        # The seasons.
        "club:rating": _READ,
        "club:rating_switch": Access(post=Right.CLUB),
        "club:session_what_if": _READ,
        "club:season_what_if": _READ,
        "club:seasons": _READ,
        "club:season": _READ,
        "club:annals": _READ,
        "club:season_new": _SEASONS,
        "club:season_settings": _SEASONS,
        "club:season_close": _SEASONS,
        "club:season_reopen": Access(post=Right.SEASONS),
        # The tournaments.
        "club:tournaments": _READ,
        "club:tournament": _READ,
        "club:tournament_live": _READ,
        "club:tournament_screen": _READ,
        "club:tournament_new": _CORRECT,
        "club:tournament_settings": _CORRECT,
        "club:tournament_players": _CORRECT,
        "club:tournament_delete": _CORRECT,
        "club:tournament_round": _CORRECT,
        "club:tournament_round_back": Access(post=Right.CORRECT),
        "club:tournament_csv_file": _EXPORT,
        "club:tournament_xlsx_file": _EXPORT,
        # What is entered at the table.
        "club:hand_new": _ENTER,
        "club:preview": _ENTER,
        "club:draft": _SEND,
        "club:draft_take": _SEND,
        "club:draft_drop": _SEND,
        "club:outbox": _ENTER,
        "club:undo": _ENTER,
        "club:restore": _ENTER,
        "club:join": _ENTER,
        "club:leave": _ENTER,
        "club:adjust": _ENTER,
        "club:notice": _ENTER,
        "club:fine": _ENTER,
        # What changes what stands.
        "club:session_new": _CORRECT,
        "club:session_import": _CORRECT,
        "club:settings": _CORRECT,
        "club:replace": _CORRECT,
        "club:closing": _CORRECT,
        "club:close": _CORRECT,
        "club:paper_entry": _CORRECT,
        "club:reopen": _CORRECT,
        "club:bin": _CORRECT,
        "club:unbin": _CORRECT,
        "club:entry_correct": _CORRECT,
        "club:entry_insert": _CORRECT,
        "club:event_correct": _CORRECT,
        "club:delete": _CORRECT,
        "club:note": _CORRECT,
        # Its money.
        "club:money": _READ,
        "club:account": _READ,
        "club:kitty": _READ,
        "club:statement": _READ,
        # Everybody may take their own away.
        "club:my_statement_file": _READ,
        "club:my_statement_book_file": _READ,
        "club:facts": _READ,
        "club:settlements": _READ,
        "club:settled": _READ,
        "club:settled_paper": _READ,
        "club:settle": _SETTLE,
        "club:settled_paid": Access(post=Right.SETTLE),
        "club:settled_withdraw": Access(post=Right.SETTLE),
        "club:transfer_paid": _CLAIM,
        "club:payment_new": _SETTLE,
        "club:payment_confirm": _CLAIM,
        "club:payment_undo": _CLAIM,
        "club:fee_new": _SETTLE,
        "club:fee_undo": Access(post=Right.SETTLE),
        "club:money_rules": _SETTLE,
        # What is taken away.
        "club:settlement_file": _EXPORT,
        "club:hands_file": _EXPORT,
        "club:ledger_file": _EXPORT,
        "club:document_file": _EXPORT,
        "club:standings_file": _EXPORT,
        "club:settlement_book_file": _EXPORT,
        "club:standings_book_file": _EXPORT,
        "club:statement_file": _EXPORT,
        "club:statement_book_file": _EXPORT,
        "club:settled_file": _EXPORT,
        "club:settled_book_file": _EXPORT,
        "club:money_files": _EXPORT,
        "club:accounting_file": _EXPORT,
        "club:money_ledger_file": _EXPORT,
        "club:money_ledger_book_file": _EXPORT,
        "club:season_csv_file": _EXPORT,
        "club:season_xlsx_file": _EXPORT,
    }
)


def asked_for(get: Right | None, post: Right | None) -> Access:
    """What a page asks for: whoever may open a form may send it, whoever may only read may not."""
    if post is None and get not in READING:
        post = get
    return Access(get, post)


def may(roles: Iterable[str], right: Right) -> bool:
    """Whether one of the roles carries the right."""
    return not TABLE[right].isdisjoint(roles)


def may_give(roles: Iterable[str]) -> tuple[Role, ...]:
    """The roles that somebody with these roles can give to an invited person."""
    given = {role for own in roles for role in GIVES.get(Role(own), frozenset())}
    return tuple(role for role in Role if role in given)


def may_found(user: User) -> bool:
    """Whether this person may found a further club: the operator, or everybody where set so."""
    return user.is_active and (user.is_superuser or settings.FOUNDERS == ANYONE)


def rights_of(user: User, club_id: UUID) -> frozenset[Right]:
    """All rights of a person in a club; none for a stranger."""
    found = Membership.objects.filter(user=user, club_id=club_id).values_list("roles", flat=True)
    roles = found.first() or []
    return frozenset(right for right in Right if may(roles, right))
