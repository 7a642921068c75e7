"""Passkeys: how this site configures allauth for them."""

import ipaddress

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tarokk_club.accounts.browsers import name_browser

NAME_LENGTH = 60


class PasskeyAdapter(DefaultMFAAdapter):
    """The allauth adapter that names a passkey after the device on which it was created."""

    def generate_authenticator_name(self, user: AbstractBaseUser, type: object) -> str:
        """Return the proposed name, made from the browser and the system."""
        return name_browser(context.request.headers.get("User-Agent", ""))[:NAME_LENGTH]


def _build_name_field() -> forms.CharField:
    return forms.CharField(
        label=_("Name of the passkey"),
        max_length=NAME_LENGTH,
        help_text=_("So that you can recognise it later."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AddPasskeyForm(AddWebAuthnForm):
    """The form to add a passkey, which must verify its holder because it replaces a password."""

    name = _build_name_field()
    # Ticked and hidden: the script of allauth reads this field.
    passwordless = forms.BooleanField(
        required=False, initial=True, widget=forms.CheckboxInput(attrs={"hidden": True})
    )

    def clean_passwordless(self) -> bool:
        """Return True regardless of the input, so that the passkey must verify its holder."""
        return True


class RenamePasskeyForm(EditWebAuthnForm):
    """The form to rename a passkey."""

    name = _build_name_field()


def offers_passkeys(request: HttpRequest) -> bool:
    """Return whether browsers create passkeys for this host: https with a name, or localhost."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return request.is_secure() and not _is_ip_address(host)


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
