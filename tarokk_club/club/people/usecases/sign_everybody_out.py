"""End every sign-in of the site, as after a restore."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as Cookie

from tarokk_club.club.models import PushDevice


def sign_everybody_out() -> int:
    """Everybody signs in anew; how many sign-ins were ended.

    A backup is older than a sign-out, a change of password or of rights that came after it.
    """
    UserSession.objects.all().delete()
    PushDevice.objects.all().delete()
    return Cookie.objects.all().delete()[0]
