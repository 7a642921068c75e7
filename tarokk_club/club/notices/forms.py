"""The forms of the notices pages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from tarokk_club.club.models import NoticeChannel, NoticeKind
from tarokk_club.club.notices.defaults import OFFERED
from tarokk_club.club.pages.forms import KeyForm

Choice = tuple[NoticeKind, NoticeChannel]


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A row of the form: the name of a kind of notice, and a checkbox for each channel."""

    label: str
    boxes: tuple[forms.BoundField, ...]


class NoticesForm(KeyForm):
    """A form with a checkbox for each kind of notice and each channel.

    ways: the channels that the page offers.
    chosen: the current choices.
    """

    def __init__(
        self,
        *args: Any,
        ways: Collection[NoticeChannel],
        chosen: Mapping[Choice, bool],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.ways = tuple(way for way in NoticeChannel if way in ways)
        for kind in OFFERED:
            for way in self.ways:
                self.fields[f"{way}_{kind}"] = forms.BooleanField(
                    label=f"{kind.label} · {way.label}",
                    required=False,
                    initial=chosen[kind, way],
                )

    @property
    def rows(self) -> Iterator[NoticeRow]:
        """One row for each kind of notice."""
        for kind in OFFERED:
            boxes = tuple(self[f"{way}_{kind}"] for way in self.ways)
            yield NoticeRow(str(kind.label), boxes)

    def read_choices(self) -> set[Choice]:
        """Return the selected pairs of kind and channel; the form must be valid."""
        data = self.cleaned_data
        return {(kind, way) for kind in OFFERED for way in self.ways if data[f"{way}_{kind}"]}


class PushDeviceForm(KeyForm):
    """A form that the script submits to subscribe a browser to push notifications."""

    endpoint = forms.CharField(max_length=1000, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, widget=forms.HiddenInput)
    server = forms.CharField(max_length=100, widget=forms.HiddenInput)


class StopForm(KeyForm):
    """A form to stop the mails of one kind, or all mails."""

    everything = forms.BooleanField(required=False)
