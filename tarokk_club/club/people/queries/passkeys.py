"""The passkeys of a person."""

from allauth.mfa.models import Authenticator

from tarokk_club.club.models import User


def passkeys_of(user: User) -> tuple[tuple[str, str], ...]:
    """Id and name of each, oldest first."""
    rows = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return tuple((str(one.pk), str(one.wrap().name)) for one in rows.order_by("created_at"))
