"""The models and fields that a club's archive contains, and those it omits, with reasons.

A test checks that every model of the site is listed here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from django.apps import apps
from django.db.models import AutoField, Field, Model

FORMAT, VERSION = "tarokk-club-archive", 1
MANIFEST = "manifest.json"
USER = "club.User"
# The look-up from a model's rows to their club; each model follows those it refers to.
ARCHIVED: Mapping[str, str] = MappingProxyType(
    {
        # All users to whom a row of the club refers.
        USER: "",
        "club.Club": "pk",
        "club.Membership": "club",
        "club.Player": "club",
        "club.Season": "club",
        "club.RuleSet": "club",
        "club.FinalTable": "season__club",
        "club.Session": "club",
        "club.Tournament": "club",
        "club.Entrant": "tournament__club",
        "club.RegistrationTerms": "tournament__club",
        "club.TournamentTable": "tournament__club",
        "club.DrawnRound": "tournament__club",
        "club.SeatChange": "tournament__club",
        "club.EveningSeries": "club",
        "club.PlannedEvening": "club",
        "club.EveningAnswer": "evening__club",
        "club.EveningTable": "evening__club",
        "club.Penalty": "tournament__club",
        "club.TournamentCorrection": "tournament__club",
        "club.Entry": "session__club",
        "club.Change": "session__club",
        "club.Confirmation": "session__club",
        "club.WriteKey": "club",
        "club.Draft": "session__club",
        "club.Posting": "session__club",
        "club.Balance": "session__club",
        "club.AuditLine": "club",
        "club.MoneyRules": "club",
        "club.Settlement": "club",
        "club.Share": "settlement__club",
        "club.Transfer": "settlement__club",
        "club.Charge": "club",
        "club.TournamentCharge": "tournament__club",
        "club.Payment": "club",
        "club.KittyTransfer": "club",
        "club.Receipt": "club",
        "club.CashCount": "club",
        "club.ClosedYear": "club",
        "club.PaymentConfirmation": "payment__club",
        "club.SettlementPart": "settlement__club",
        "club.Merge": "club",
        "club.Erasure": "club",
    }
)
_OTHER_KEY = "its links are signed with the key of their site and do not work elsewhere"
_NO_OPERATOR = "operators of one site have no rights on another"
_BROWSERS = "sign-ins belong to the site"
_OWN_VERSION = "the version of the tables; an archive has its own"
_NOTICES = "notices are between a person and a site"
_WEBHOOKS = "webhooks belong to the site"
_RANKINGS = "rankings and the consent to them span several clubs of one site"
_OPERATORS = "decisions of one operator do not bind another"
_ONE_SITE = "a key is valid only on its site"
_UNUSED = "rights are roles of a membership; Django's permissions are not used"
LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "club.Invitation": _OTHER_KEY,
        "club.PasswordLink": _OTHER_KEY,
        "club.Arbiter": "a right of one tournament on one site, which ends with it",
        "club.GuestLink": _OTHER_KEY,
        "club.CalendarLink": _OTHER_KEY,
        "club.RegistrationLink": _OTHER_KEY,
        "club.Registration": "who wrote it did so on this site, and withdraws by its link",
        "club.SiteNote": "it is about the site, of whatever club",
        "club.Notice": _NOTICES,
        "club.Webhook": _WEBHOOKS,
        "club.Delivery": _WEBHOOKS,
        "club.NoticeChoice": _NOTICES,
        "club.Ranking": _RANKINGS,
        "club.RankingClub": _RANKINGS,
        "club.RankingTournament": _RANKINGS,
        "club.RankingPerson": _RANKINGS,
        "club.PushDevice": _NOTICES,
        "club.ApiKey": _ONE_SITE,
        "club.ServiceKey": _ONE_SITE,
        "club.ServiceGrant": _ONE_SITE,
        "club.Revocation": "what was revoked was access to the one site that gave it",
        "club.FinalRow": "it stands in the line of its table",
        "club.Tally": "it is counted again from the hands when the club comes in",
        "club.RatingTable": "worked out again from the hands wherever the club is read next",
        "club.User_groups": _UNUSED,
        "club.User_user_permissions": _UNUSED,
        "auth.Permission": _UNUSED,
        "auth.Group": _UNUSED,
        "auth.Group_permissions": _UNUSED,
        "contenttypes.ContentType": "Django's own list of its tables",
        "admin.LogEntry": _NO_OPERATOR,
        "mfa.Authenticator": "a passkey opens the one site that it was made for",
        "sessions.Session": _BROWSERS,
        "usersessions.UserSession": _BROWSERS,
        "account.EmailAddress": "addresses are given to a site, not to a club",
        "account.EmailConfirmation": "addresses are given to a site, not to a club",
    }
)
FIELDS_LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "club.Posting.after": "worked out again from the hands when the club comes in",
        "club.Posting.schema": _OWN_VERSION,
        "club.FinalTable.schema": _OWN_VERSION,
        "club.Club.suspended_at": _OPERATORS,
        "club.Club.removal_on": _OPERATORS,
        "club.Club.most_hands": _OPERATORS,
        "club.Club.webhook_events": _WEBHOOKS,
        "club.User.password": "a password belongs to a person and a site, never into a file",
        "club.User.email": "an address was given to this site for lost passwords, not to the club",
        "club.User.last_login": _BROWSERS,
        "club.User.called_in": "what somebody is called in other clubs is their matter",
        "club.User.is_service": _ONE_SITE,
        "club.User.is_staff": _NO_OPERATOR,
        "club.User.is_superuser": _NO_OPERATOR,
    }
)
# Fields that contain user ids without a foreign key, because the log mentions former users.
NAMED_IN: Mapping[str, str] = MappingProxyType({"club.AuditLine": "facts"})


# The file names of models that had another name when the format of archives was fixed.
_FILE_NAMES = MappingProxyType(
    {
        "club.Confirmation": "statement",
        "club.PaymentConfirmation": "confirmation",
        "club.Posting": "booking",
        "club.SettlementPart": "part",
    }
)


def get_rows_file_name(label: str) -> str:
    """Return the name of the archive file with the rows of a model."""
    return f"rows/{_FILE_NAMES.get(label) or label.rpartition('.')[2].lower()}.jsonl"


def has_automatic_key(model: type[Model]) -> bool:
    """Return whether the model has an automatic key, so that archives refer to rows by line."""
    return isinstance(model._meta.pk, AutoField)


@cache
def list_archived_fields(label: str) -> tuple[Field[Any, Any], ...]:
    """Return the archived fields of a model."""
    return tuple(
        field
        for field in apps.get_model(label)._meta.concrete_fields
        if not isinstance(field, AutoField) and f"{label}.{field.name}" not in FIELDS_LEFT_OUT
    )


def build_archive_line(row: Mapping[str, Any]) -> bytes:
    """Return the archive line of a row, with sorted keys so that equal rows give equal bytes."""
    text = json.dumps(
        row, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode() + b"\n"
