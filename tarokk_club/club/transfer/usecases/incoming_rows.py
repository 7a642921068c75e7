"""Reading of rows from the lines of an archive, validated against the models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Field, ForeignKey, JSONField, Model
from django.utils.translation import gettext as _

from scoring.core.options import read_rules
from scoring.core.problem import Problem
from scoring.core.reader import RULES_SCHEMA
from scoring.games import GAMES
from scoring.parsing import parse_strict_json
from tarokk_club.club.models import Club, FinalRow, FinalTable, RuleSet, Session, Tournament
from tarokk_club.club.models.seasons import build_final_row
from tarokk_club.club.session.rule_upgrades import upgrade_rules
from tarokk_club.club.transfer.archive_shapes import EXTRA_KEYS, convert_from_archive_form
from tarokk_club.club.transfer.archived import (
    build_archive_line,
    has_automatic_key,
    list_archived_fields,
)
from tarokk_club.club.transfer.queries import convert_to_json_value
from tarokk_club.club.values.days import find_year_problems

# Field class, JSON type, and conversion; a subclass precedes its parent class.
_KINDS: tuple[tuple[type[Any], type[Any], Callable[[Any], Any]], ...] = (
    (models.UUIDField, str, UUID),
    (models.DateTimeField, str, lambda raw: _require_valid_year(datetime.fromisoformat(raw))),
    (models.DateField, str, lambda raw: _require_valid_year(date.fromisoformat(raw))),
    (models.TimeField, str, time.fromisoformat),
    (models.DecimalField, str, Decimal),
    (models.BooleanField, bool, bool),
    (models.IntegerField, int, int),
    (models.CharField, str, str),
    (models.TextField, str, str),
)
_ROWS = {"key": "rows"}
_RULES = {"key": "rules"}
_UNREADABLE = (AttributeError, KeyError, TypeError, ValidationError, ValueError)
_BAD = (ArithmeticError, InvalidOperation, OverflowError, ValidationError, ValueError)


class WrongValueError(Exception):
    """A value in an archive line is invalid; the message says why."""


class RowReader:
    """A reader of archive lines, which allows references only to rows of the same archive.

    ids: ids of the rows by model, for models whose ids are archived.
    counts: number of rows by model, for models with automatic keys.
    final_rows: rows of the last final table that was read.
    """

    def __init__(self, *, older: bool) -> None:
        self.ids: dict[str, set[Any]] = defaultdict(set)
        self.counts: dict[str, int] = defaultdict(int)
        self.final_rows: list[FinalRow] = []
        self._older = older
        # By model, the ids to which its own rows refer; these rows may follow later.
        self._owed: dict[str, set[Any]] = defaultdict(set)

    def read_row(self, label: str, line: bytes) -> Model:
        """Return the unsaved row in a line; its references to automatic keys are line numbers.

        Raise WrongValueError if the line is invalid.
        """
        values = _parse_line(line)
        fields = list_archived_fields(label)
        extra = values.pop(EXTRA_KEYS[label], None) if label in EXTRA_KEYS else None
        if strange := set(values) - {field.name for field in fields}:
            raise WrongValueError(_("“%(key)s” is not known here.") % {"key": min(strange)})
        row: Model = apps.get_model(label)()
        for field in fields:
            setattr(row, field.attname, self._read_value(field, values))
        if isinstance(row, FinalTable):
            self.final_rows = self._read_final_rows(row, extra)
        try:
            convert_from_archive_form(row)
        except (AttributeError, TypeError, ValueError) as error:
            raise WrongValueError(_("The line is not written as an archive writes it.")) from error
        upgrade_row_rules(row)
        if isinstance(row, RuleSet) and not _is_playable(row):
            raise WrongValueError(_("“%(key)s” has a value that it cannot have.") % _RULES)
        return row

    def _read_final_rows(self, table: FinalTable, raw: Any) -> list[FinalRow]:
        """Return the unsaved rows of a final table.

        Raise WrongValueError if they are invalid or not in canonical form.
        """
        wrong = WrongValueError(_("“%(key)s” has a value that it cannot have.") % _ROWS)
        try:
            rows = [
                build_final_row(table, place, values) for place, values in enumerate(raw, start=1)
            ]
            for row in rows:
                row.clean_fields(exclude=["table", "player"])
        except _UNREADABLE as error:
            raise wrong from error
        if [row.serialize() for row in rows] != raw:
            raise wrong
        if {row.player_id for row in rows} - self.ids["club.Player"]:
            text = _("“%(key)s” names a row that the archive does not hold.")
            raise WrongValueError(text % _ROWS)
        return rows

    def remember_row(self, label: str, row: Model) -> None:
        """Remember a row, so that other rows may refer to it.

        Raise WrongValueError if the archive contains the row twice.
        """
        if has_automatic_key(apps.get_model(label)):
            self.counts[label] += 1
        elif row.pk in self.ids[label]:
            raise WrongValueError(_("This row appears twice in the archive."))
        else:
            self.ids[label].add(row.pk)

    def has_all_references(self, label: str) -> bool:
        """Return whether the archive contains every row to which rows of the same model refer.

        Call this after remembering all rows of the model.
        """
        return self._owed[label] <= self.ids[label]

    def _read_value(self, field: Field[Any, Any], values: dict[str, Any]) -> Any:
        if field.name not in values:
            return self._require_default(field)
        raw = values[field.name]
        if raw is None:
            if not field.null:
                raise _build_value_error(field)
            return None
        if isinstance(field, JSONField):
            return raw
        if isinstance(field, ForeignKey):
            return self._read_reference(field, raw)
        return _read_scalar(field, raw)

    def _require_default(self, field: Field[Any, Any]) -> Any:
        """Return the default of a missing value, which only archives of older versions may lack.

        Raise WrongValueError otherwise.
        """
        empty = field.blank and field.empty_strings_allowed
        if self._older and (field.has_default() or field.null or empty):
            return field.get_default()
        raise WrongValueError(_("“%(key)s” is missing.") % {"key": field.name})

    def _read_reference(self, field: ForeignKey[Any, Any], raw: Any) -> Any:
        """Return the key or line number of another row, which must be in this archive."""
        target: Any = field.related_model
        label = target._meta.label
        if has_automatic_key(target):
            if type(raw) is int and 1 <= raw <= self.counts[label]:
                return raw
            raise _build_value_error(field)
        value = _read_scalar(target._meta.pk, raw, field)
        if target is field.model:
            self._owed[label].add(value)
        elif value not in self.ids[label]:
            text = _("“%(key)s” names a row that the archive does not hold.")
            raise WrongValueError(text % {"key": field.name})
        return value


def upgrade_row_rules(row: Model) -> None:
    """Upgrade a row's house rules in place if their version is old, like the migrations."""
    if isinstance(row, Session | Tournament | RuleSet):
        if isinstance(row.rules, dict) and row.rules_version < RULES_SCHEMA:
            row.rules = upgrade_rules(row.game, row.rules, version=row.rules_version)
            row.rules_version = RULES_SCHEMA
    elif isinstance(row, Club) and isinstance(row.last_choice, dict):
        last = row.last_choice
        if isinstance(last.get("rules"), dict) and "rules_version" not in last:
            last["rules"] = upgrade_rules(str(last.get("game")), last["rules"], version=1)


