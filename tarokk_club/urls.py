"""The addresses of the whole site."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

from tarokk_club.health import healthz
from tarokk_club.passwords import ask_the_owner

# Stands before the page of the accounts library, which would promise a mail.
WITHOUT_MAIL = [
    path("accounts/password/reset/", ask_the_owner, name="account_reset_password"),
]
handler500 = "tarokk_club.faults.server_error"
urlpatterns = [
    path("healthz", healthz, name="healthz"),
    *([] if settings.EMAIL_CONFIGURED else WITHOUT_MAIL),
    path("accounts/", include("allauth.urls")),
    path("language/", login_not_required(set_language), name="set_language"),
    path("", include("tarokk_club.club.urls")),
]
