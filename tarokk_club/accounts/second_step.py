"""The second step: a passkey after the password, where a club asks it of who holds its keys."""

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

# Who may let people in, or moves money, proves it twice; without it they are members like others.
GUARDED = frozenset({Role.OWNER.value, Role.TREASURER.value})
WITHOUT = frozenset({Role.MEMBER.value, Role.SCORER.value})


def has_second(request: HttpRequest) -> bool:
    """Whether a passkey was shown since signing in, or was the way in; for a key, when it was
    made.
    """
    if (by_key := getattr(request, "key_second_step", None)) is not None:
        return bool(by_key)
    records = get_authentication_records(request, request.user)
    return any(record.get("method") == "mfa" for record in records)


def roles_now(request: HttpRequest, club: Club, roles: list[str]) -> list[str]:
    """The roles that count at this moment; fewer until the second step is done."""
    if not club.two_factors or not GUARDED.intersection(roles) or has_second(request):
        return roles
    return sorted({Role.MEMBER.value} | WITHOUT.intersection(roles))


def to_second_step(request: HttpRequest, *, back: str = "") -> HttpResponseBase:
    """The way to it; where there is none, a sentence says what is missing.

    back: where to go on afterwards, where it is not the page that was asked for.
    """
    if hasattr(request, "key_second_step"):
        raise PermissionDenied(
            _("A passkey is asked for here. Show it, then make the key for your programme anew.")
        )
    if not offers_passkeys(request):
        raise PermissionDenied(
            _("A passkey is asked for here, and browsers show one on https alone.")
        )
    if not has_passkeys(request.user):
        raise PermissionDenied(
            _("A passkey is asked for here. Add one under “Your account”, then show it.")
        )
    if request.method != "GET" and not back:
        raise PermissionDenied(_("Show your passkey first: go back and load the page anew."))
    asked = urlencode({"next": back or request.get_full_path()})
    return redirect(f"{reverse('mfa_reauthenticate_webauthn')}?{asked}")


def has_passkeys(user: object) -> bool:
    """Whether the person has any."""
    if not isinstance(user, User):
        return False
    keys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return bool(keys.exists())


def must_show(request: HttpRequest) -> bool:
    """Whether a password alone is not enough to change how this account is opened.

    Else whoever knows the password would add a passkey of their own.
    """
    if has_second(request) or not isinstance(request.user, User):
        return False
    keys = Membership.objects.filter(user=request.user, club__two_factors=True)
    guarded = any(GUARDED.intersection(roles) for roles in keys.values_list("roles", flat=True))
    return guarded and has_passkeys(request.user)
