"""Taking in a session: the file first, then, once it has been looked at, the same again."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.base.forms import KeyForm


class UploadForm(forms.Form):
    """The file of a session document."""

    file = forms.FileField(
        label=_("File of the session"),
        help_text=_("A session document (JSON), as this site and others write it."),
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"empty": _("The file is empty.")},
    )


class TakeInForm(KeyForm):
    """The document as it was shown, and the key that makes it count once."""

    document = forms.CharField(strip=False, widget=forms.HiddenInput)
    again = forms.BooleanField(label=_("Take it in once more, as another session"), required=False)
