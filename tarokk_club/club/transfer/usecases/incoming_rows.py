"""Rows read from the lines of an archive, with nothing accepted that the models do not allow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Field, ForeignKey, JSONField, Model
from django.utils.translation import gettext as _

from scoring.core.options import read_rules
from scoring.core.problem import Problem
from scoring.core.schema import RULES_SCHEMA
from scoring.games import GAMES
from scoring.parsing import parse
from tarokk_club.club.models import Club, FinalRow, FinalTable, RuleSet, Session, Tournament
from tarokk_club.club.models.seasons import build_final_row
from tarokk_club.club.session.raising import raised_rules
from tarokk_club.club.transfer.archive_shapes import BESIDE, from_archive_form
from tarokk_club.club.transfer.archived import (
    archive_line,
    fields_of,
    has_automatic_key,
    label_of,
    model_of,
)
from tarokk_club.club.transfer.queries import to_json_value
from tarokk_club.club.values.days import find_year_problems

# Field class, type in the line, and conversion; a subclass is before its parent class.
_KINDS: tuple[tuple[type[Any], type[Any], Callable[[Any], Any]], ...] = (
    (models.UUIDField, str, UUID),
    (models.DateTimeField, str, lambda raw: _of_our_time(datetime.fromisoformat(raw))),
    (models.DateField, str, lambda raw: _of_our_time(date.fromisoformat(raw))),
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
    """A problem with a line, as a sentence."""


class Rows:
    """A reader of lines that records the rows read, so that no row can refer to another club's.

    ids: by model, for models whose ids are archived.
    counts: number of rows by model, for models with automatic keys.
    final_rows: of the final table read last.
    """

    def __init__(self, *, older: bool) -> None:
        self.ids: dict[str, set[Any]] = defaultdict(set)
        self.counts: dict[str, int] = defaultdict(int)
        self.final_rows: list[FinalRow] = []
        self._older = older
        # Ids that rows refer to in their own model, whose rows may come later.
        self._owed: dict[str, set[Any]] = defaultdict(set)

    def row(self, label: str, line: bytes) -> Model:
        """Return the unsaved row in a line; references to rows with automatic keys are line
        numbers.

        Raise WrongValueError if the line is not valid.
        """
        told = _parse_line(line)
        fields = fields_of(label)
        beside = told.pop(BESIDE[label], None) if label in BESIDE else None
        if strange := set(told) - {field.name for field in fields}:
            raise WrongValueError(_("“%(key)s” is not known here.") % {"key": min(strange)})
        row = model_of(label)()
        for field in fields:
            setattr(row, field.attname, self._value(field, told))
        if isinstance(row, FinalTable):
            self.final_rows = self._final_rows(row, beside)
        try:
            from_archive_form(row)
        except (AttributeError, TypeError, ValueError) as error:
            raise WrongValueError(_("The line is not written as an archive writes it.")) from error
        upgrade_row_rules(row)
        if isinstance(row, RuleSet) and not _is_playable(row):
            raise WrongValueError(_("“%(key)s” has a value that it cannot have.") % _RULES)
        return row

    def _final_rows(self, table: FinalTable, raw: Any) -> list[FinalRow]:
        """Return the rows of a final table, which must be exactly as an archive writes them."""
        wrong = WrongValueError(_("“%(key)s” has a value that it cannot have.") % _ROWS)
        try:
            rows = [build_final_row(table, place, one) for place, one in enumerate(raw, start=1)]
            for row in rows:
                row.clean_fields(exclude=["table", "player"])
        except _UNREADABLE as error:
            raise wrong from error
        if [row.facts() for row in rows] != raw:
            raise wrong
        if {row.player_id for row in rows} - self.ids["club.Player"]:
            text = _("“%(key)s” names a row that the archive does not hold.")
            raise WrongValueError(text % _ROWS)
        return rows

    def remember(self, label: str, row: Model) -> None:
        """Count the row.

        Raise WrongValueError if the archive contains it twice.
        """
        if has_automatic_key(model_of(label)):
            self.counts[label] += 1
        elif row.pk in self.ids[label]:
            raise WrongValueError(_("This row stands in the archive twice."))
        else:
            self.ids[label].add(row.pk)

    def settle(self, label: str) -> bool:
        """Return whether the archive contains every row of the model that other rows of the model
        refer to.
        """
        return self._owed[label] <= self.ids[label]

    def _value(self, field: Field[Any, Any], told: dict[str, Any]) -> Any:
        if field.name not in told:
            return self._missing(field)
        raw = told[field.name]
        if raw is None:
            if not field.null:
                raise _wrong(field)
            return None
        if isinstance(field, JSONField):
            return raw
        if isinstance(field, ForeignKey):
            return self._named(field, raw)
        return _scalar(field, raw)

    def _missing(self, field: Field[Any, Any]) -> Any:
        # Optional text is empty in old rows, as after a migration.
        empty = field.blank and field.empty_strings_allowed
        if self._older and (field.has_default() or field.null or empty):
            return field.get_default()
        raise WrongValueError(_("“%(key)s” is missing.") % {"key": field.name})

    def _named(self, field: ForeignKey[Any, Any], raw: Any) -> Any:
        """Return the reference to another row, which must be in this archive."""
        target: Any = field.related_model
        label = label_of(target)
        if has_automatic_key(target):
            if type(raw) is int and 1 <= raw <= self.counts[label]:
                return raw
            raise _wrong(field)
        value = _scalar(target._meta.pk, raw, field)
        if target is field.model:
            self._owed[label].add(value)
        elif value not in self.ids[label]:
            text = _("“%(key)s” names a row that the archive does not hold.")
            raise WrongValueError(text % {"key": field.name})
        return value


def upgrade_row_rules(row: Model) -> None:
    """Upgrade the house rules of an older version in the same way as the migrations do."""
    if isinstance(row, Session | Tournament | RuleSet):
        if isinstance(row.rules, dict) and row.rules_version < RULES_SCHEMA:
            row.rules = raised_rules(row.game, row.rules, version=row.rules_version)
            row.rules_version = RULES_SCHEMA
    elif isinstance(row, Club) and isinstance(row.last_choice, dict):
        last = row.last_choice
        if isinstance(last.get("rules"), dict) and "rules_version" not in last:
            last["rules"] = raised_rules(str(last.get("game")), last["rules"], version=1)


def _is_playable(row: RuleSet) -> bool:
    """Return whether the game supports these rules, which the audit cannot find out from a
    replay.
    """
    if row.game not in GAMES or not isinstance(row.rules, dict):
        return False
    game, problems = row.played_game, list[Problem]()
    rules = read_rules(game.rules, game.presets, row.rules, problems)
    known = not row.rules_preset or row.rules_preset in game.presets
    return known and not problems and not game.check_rules(rules)


def _of_our_time(day: date) -> date:
    if find_year_problems(day, ""):
        raise ValueError(day)
    return day


def _parse_line(line: bytes) -> dict[str, Any]:
    told = parse(line)
    try:
        if isinstance(told, dict) and archive_line(told) == line and b"\\u0000" not in line:
            return told
    except (RecursionError, ValueError):
        # Nested too deeply, a number too large, or a lone surrogate.
        pass
    raise WrongValueError(_("The line is not written as an archive writes it."))


def _scalar(field: Field[Any, Any], raw: Any, named: Field[Any, Any] | None = None) -> Any:
    """Return the value of a field other than JSON; written again, it must be the same."""
    wanted, read = next((wanted, read) for kind, wanted, read in _KINDS if isinstance(field, kind))
    try:
        value = read(raw) if type(raw) is wanted else None
        if value is not None and to_json_value(field, value) == raw:
            field.run_validators(value)
            unchosen = field.blank and value == ""
            if unchosen or not field.choices or value in dict(field.flatchoices):
                return value
    except _BAD:
        pass
    raise _wrong(named or field)


def _wrong(field: Field[Any, Any]) -> WrongValueError:
    return WrongValueError(_("“%(key)s” has a value that it cannot have.") % {"key": field.name})
