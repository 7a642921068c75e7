"""The only imports of allauth's internals, and the messages that this site translates itself.

A new version of allauth may change its internals.
"""

from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage, consume, get_ip
from allauth.usersessions.internal.flows.sessions import end_sessions
from django.utils.translation import gettext_noop

__all__ = [
    "WORDS",
    "RateLimitUsage",
    "consume",
    "end_sessions",
    "get_authentication_records",
    "get_ip",
    "raise_if_reauthentication_required",
    "ratelimit",
]

# The catalogues of allauth address users informally, but this site does so formally. So the site's
# catalogues, which are searched first, contain the same messages.
WORDS = (
    gettext_noop("Username"),
    gettext_noop("Forgot your password?"),
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Successfully signed in as %(name)s."),
    gettext_noop("You have signed out."),
    gettext_noop("Current Password"),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Please type your current password."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("Password successfully changed."),
    gettext_noop("Incorrect password."),
)
