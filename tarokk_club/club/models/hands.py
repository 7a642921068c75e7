"""Entries of sessions, their history, the keys of accepted forms, and drafts."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.events import Event, Hand, read_event
from scoring.core.game import AnyGame, find_roles
from scoring.core.game_info_types import Roles
from scoring.core.reader import RECORD_SCHEMA
from scoring.document import rename_players
from tarokk_club.club.models.people import Club, User
from tarokk_club.club.models.sessions import Session

# These events require a note; a dash replaces a note that was erased.
NOTED = ("adjust", "dealer", "pot")
# The explained lines of these events repeat the note.
EXPLAINED_BY_NOTE = ("adjust", "pot")
NO_NOTE = "—"


class Entry(models.Model):
    """A recorded event of a session.

    Rows are only marked as deleted; they are removed only with their club.

    record: the event without its note, which is a field of its own.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="entries")
    position = models.PositiveIntegerField()
    record = models.JSONField()
    note = models.TextField(_("note"), blank=True)
    schema = models.PositiveSmallIntegerField(default=RECORD_SCHEMA)
    deleted = models.BooleanField(default=False)
    created_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="entries_made"
    )
    created_at = models.DateTimeField()
    # Earlier than created_at if the hand waited on a phone; None if unknown.
    entered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        indexes: ClassVar = [models.Index(fields=["session", "position"], name="entry_in_order")]

    def __str__(self) -> str:
        return f"{self.record.get('type')} {self.position}"

    def read_event(self, game: AnyGame) -> Event:
        """Return the recorded event.

        Raise RefusedError if the record cannot be read.
        """
        return read_stored_event(game, self.record, self.note, schema=self.schema)


def read_stored_event(game: AnyGame, record: dict[str, Any], note: str, *, schema: int) -> Event:
    """Return the event of a stored record and its note.

    schema: the record schema with which it was written.
    """
    if not note and record.get("type") in NOTED:
        note = NO_NOTE
    return read_event(game, {**record, "note": note} if note else record, schema=schema)


def read_stored_roles(game: AnyGame, record: dict[str, Any]) -> Roles:
    """Return the roles of the players in a stored record; empty roles if it is not a hand."""
    # The roles do not depend on the schema, and nothing is validated here.
    event = read_stored_event(game, record, "", schema=1)
    return find_roles(game, event.record) if isinstance(event, Hand) else Roles()


def replace_player_in_record(record: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """Return the record with player `old` replaced by `new`."""
    return rename_players(record, lambda player: new if player == old else player)


class Action(models.TextChoices):
    """The kind of a change."""

    START = "start", _("Session started")
    IMPORT = "import", _("Session imported")
    RECORD = "record", _("Recorded")
    CORRECT = "correct", _("Corrected")
    DELETE = "delete", _("Deleted")
    RESTORE = "restore", _("Restored")
    SESSION = "session", _("Session corrected")
    CLOSE = "close", _("Session closed")
    REOPEN = "reopen", _("Session reopened")
    BIN = "bin", _("Moved to the bin")
    UNBIN = "unbin", _("Restored from the bin")
    TOTALS = "totals", _("Totals entered")


class Change(models.Model):
    """A line of a session's history; append-only.

    before, after: the record of the entry, or the settings of the session.
    effect: how the totals changed, points by player id.

    The hash covers everything except free text; see `chain`.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="changes")
    seq = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="changes")
    action = models.CharField(max_length=10, choices=Action.choices)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    note_before = models.TextField(blank=True)
    note_after = models.TextField(blank=True)
    position = models.PositiveIntegerField(null=True, blank=True)
    author = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="changes_made"
    )
    at = models.DateTimeField()
    reason = models.TextField(_("reason"), blank=True)
    effect = models.JSONField(default=dict)
    prev_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "seq"],
                name="change_seq_once",
                violation_error_message=_("This line of the history exists already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.action}"

    @property
    def label(self) -> str:
        """The label of the action; a single imported entry has a different label."""
        if self.action == Action.IMPORT and self.entry_id:
            return gettext("Imported from paper or a file")
        return str(self.get_action_display())


class WriteKey(models.Model):
    """The key of an accepted form with the fingerprint of its content, to detect resubmissions.

    Keys of history lines, confirmations and objections are never deleted.
    All other keys are deleted after the period that `retention` defines.
    """

    key = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="write_keys")
    session = models.ForeignKey(
        Session, models.PROTECT, null=True, blank=True, related_name="write_keys"
    )
    fingerprint = models.CharField(max_length=64)
    change = models.ForeignKey(
        Change, models.PROTECT, null=True, blank=True, related_name="write_keys"
    )
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("form key")
        verbose_name_plural = _("form keys")

    def __str__(self) -> str:
        return str(self.key)


class Draft(models.Model):
    """The unfinished hand of a session; it is not part of the ledger or the history.

    revision: the number of saves.
    device: the id of the browser that is editing the draft.
    """

    session = models.OneToOneField(Session, models.CASCADE, related_name="draft")
    record = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    # The form key of the hand, and the id of its entry once it is recorded.
    key = models.UUIDField(default=uuid.uuid4)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="drafts")
    device = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")

    def __str__(self) -> str:
        return f"{self.session_id} {self.revision}"
