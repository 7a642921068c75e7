"""Pages to choose notices, register and remove push devices, and stop mails by a link."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from tarokk_club.accounts.device_sessions import compute_device_fingerprint
from tarokk_club.club.models import NoticeChannel, User
from tarokk_club.club.notices.defaults import list_available_channels
from tarokk_club.club.notices.forms import NoticesForm, PushDeviceForm, StopForm
from tarokk_club.club.notices.push_keys import derive_public_key
from tarokk_club.club.notices.queries.push_devices import list_push_devices
from tarokk_club.club.notices.queries.recipients import load_notice_choices
from tarokk_club.club.notices.unsubscribe import read_unsubscribe_token
from tarokk_club.club.notices.usecases import devices
from tarokk_club.club.notices.usecases.devices import save_notice_choices, stop_mails
from tarokk_club.club.notices.words import choose_notice_language
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.link_pages import require_valid_link
from tarokk_club.club.pages.loaders import signed_in
from tarokk_club.club.pages.responses import read_post, render_page, try_write


@signed_in
def edit_notice_choices(request: HttpRequest) -> HttpResponseBase:
    """Show and save the choice of notices by channel, and list the user's push devices."""
    user = cast(User, request.user)
    channels = _list_user_channels(user)
    form = NoticesForm(read_post(request), channels=channels, chosen=load_notice_choices(user))
    if request.method == "POST" and form.is_valid():
        save_notice_choices(user=user, wanted=form.read_choices(), channels=channels)
        messages.success(request, _("Saved."))
        return redirect("club:notices")
    return _render_notices(request, form, PushDeviceForm())


@signed_in
def register_push_device(request: HttpRequest) -> HttpResponseBase:
    """Register this browser for push notifications, with the form that the script submits."""
    if request.method != "POST" or NoticeChannel.PUSH not in list_available_channels():
        return redirect("club:notices")
    user = cast(User, request.user)
    form = PushDeviceForm(request.POST)
    if form.is_valid():
        device = _read_device(request, form)
        if try_write(form, lambda: devices.save_push_device(user=user, device=device)):
            messages.success(request, _("This phone shows the notices that you chose for phones."))
            return redirect("club:notices")
    chosen = NoticesForm(channels=_list_user_channels(user), chosen=load_notice_choices(user))
    return _render_notices(request, chosen, form)


@signed_in
def remove_push_device(request: HttpRequest, device_id: UUID) -> HttpResponseBase:
    """Stop push notifications on one device."""
    if request.method == "POST" and devices.delete_chosen_push_device(
        user=cast(User, request.user), device_id=device_id
    ):
        messages.success(request, _("That phone no longer shows notices."))
    return redirect("club:notices")


@csrf_exempt
@require_valid_link
def stop_mails_by_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Stop a kind of mail without signing in; GET shows the page, POST stops the mails.

    There is no CSRF token, as mail programs may submit the request for the user (RFC 8058).
    Only the recipient has the link, and it can only stop mails.
    """
    stopping = read_unsubscribe_token(token)
    form = StopForm(read_post(request))
    one_click = request.POST.get("List-Unsubscribe") == "One-Click"
    with translation.override(choose_notice_language(stopping.user, None)):
        if one_click or (request.method == "POST" and form.is_valid()):
            every = not one_click and form.cleaned_data["everything"]
            stop_mails(user=stopping.user, kind=None if every else stopping.kind)
            if one_click:
                return HttpResponse(status=204)
            return redirect(f"{request.path}?stopped")
        context = {"form": form, "kind": stopping.kind, "stopped": "stopped" in request.GET}
        # Rendered here, while the user's language is active.
        return render_page(request, "club/notices/stop.html", context).render()


def _list_user_channels(user: User) -> tuple[NoticeChannel, ...]:
    """Return the available channels by which this user can be reached."""
    return tuple(
        channel
        for channel in list_available_channels()
        if channel == NoticeChannel.PUSH or user.email
    )


def _render_notices(
    request: HttpRequest, form: NoticesForm, phone: PushDeviceForm
) -> HttpResponseBase:
    user = cast(User, request.user)
    channels = list_available_channels()
    context = {
        "form": phone if phone.is_bound else form,
        "choices": form,
        "phone": phone,
        "phones": list_push_devices(user, fingerprint=compute_device_fingerprint(request)),
        "has_mail": NoticeChannel.LETTER in channels,
        "address": user.email,
        "has_push": NoticeChannel.PUSH in channels,
        "key": derive_public_key() if NoticeChannel.PUSH in channels else "",
        "drop": KeyForm(),
    }
    return render_page(request, "club/notices/page.html", context)


def _read_device(request: HttpRequest, form: PushDeviceForm) -> devices.SubmittedDevice:
    data = form.cleaned_data
    return devices.SubmittedDevice(
        endpoint=data["endpoint"],
        p256dh=data["p256dh"],
        auth=data["auth"],
        key=data["server"],
        fingerprint=compute_device_fingerprint(request),
        session_key=request.session.session_key or "",
        agent=request.headers.get("User-Agent", "")[:300],
    )
