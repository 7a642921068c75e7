"""The URL patterns of the site plus a base page, which has the costs common to all member pages."""

from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path

from tarokk_club.club.models import Club
from tarokk_club.club.pages.loaders import signed_in
from tarokk_club.urls import urlpatterns as site

BASE = "/bench/"


@signed_in
def render_base_page(request: HttpRequest) -> HttpResponseBase:
    """Render the base template with one query, as the reference for other pages."""
    club = Club.objects.filter(memberships__user=request.user.pk).first()
    return TemplateResponse(request, "base.html", {"club": club})


urlpatterns = [path(BASE.strip("/") + "/", render_base_page), *site]
