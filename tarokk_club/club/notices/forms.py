"""The forms of the notices page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from tarokk_club.club.models import NoticeKind, NoticeWay
from tarokk_club.club.notices.usual import OFFERED
from tarokk_club.club.pages.forms import KeyForm

Choice = tuple[NoticeKind, NoticeWay]


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of notice, with a checkbox for each way."""

    label: str
    boxes: tuple[forms.BoundField, ...]


class NoticesForm(KeyForm):
    """A checkbox for each kind and way.

    ways: those that the page shows.
    """

    def __init__(
        self,
        *args: Any,
        ways: Collection[NoticeWay],
        chosen: Mapping[Choice, bool],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.ways = tuple(way for way in NoticeWay if way in ways)
        for kind in OFFERED:
            for way in self.ways:
                self.fields[f"{way}_{kind}"] = forms.BooleanField(
                    label=f"{kind.label} · {way.label}",
                    required=False,
                    initial=chosen[kind, way],
                )

    def rows(self) -> Iterator[Row]:
        """Yield the rows of the table, one a kind."""
        for kind in OFFERED:
            boxes = tuple(self[f"{way}_{kind}"] for way in self.ways)
            yield Row(str(kind.label), boxes)

    def wanted(self) -> set[Choice]:
        """Return the ticked kinds and ways of a valid form."""
        data = self.cleaned_data
        return {(kind, way) for kind in OFFERED for way in self.ways if data[f"{way}_{kind}"]}


class PhoneForm(KeyForm):
    """The fields that the script fills in on a phone that may show notices."""

    endpoint = forms.CharField(max_length=1000, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, widget=forms.HiddenInput)
    server = forms.CharField(max_length=100, widget=forms.HiddenInput)


class StopForm(KeyForm):
    """The letters to stop: of the link's kind, or all."""

    everything = forms.BooleanField(required=False)
