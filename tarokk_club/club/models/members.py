"""Links such as invitations and password links, and the audit log of a club."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar
from uuid import UUID

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club, Player, User
from tarokk_club.club.models.privacy import RevocationKind, store_revocations
from tarokk_club.club.values import link_tokens
from tarokk_club.http.logs import log_security_event


class Link(models.Model):
    """A link that works until it expires or is revoked.

    made_by: the user who created it; None for the site's operator.
    """

    PURPOSE: ClassVar[str]

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="%(class)ss")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(
        User, models.CASCADE, null=True, blank=True, related_name="%(class)ss_made"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.id)

    @property
    def token(self) -> str | None:
        """The token in the URL; None if the site's key that generated it is gone."""
        return link_tokens.recover_token(self.PURPOSE, self.id, self.token_hash)

    def set_token_hash(self) -> None:
        """Set the hash of the token, which is derived from the id and the site's key."""
        self.token_hash = link_tokens.hash_token(link_tokens.derive_token(self.PURPOSE, self.id))


def revoke_links(links: models.QuerySet[Any], *, at: datetime) -> int:
    """Revoke the links that are not revoked yet, and return their number.

    links: links of one model.
    """
    ids = list(links.filter(revoked_at=None).values_list("pk", flat=True))
    if not ids:
        return 0
    store_revocations(RevocationKind(links.model.PURPOSE), ids)
    rows: models.QuerySet[Any] = links.model._default_manager.filter(pk__in=ids)
    return rows.update(revoked_at=at)


