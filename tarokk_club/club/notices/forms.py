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

    channels: the channels that the page offers.
    chosen: the current choices.
    """

    def __init__(
        self,
        *args: Any,
        channels: Collection[NoticeChannel],
        chosen: Mapping[Choice, bool],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.channels = tuple(channel for channel in NoticeChannel if channel in channels)
        for kind in OFFERED:
            for channel in self.channels:
                self.fields[f"{channel}_{kind}"] = forms.BooleanField(
                    label=f"{kind.label} · {channel.label}",
                    required=False,
                    initial=chosen[kind, channel],
                )

    @property
    def rows(self) -> Iterator[NoticeRow]:
        """One row for each kind of notice."""
        for kind in OFFERED:
            boxes = tuple(self[f"{channel}_{kind}"] for channel in self.channels)
            yield NoticeRow(str(kind.label), boxes)

    def read_choices(self) -> set[Choice]:
        """Return the selected pairs of kind and channel; the form must be valid."""
        data = self.cleaned_data
        return {
            (kind, channel)
            for kind in OFFERED
            for channel in self.channels
            if data[f"{channel}_{kind}"]
        }


class PushDeviceForm(KeyForm):
    """A form that the script submits to subscribe a browser to push notifications."""

    endpoint = forms.CharField(max_length=1000, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, widget=forms.HiddenInput)
    server = forms.CharField(max_length=100, widget=forms.HiddenInput)


class StopForm(KeyForm):
    """A form to stop the mails of one kind, or all mails."""

    everything = forms.BooleanField(required=False)
