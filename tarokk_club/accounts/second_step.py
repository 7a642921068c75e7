"""The second step of a sign-in: a passkey, if a club requires it of owners and treasurers."""

from urllib.parse import urlencode

from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.accounts.allauth_internals import get_authentication_records
from tarokk_club.accounts.passkeys import offers_passkeys
from tarokk_club.club.models import Club, Membership, Role, User

# Roles that admit members or move money, which need the second step to apply.
GUARDED = frozenset({Role.OWNER.value, Role.TREASURER.value})
WITHOUT = frozenset({Role.MEMBER.value, Role.SCORER.value})


def has_second_step(request: HttpRequest) -> bool:
    """Return whether the user has used a passkey to sign in, or to confirm the sign-in later.

    An API key counts as confirmed if the sign-in that created it was.
    """
    if (by_key := getattr(request, "key_second_step", None)) is not None:
        return bool(by_key)
    records = get_authentication_records(request, request.user)
    return any(record.get("method") == "mfa" for record in records)


def find_effective_roles(request: HttpRequest, club: Club, roles: list[str]) -> list[str]:
    """Return the roles that apply to this request.

    If an owner or treasurer lacks the second step that the club requires, only the role of a member
    applies, and that of a scorer if they have it.
    """
    if not club.two_factors or not GUARDED.intersection(roles) or has_second_step(request):
        return roles
    return sorted({Role.MEMBER.value} | WITHOUT.intersection(roles))


def redirect_to_second_step(request: HttpRequest, *, back: str = "") -> HttpResponseBase:
    """Return a redirect to the page of the second step.

    back: path to return to, if not that of this request.
    Raise PermissionDenied, with the reason, if the user cannot take the step, or if the request
    is not a GET and `back` is empty.
    """
    if hasattr(request, "key_second_step"):
        raise PermissionDenied(
            _("This needs your passkey. Use it, then make the key for your program again.")
        )
    if not offers_passkeys(request):
        raise PermissionDenied(
            _("This needs a passkey, and browsers offer passkeys only over https.")
        )
    if not has_passkeys(request.user):
        raise PermissionDenied(
            _("This needs a passkey. Add one under “Your account”, then use it.")
        )
    if request.method != "GET" and not back:
        raise PermissionDenied(_("Use your passkey first: go back and reload the page."))
    query = urlencode({"next": back or request.get_full_path()})
    return redirect(f"{reverse('mfa_reauthenticate_webauthn')}?{query}")


def has_passkeys(user: object) -> bool:
    """Return whether the user has any passkey."""
    if not isinstance(user, User):
        return False
    keys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return bool(keys.exists())


def needs_passkey(request: HttpRequest) -> bool:
    """Return whether a passkey is still required to change the sign-in methods of this account.

    Otherwise anybody with the password could add a passkey of their own.
    """
    if has_second_step(request) or not isinstance(request.user, User):
        return False
    keys = Membership.objects.filter(user=request.user, club__two_factors=True)
    guarded = any(GUARDED.intersection(roles) for roles in keys.values_list("roles", flat=True))
    return guarded and has_passkeys(request.user)
