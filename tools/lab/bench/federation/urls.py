"""The addresses of the site and one page more: what any page costs that a member opens."""

from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path

from tarokk_club.club.models import Club
from tarokk_club.club.pages.loaders import signed_in
from tarokk_club.urls import urlpatterns as site

BASE = "/bench/"


@signed_in
def base(request: HttpRequest) -> HttpResponseBase:
    """One query and the base template: what the other pages are measured by."""
    club = Club.objects.filter(memberships__user=request.user.pk).first()
    return TemplateResponse(request, "base.html", {"club": club})


urlpatterns = [path(BASE.strip("/") + "/", base), *site]