def _is_playable(row: RuleSet) -> bool:
    """Return whether the game supports the house rules of a rule set."""
    if row.game not in GAMES or not isinstance(row.rules, dict):
        return False
    game, problems = row.played_game, list[Problem]()
    rules = read_rules(game.rules, game.presets, row.rules, problems)
    is_preset_valid = not row.rules_preset or row.rules_preset in game.presets
    return is_preset_valid and not problems and not game.check_rules(rules)


def _require_valid_year(day: date) -> date:
    if find_year_problems(day, ""):
        raise ValueError(day)
    return day


def _parse_line(line: bytes) -> dict[str, Any]:
    values = parse_strict_json(line)
    try:
        if (
            isinstance(values, dict)
            and build_archive_line(values) == line
            and b"\\u0000" not in line
        ):
            return values
    except (RecursionError, ValueError):
        # Nested too deeply, a number too large, or a lone surrogate.
        pass
    raise WrongValueError(_("The line is not written as an archive writes it."))


def _read_scalar(field: Field[Any, Any], raw: Any, named: Field[Any, Any] | None = None) -> Any:
    """Return the value of a field other than JSON.

    named: the field to name in errors; None for `field`.

    Raise WrongValueError if the value is invalid or not in canonical form.
    """
    wanted, read = next((wanted, read) for kind, wanted, read in _KINDS if isinstance(field, kind))
    try:
        value = read(raw) if type(raw) is wanted else None
        if value is not None and convert_to_json_value(field, value) == raw:
            field.run_validators(value)
            unchosen = field.blank and value == ""
            if unchosen or not field.choices or value in dict(field.flatchoices):
                return value
    except _BAD:
        pass
    raise _build_value_error(named or field)


def _build_value_error(field: Field[Any, Any]) -> WrongValueError:
    return WrongValueError(_("“%(key)s” has a value that it cannot have.") % {"key": field.name})
