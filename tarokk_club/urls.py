"""URL patterns of the whole site."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from tarokk_club.accounts.operator_admin import build_operator_urls
from tarokk_club.accounts.passwords import render_forgotten_password
from tarokk_club.club.pages.loaders import signed_in
from tarokk_club.club.people.views.account import ChangePassword
from tarokk_club.serving.health import check_health, report_alive
from tarokk_club.serving.metrics import render_metrics

# Before allauth's page, which would promise a mail.
WITHOUT_MAIL = [
    path("accounts/password/reset/", render_forgotten_password, name="account_reset_password"),
]
handler400 = "tarokk_club.http.error_pages.bad_request"
handler403 = "tarokk_club.http.error_pages.permission_denied"
handler404 = "tarokk_club.http.error_pages.not_found"
# Not Django's: the accounts library calls it.
handler429 = "tarokk_club.http.error_pages.too_many_requests"
handler500 = "tarokk_club.http.error_pages.server_error"
# Only the passkeys of allauth.mfa are used: their list is its index page, and users
# reauthenticate by password or passkey, never by a code.
PASSKEYS_ONLY = [
    path(
        "accounts/2fa/",
        RedirectView.as_view(pattern_name="mfa_list_webauthn"),
        name="mfa_index",
    ),
    path(
        "accounts/2fa/reauthenticate/",
        RedirectView.as_view(pattern_name="account_reauthenticate", query_string=True),
        name="mfa_reauthenticate",
    ),
]
# It lists the keys and calendar links that remain valid, so that they can be revoked too.
WITH_KEYS = [
    path(
        "accounts/password/change/",
        signed_in(ChangePassword.as_view()),
        name="account_change_password",
    ),
]
# The account page lists the sign-in sessions and can end all of them.
SESSIONS_ON_ACCOUNT_PAGE = [
    path(
        "accounts/sessions/",
        RedirectView.as_view(pattern_name="club:me"),
        name="usersessions_list",
    ),
]
urlpatterns = [
    path("healthz", check_health, name="healthz"),
    path("healthz/alive", report_alive, name="alive"),
    path("metrics", render_metrics, name="metrics"),
    *([] if settings.EMAIL_CONFIGURED else WITHOUT_MAIL),
    *PASSKEYS_ONLY,
    *SESSIONS_ON_ACCOUNT_PAGE,
    *WITH_KEYS,
    path("accounts/", include("allauth.urls")),
    path("language/", login_not_required(set_language), name="set_language"),
    *build_operator_urls(settings.ADMIN_PATH),
    path("", include("tarokk_club.club.urls")),
]
