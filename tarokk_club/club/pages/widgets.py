"""Form widgets with a design of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

Labelled = tuple[str, Any]
# Longer words do not fit into chips of the usual width.
LONGEST_WORD = 12


class Chips(forms.RadioSelect):
    """Radio buttons drawn as a row of chips."""

    template_name = "club/base/widgets/chips.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the usual context with `long`: whether a word of a label needs more than a narrow
        column.
        """
        context: dict[str, Any] = super().get_context(name, value, attrs)
        words = re.split(r"[\s\-]+", " ".join(str(label) for _value, label in self.choices))
        context["widget"]["long"] = any(len(word) > LONGEST_WORD for word in words)
        return context


class Day(forms.DateInput):
    """The browser's own date picker, which submits one format whatever the language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class Clock(forms.TimeInput):
    """The browser's own time picker, which submits one format whatever the language."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class Ticks(forms.CheckboxSelectMultiple):
    """A column of checkboxes, each with a line that explains it.

    tasks: explanation by value.
    locked: values that cannot be ticked.
    """

    template_name = "club/base/widgets/ticks.html"
    tasks: Mapping[str, Any] = MappingProxyType({})
    locked: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """Return the usual option with its explanation."""
        option: dict[str, Any] = super().create_option(name, value, *args, **more)
        option["task"] = self.tasks.get(str(value), "")
        if str(value) in self.locked:
            option["attrs"]["disabled"] = True
        return option


class Numbers(forms.MultiWidget):
    """A row of inputs for whole numbers, each under its own label."""

    template_name = "club/base/widgets/numbers.html"

    def __init__(self, words: Sequence[Any]) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}
        super().__init__([forms.TextInput(attrs=dict(attrs)) for _word in words])
        self.words = tuple(words)

    def decompress(self, value: Any) -> list[Any]:
        """Return one value for each input."""
        return list(value) if value else [None] * len(self.words)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the usual context with the label of each input."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        for control, word in zip(context["widget"]["subwidgets"], self.words, strict=True):
            control["word"] = word
        return context


class NumbersField(forms.Field):
    """A field for a row of whole numbers, whose value is a list, or None if all inputs are
    empty.
    """

    widget = Numbers

    def __init__(self, words: Sequence[Any], *, highest: int, **options: Any) -> None:
        super().__init__(widget=Numbers(words), **options)
        self.highest = highest

    def clean(self, value: Any) -> list[int] | None:
        """Return the numbers, or None for an empty row that is not required.

        Raise ValidationError for anything else.
        """
        typed = [str(part or "").strip() for part in value or []]
        if not any(typed):
            if self.required:
                raise forms.ValidationError(_("Fill in every number."), code="required")
            return None
        if not all(part.isascii() and part.isdecimal() for part in typed):
            raise forms.ValidationError(_("Fill in whole numbers only."), code="invalid")
        numbers = [int(part[:9]) for part in typed]
        if max(numbers) > self.highest:
            raise forms.ValidationError(
                _("The highest number allowed is %(highest)s."),
                code="max_value",
                params={"highest": self.highest},
            )
        return numbers
