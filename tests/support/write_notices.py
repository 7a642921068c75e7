"""Every write of a user about notices."""

from collections.abc import Callable

from support.push_receiver import HOST, Browser, plain
from support.write_paths import Act, Scene
from tarokk_club.club.models import NoticeChannel, NoticeKind
from tarokk_club.club.notices.push_keys import derive_public_key
from tarokk_club.club.notices.usecases.devices import (
    SubmittedDevice,
    delete_chosen_push_device,
    save_notice_choices,
    save_push_device,
    stop_mails,
)
from tarokk_club.club.people.usecases.accounts import delete_push_devices


def choosing(on: Scene) -> Act:
    wanted = [(NoticeKind.PLAN, NoticeChannel.PUSH), (NoticeKind.DEBTS, NoticeChannel.LETTER)]
    return lambda: save_notice_choices(
        user=on.secretary, wanted=wanted, channels=list(NoticeChannel)
    )


def allowing(on: Scene) -> Act:
    """Register a device that replaces an earlier registration of the browser."""
    browser = Browser()
    browser.device(on.secretary, path="/before", mark="this browser")
    said = SubmittedDevice(
        endpoint=f"https://{HOST}/again",
        p256dh=plain(browser.point),
        auth=plain(browser.secret),
        key=derive_public_key(),
        fingerprint="this browser",
        session_key="",
        agent="Firefox",
    )
    return lambda: save_push_device(user=on.secretary, device=said)


def forgetting(on: Scene) -> Act:
    browser = Browser()
    for path in ("/first", "/second"):
        browser.device(on.secretary, path=path)
    return lambda: delete_push_devices(user=on.secretary)


def dropping(on: Scene) -> Act:
    device = Browser().device(on.secretary, path="/first")
    return lambda: delete_chosen_push_device(user=on.secretary, device_id=device.pk)


def stopping(on: Scene) -> Act:
    """Stop all kinds of emails."""
    return lambda: stop_mails(user=on.secretary, kind=None)


# Use case to the acts that test it.
NOTICE_ACTS: dict[str, list[Callable[[Scene], Act]]] = {
    "save_notice_choices": [choosing],
    "save_push_device": [allowing],
    "delete_chosen_push_device": [dropping],
    "delete_push_devices": [forgetting],
    "stop_mails": [stopping],
}
