"""Messages of allauth, translated again in this project.

The catalogues of allauth use the informal form of address and this site the formal one, so the
site's catalogues, which are searched first, contain the same messages.
"""

from django.utils.translation import gettext_noop

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
