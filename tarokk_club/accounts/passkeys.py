"""Passkeys: what this site asks of the accounts library about them."""

import ipaddress

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tarokk_club.accounts.browsers import device_words

NAME_LENGTH = 60


class PasskeyAdapter(DefaultMFAAdapter):
    """Names a passkey after the device that it was made on."""

    def generate_authenticator_name(self, user: AbstractBaseUser, type: object) -> str:
        """What the form proposes."""
        return device_words(context.request.headers.get("User-Agent", ""))[:NAME_LENGTH]


def _name_field() -> forms.CharField:
    return forms.CharField(
        label=_("Name of the passkey"),
        max_length=NAME_LENGTH,
        help_text=_("So that you know later which one it is."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AddPasskeyForm(AddWebAuthnForm):
    """Every key that is added opens the book by itself, so it proves who holds it."""

    name = _name_field()
    # Ticked and out of sight: the script of the accounts library looks here.
    passwordless = forms.BooleanField(
        required=False, initial=True, widget=forms.CheckboxInput(attrs={"hidden": True})
    )

    def clean_passwordless(self) -> bool:
        """Whatever a form says, the key has to have asked its owner."""
        return True


class RenamePasskeyForm(EditWebAuthnForm):
    """The name of a passkey."""

    name = _name_field()


def offers_passkeys(request: HttpRequest) -> bool:
    """Whether browsers make passkeys for this address: https and a name, or this very machine."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return request.is_secure() and not _is_address(host)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
