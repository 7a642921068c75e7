"""Take everything about a person out of an account; in a unit of work only.

The row stays, as the history is chained over its id.
"""

import json
from typing import Any

from django.contrib.sessions.models import Session as Cookie
from django.utils import timezone

from tarokk_club.club.models import (
    ApiKey,
    Erasure,
    Membership,
    Notice,
    NoticeChoice,
    PasswordLink,
    PushDevice,
    User,
)
from tarokk_club.club.names.name_search import NameFinder

# What an account is signed in as, in the rows of the framework.
_WHO = "_auth_user_id"
_OURS = "club"


def empty_account(user: User, pseudonym: str) -> None:
    """Nobody can sign in to it again, and nothing shows whose it was."""
    _drop_elsewhere(user)
    PasswordLink.objects.filter(user=user).delete()
    ApiKey.objects.filter(user=user).delete()
    for own in (Notice, PushDevice, NoticeChoice):
        own.objects.filter(user=user).delete()
    Membership.objects.filter(user=user).delete()
    user.groups.clear()
    user.username = f"erased-{user.pk}"
    user.name, user.email = pseudonym, ""
    user.language, user.theme, user.hand_side = "", "", ""
    user.last_login = None
    user.is_active = False
    user.set_unusable_password()
    user.save()
    # A book from before may know the account in clubs that it had left by now.
    Erasure.objects.create(user=user.pk, at=timezone.now())


def end_visits(user: User | None, finder: NameFinder) -> None:
    """End the person's visits, and drop messages with the name that others have not read yet."""
    store: Any = Cookie.get_session_store_class()
    for row in Cookie.objects.all():
        data = row.get_decoded()
        if user and data.get(_WHO) == str(user.pk):
            row.delete()
        elif finder.found(_waiting(data.get("_messages"))):
            del data["_messages"]
            row.session_data = store().encode(data)
            row.save(update_fields=["session_data"])


def _waiting(messages: str | None) -> str:
    return json.dumps(json.loads(messages), ensure_ascii=False) if messages else ""


def _drop_elsewhere(user: User) -> None:
    """What the libraries keep of the account: addresses, devices, keys."""
    for relation in User._meta.related_objects:
        model: Any = relation.related_model
        if model._meta.app_label != _OURS:
            model._default_manager.filter(**{relation.field.name: user}).delete()
