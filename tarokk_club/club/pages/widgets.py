"""Controls that the site draws in its own way."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

Labelled = tuple[str, Any]
# Longer words do not stand whole where chips are as narrow as usual.
LONGEST_WORD = 12


class Chips(forms.RadioSelect):
    """Radio buttons drawn as what they choose, side by side."""

    template_name = "club/base/widgets/chips.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The usual context; long: whether a word of a choice needs more than a narrow column."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        words = re.split(r"[\s\-]+", " ".join(str(label) for _value, label in self.choices))
        context["widget"]["long"] = any(len(word) > LONGEST_WORD for word in words)
        return context


class Day(forms.DateInput):
    """The browser's own calendar, which takes a day in one notation whatever the language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class Clock(forms.TimeInput):
    """The browser's own choice of a time, in one notation whatever the language."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class Ticks(forms.CheckboxSelectMultiple):
    """Checkboxes one below the other, each with a line of what it means.

    tasks: that line by value; locked: values that cannot be ticked here.
    """

    template_name = "club/base/widgets/ticks.html"
    tasks: Mapping[str, Any] = MappingProxyType({})
    locked: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """The usual option, with its line."""
        option: dict[str, Any] = super().create_option(name, value, *args, **more)
        option["task"] = self.tasks.get(str(value), "")
        if str(value) in self.locked:
            option["attrs"]["disabled"] = True
        return option


class Numbers(forms.MultiWidget):
    """A row of whole numbers, each under its own word."""

    template_name = "club/base/widgets/numbers.html"

    def __init__(self, words: Sequence[Any]) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}
        super().__init__([forms.TextInput(attrs=dict(attrs)) for _word in words])
        self.words = tuple(words)

    def decompress(self, value: Any) -> list[Any]:
        """The single numbers of a pair or list."""
        return list(value) if value else [None] * len(self.words)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The usual context, with the word beside each control."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        for control, word in zip(context["widget"]["subwidgets"], self.words, strict=True):
            control["word"] = word
        return context


class NumbersField(forms.Field):
    """Whole numbers typed side by side; the value is a list, None when all are left empty."""

    widget = Numbers

    def __init__(self, words: Sequence[Any], *, highest: int, **options: Any) -> None:
        super().__init__(widget=Numbers(words), **options)
        self.highest = highest

    def clean(self, value: Any) -> list[int] | None:
        """The numbers; anything else is refused, an empty row only where a number is needed."""
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