class Invitation(Link):
    """An invitation to join a club.

    uses_left: the number of people who may still join; None for an evening invitation.
    player: the player to link to the invited user.
    used: the number of people who have joined.
    """

    PURPOSE = "invitation"

    roles = models.JSONField(default=list)
    player = models.ForeignKey(
        Player, models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    uses_left = models.PositiveSmallIntegerField(null=True, blank=True)
    used = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")


class PasswordLink(Link):
    """A link to set a new password once; any change of password invalidates it.

    password_mark: a fingerprint of the password when the link was created, to detect a change.
    """

    PURPOSE = "password"

    user = models.ForeignKey(User, models.CASCADE, related_name="password_links")
    password_mark = models.CharField(max_length=64, editable=False)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("password link")
        verbose_name_plural = _("password links")


class Act(StrEnum):
    """The kind of a line in a club's audit log."""

    SIGNED_IN = "signed_in"
    INVITED = "invited"
    INVITED_EVENING = "invited_evening"
    REVOKED = "revoked"
    JOINED = "joined"
    ROLES_CHANGED = "roles_changed"
    PLAYER_LINKED = "player_linked"
    PLAYER_UNLINKED = "player_unlinked"
    REMOVED = "removed"
    LEFT = "left"
    LINK_MADE = "link_made"
    LINK_USED = "link_used"
    EXPORTED = "exported"
    EXPORTED_CLUB = "exported_club"
    GUEST_LINK = "guest_link"
    GUEST_LINK_SEASON = "guest_link_season"
    GUEST_LINK_CUP = "guest_link_cup"
    GUEST_GONE = "guest_gone"
    GUEST_GONE_SEASON = "guest_gone_season"
    GUEST_GONE_CUP = "guest_gone_cup"
    GUEST_NAMES = "guest_names"
    ENTRY_LINK = "entry_link"
    ENTRY_LINK_GONE = "entry_link_gone"
    PUBLISHED = "published"
    TWO_FACTORS = "two_factors"
    ONE_FACTOR = "one_factor"
    BINNED = "binned"
    UNBINNED = "unbinned"
    MERGED = "merged"
    UNMERGED = "unmerged"
    LOG_READ = "log_read"
    DATA_TAKEN = "data_taken"
    ERASURE_ASKED = "erasure_asked"
    ERASURE_DROPPED = "erasure_dropped"
    ERASED = "erased"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    MONEY_RULES = "money_rules"
    PAYMENT_DENIED = "payment_denied"
    WRITTEN_OFF = "written_off"
    CASH_COUNTED = "cash_counted"
    YEAR_CLOSED = "year_closed"
    SEASON_MADE = "season_made"
    SEASON_CHANGED = "season_changed"
    SEASON_CLOSED = "season_closed"
    SEASON_REOPENED = "season_reopened"
    RULES_SAVED = "rules_saved"
    RULES_CHANGED = "rules_changed"
    RULES_REMOVED = "rules_removed"
    TOURNAMENT_MADE = "tournament_made"
    TOURNAMENT_CHANGED = "tournament_changed"
    TOURNAMENT_CORRECTED = "tournament_corrected"
    TOURNAMENT_DELETED = "tournament_deleted"
    ROUNDS_DRAWN = "rounds_drawn"
    ROUND_STARTED = "round_started"
    ROUND_TAKEN_BACK = "round_taken_back"
    ROUND_DRAWN = "round_drawn"
    SEATS_CHANGED = "seats_changed"
    SEATS_UNDONE = "seats_undone"
    ARBITER_NAMED = "arbiter_named"
    ARBITER_CAME = "arbiter_came"
    ARBITER_GONE = "arbiter_gone"
    EVENING_PLANNED = "evening_planned"
    EVENINGS_PLANNED = "evenings_planned"
    EVENING_CHANGED = "evening_changed"
    EVENINGS_CHANGED = "evenings_changed"
    EVENING_CANCELLED = "evening_cancelled"
    EVENINGS_CANCELLED = "evenings_cancelled"
    EVENING_RESTORED = "evening_restored"
    EVENINGS_RESTORED = "evenings_restored"
    EVENING_DRAWN = "evening_drawn"
    EVENING_STARTED = "evening_started"
    CALENDAR_LINK = "calendar_link"
    CALENDAR_GONE = "calendar_gone"
    PENALTY_GIVEN = "penalty_given"
    PENALTY_BACK = "penalty_back"
    KEY_MADE = "key_made"
    KEY_DROPPED = "key_dropped"
    SERVICE_KEY_MADE = "service_key_made"
    SERVICE_KEY_ENDED = "service_key_ended"
    WEBHOOK_MADE = "webhook_made"
    WEBHOOK_GONE = "webhook_gone"
    RANKING_CHANGED = "ranking_changed"
    RANKING_JOINED = "ranking_joined"
    RANKING_LEFT = "ranking_left"
    CLUB_CHANGED = "club_changed"
    CLUB_SUSPENDED = "club_suspended"
    CLUB_RESUMED = "club_resumed"
    CLUB_TO_GO = "club_to_go"
    CLUB_LIMITED = "club_limited"


# Acts about access or rights; these also go to the site's security log.
ABOUT_RIGHTS = frozenset(
    {
        *(Act.INVITED, Act.INVITED_EVENING, Act.REVOKED, Act.JOINED, Act.ROLES_CHANGED),
        *(Act.PLAYER_LINKED, Act.PLAYER_UNLINKED, Act.REMOVED, Act.LEFT, Act.LINK_MADE),
        *(Act.LINK_USED, Act.EXPORTED_CLUB, Act.GUEST_LINK, Act.GUEST_LINK_SEASON),
        *(Act.GUEST_LINK_CUP, Act.GUEST_NAMES, Act.PUBLISHED, Act.DATA_TAKEN, Act.ERASED),
        *(Act.TWO_FACTORS, Act.ONE_FACTOR, Act.KEY_MADE, Act.KEY_DROPPED),
        *(Act.CALENDAR_LINK, Act.CALENDAR_GONE, Act.SERVICE_KEY_MADE, Act.SERVICE_KEY_ENDED),
        *(Act.ARBITER_NAMED, Act.ARBITER_CAME, Act.ARBITER_GONE),
        *(Act.ENTRY_LINK, Act.ENTRY_LINK_GONE),
    }
)


class AuditLine(models.Model):
    """A line of a club's audit log; append-only, without IP addresses and names.

    user: the person who acted; None for the site's operator.
    facts: the details of the act: ids, roles and kinds of files.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="audit_lines")
    user = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="audit_lines"
    )
    act = models.CharField(max_length=20)
    facts = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("log line")
        verbose_name_plural = _("log lines")
        indexes: ClassVar = [models.Index(fields=["club", "-id"], name="audit_line_newest")]

    def __str__(self) -> str:
        return f"{self.at} {self.act}"

    @classmethod
    def write(
        cls, club_id: UUID, act: Act, *, by: User | None, facts: Mapping[str, Any] | None = None
    ) -> None:
        """Add a line in the current transaction; acts about rights also go to the security log."""
        if act in ABOUT_RIGHTS:
            log_security_event(
                act.value, club=club_id, user=by.pk if by else "-", **dict(facts or {})
            )
        cls.objects.create(
            club_id=club_id, act=act.value, user=by, facts=dict(facts or {}), at=timezone.now()
        )
