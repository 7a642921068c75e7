"""Form widgets with their own design."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.choices import CallableChoiceIterator, normalize_choices
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

Labelled = tuple[str, Any]
Pairs = tuple[Labelled, ...]
# The maximum number of characters in a word that fits into a narrow chip.
LONGEST_WORD = 12


class Chips(forms.RadioSelect):
    """Radio buttons drawn as a row of chips."""

    template_name = "club/base/widgets/chips.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context with `long`: whether a word of a label needs a wide chip."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        words = re.split(r"[\s\-]+", " ".join(str(label) for _value, label in self.choices))
        context["widget"]["long"] = any(len(word) > LONGEST_WORD for word in words)
        return context


class Cards(forms.RadioSelect):
    """Radio buttons drawn as cards, each with a sentence.

    lines: sentence of a choice, by its value.
    """

    template_name = "club/base/widgets/cards.html"
    lines: Mapping[str, str] = MappingProxyType({})

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the option with the sentence of its choice."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        return option | {"line": self.lines.get(str(value), "")}


class LongSelect(forms.Select):
    """A select for hundreds of options, which are rendered without templates and cached.

    Choices that a function returns must depend only on the language.
    """

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """Return the HTML of the select with the value selected."""
        del renderer
        chosen = escape("" if value is None else str(value))
        options = _render_options(self._list_choices())
        selected = options.replace(f'value="{chosen}">', f'value="{chosen}" selected>', 1)
        attributes = f'name="{escape(name)}"{flatatt(self.build_attrs(self.attrs, attrs))}'
        return mark_safe(f"<select {attributes}>{selected}</select>")  # noqa: S308 - escaped above

    def use_required_attribute(self, initial: Any) -> bool:
        """Return whether the first choice is empty, as only then HTML allows `required`."""
        del initial
        first = next(iter(self._list_choices()), None)
        return first is not None and not first[0]

    def _list_choices(self) -> Pairs:
        """Return the choices as hashable texts, cached by language if a function returns them."""
        if isinstance(self.choices, CallableChoiceIterator):
            choices: Any = self.choices.func
            return _evaluate_choices(choices, get_language())
        return tuple(_freeze_choice(pair) for pair in self.choices)


@lru_cache(maxsize=32)
def _evaluate_choices(choices: Callable[[], Iterable[Any]], language: str | None) -> Pairs:
    """Return the choices that a function returns, as hashable texts.

    language: the active language, only used as part of the cache key.
    """
    del language
    return tuple(_freeze_choice(pair) for pair in normalize_choices(choices()))


def _freeze_choice(pair: tuple[Any, Any]) -> tuple[str, Any]:
    """Return a choice or a group of choices as hashable texts."""
    first, second = pair
    if isinstance(second, str | Promise):
        return str(first), str(second)
    return str(first), tuple(_freeze_choice(inner) for inner in second)


@lru_cache(maxsize=32)
def _render_options(choices: Pairs) -> str:
    return "".join(
        f'<option value="{escape(first)}">{escape(second)}</option>'
        if isinstance(second, str)
        else f'<optgroup label="{escape(first)}">{_render_options(second)}</optgroup>'
        for first, second in choices
    )


class Day(forms.DateInput):
    """The browser's date picker, which submits ISO dates in every language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class Clock(forms.TimeInput):
    """The browser's time picker, which submits 24-hour times in every language."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class Ticks(forms.CheckboxSelectMultiple):
    """A column of checkboxes with descriptions.

    tasks: the description by value.
    locked: the values of disabled checkboxes.
    """

    template_name = "club/base/widgets/ticks.html"
    tasks: Mapping[str, Any] = MappingProxyType({})
    locked: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """Return the option with its description, disabled if it is locked."""
        option: dict[str, Any] = super().create_option(name, value, *args, **more)
        option["task"] = self.tasks.get(str(value), "")
        if str(value) in self.locked:
            option["attrs"]["disabled"] = True
        return option


class Numbers(forms.MultiWidget):
    """A row of inputs for whole numbers.

    words: the label of each input.
    """

    template_name = "club/base/widgets/numbers.html"

    def __init__(self, words: Sequence[Any]) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}
        super().__init__([forms.TextInput(attrs=dict(attrs)) for _word in words])
        self.words = tuple(words)

    def decompress(self, value: Any) -> list[Any]:
        """Return the value of each input."""
        return list(value) if value else [None] * len(self.words)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context with the label of each input."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        for control, word in zip(context["widget"]["subwidgets"], self.words, strict=True):
            control["word"] = word
        return context


class NumbersField(forms.Field):
    """A field for a row of whole numbers, whose value is a list, or None if it is empty."""

    widget = Numbers

    def __init__(self, words: Sequence[Any], *, highest: int, **options: Any) -> None:
        super().__init__(widget=Numbers(words), **options)
        self.highest = highest

    def clean(self, value: Any) -> list[int] | None:
        """Return the numbers, or None for an empty optional row.

        Raise ValidationError for anything else.
        """
        texts = [str(part or "").strip() for part in value or []]
        if not any(texts):
            if self.required:
                raise forms.ValidationError(_("Fill in every number."), code="required")
            return None
        if not all(part.isascii() and part.isdecimal() for part in texts):
            raise forms.ValidationError(_("Fill in whole numbers only."), code="invalid")
        numbers = [int(part[:9]) for part in texts]
        if max(numbers) > self.highest:
            raise forms.ValidationError(
                _("The highest number allowed is %(highest)s."),
                code="max_value",
                params={"highest": self.highest},
            )
        return numbers
