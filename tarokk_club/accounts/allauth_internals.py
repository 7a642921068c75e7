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
    # Only with a mail server: the pages about addresses and forgotten passwords, and their mails.
    gettext_noop("Email Addresses"),
    gettext_noop("The following email addresses are associated with your account:"),
    gettext_noop("Verified"),
    gettext_noop("Unverified"),
    gettext_noop("Primary"),
    gettext_noop("Make Primary"),
    gettext_noop("Re-send Verification"),
    gettext_noop("Add Email Address"),
    gettext_noop("Add Email"),
    gettext_noop("Do you really want to remove the selected email address?"),
    gettext_noop("Warning:"),
    gettext_noop(
        "You currently do not have any email address set up. You should really add an "
        "email address so you can receive notifications, reset your password, etc."
    ),
    gettext_noop("Confirm Email Address"),
    gettext_noop(
        'Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email '
        "address for user %(user_display)s."
    ),
    gettext_noop(
        "Unable to confirm %(email)s because it is already confirmed by a different account."
    ),
    gettext_noop(
        "This email confirmation link expired or is invalid. Please <a "
        'href="%(email_url)s">issue a new email confirmation request</a>.'
    ),
    gettext_noop("Password Reset"),
    gettext_noop(
        "Forgotten your password? Enter your email address below, and we'll send you "
        "an email allowing you to reset it."
    ),
    gettext_noop("Reset My Password"),
    gettext_noop("Please contact us if you have any trouble resetting your password."),
    gettext_noop(
        "We have sent you an email. If you have not received it please check your spam "
        "folder. Otherwise contact us if you do not receive it in a few minutes."
    ),
    gettext_noop("Change Password"),
    gettext_noop("Bad Token"),
    gettext_noop(
        "The password reset link was invalid, possibly because it has already been "
        'used.  Please request a <a href="%(passwd_reset_url)s">new password reset</a>.'
    ),
    gettext_noop("Cancel"),
    gettext_noop("Your password is now changed."),
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    gettext_noop("Removed email address %(email)s."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Confirmation email sent to %(email)s."),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("Primary email address set."),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop(
        "You're receiving this email because user %(user_display)s has given your "
        "email address to register an account on %(site_domain)s."
    ),
    gettext_noop("To confirm this is correct, go to %(activate_url)s"),
    gettext_noop("Hello from %(site_name)s!"),
    gettext_noop("Thank you for using %(site_name)s!\n%(site_domain)s"),
    gettext_noop("Password Reset Email"),
    gettext_noop(
        "You're receiving this email because you or someone else has requested a "
        "password reset for your user account.\nIt can be safely ignored if you did "
        "not request a password reset. Click the link below to reset your password."
    ),
    gettext_noop("In case you forgot, your username is %(username)s."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("A user is already registered with this email address."),
)
