"""The addresses of the whole site."""

from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

from tarokk_club.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("accounts/", include("allauth.urls")),
    path("language/", login_not_required(set_language), name="set_language"),
    path("", include("tarokk_club.club.urls")),
]
