"""Phones that show notices go with their sign-in: they move on with it, and end with it."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from tarokk_club.accounts.device_sessions import device_mark
from tarokk_club.club.models import PushDevice, User


def device_signed_in(request: HttpRequest, user: User) -> None:
    """The phone belongs to the new sign-in from now on; one of somebody else's goes."""
    mark = device_mark(request)
    if not mark:
        return
    here = PushDevice.objects.filter(mark=mark)
    here.exclude(user=user).delete()
    key = request.session.session_key or ""
    here.filter(user=user).update(session_key=key, seen_at=timezone.now())


def device_signed_out(request: HttpRequest, user: User) -> None:
    """The phone shows nothing to whoever holds it next."""
    here = Q(session_key=request.session.session_key or "-")
    if mark := device_mark(request):
        here |= Q(mark=mark)
    PushDevice.objects.filter(here, user=user).delete()


def only_this_device(request: HttpRequest | None, user: User) -> None:
    """The other phones are signed out by a new password; this one goes on."""
    mark = device_mark(request) if request else ""
    PushDevice.objects.filter(user=user).exclude(mark=mark or "-").delete()
