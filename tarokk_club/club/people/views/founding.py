"""Pages to found the first club of a site and other clubs."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.accounts.founding_code import (
    delete_founding_code,
    is_founding_code,
    needs_founding_code,
)
from tarokk_club.club.models import Club, User
from tarokk_club.club.pages.link_pages import MINUTE, count_guess, render_too_many
from tarokk_club.club.pages.loaders import (
    MemberRequest,
    activate_club_language,
    public,
    signed_in,
)
from tarokk_club.club.pages.responses import read_post, render_page, try_write
from tarokk_club.club.people.forms.founding import ClubForm, FirstClubForm, FurtherClubForm
from tarokk_club.club.people.queries.clubs import has_accounts, is_site_founded
from tarokk_club.club.people.usecases.clubs import Founding, NewClub, found_club, found_further_club
from tarokk_club.club.writing.errors import AlreadyFoundedError, TooManyError
from tarokk_club.club.writing.permissions import can_found_club

_FIELDS = {"club_name": "club", "founder": "name"}


@public
def found_first_club(request: HttpRequest) -> HttpResponseBase:
    """Show the form to found the first club of the site; a POST founds it and signs the owner in.

    Redirect home if the site already has a club, other than a demonstration club.
    """
    if is_site_founded():
        return redirect("club:home")
    form = FirstClubForm(read_post(request), needs_code=needs_founding_code(request))
    needs_code = "code" in form.fields and request.method == "POST"
    if needs_code and not count_guess(request, action="founding_code"):
        return render_too_many(request, seconds=MINUTE)
    if request.method == "POST" and form.is_valid() and _validate_founding(form):
        club = _submit_founding(form)
        if club:
            delete_founding_code()
            login(request, club.founded_by)
            return redirect("club:club", club.slug)
    context = {"form": form, "has_accounts": has_accounts()}
    return render_page(request, "club/people/found.html", context)


def _validate_founding(form: FirstClubForm) -> bool:
    """Check the founding code and the password, and return whether both are valid.

    Add an error to the form for each that is not.
    """
    data = form.cleaned_data
    if "code" in form.fields and not is_founding_code(data["code"]):
        form.add_error("code", _("This is not the code that the terminal shows."))
    try:
        validate_password(data["password"], User(username=data["name"], name=data["name"]))
        # The name of the club is the first password that a guest would guess.
        validate_password(data["password"], User(name=data["club"]))
    except ValidationError as fault:
        form.add_error("password", fault)
    return not form.errors


def _submit_founding(form: FirstClubForm) -> Club | None:
    data = form.cleaned_data
    founding = Founding(**_read_new_club(form), founder=data["name"], password=data["password"])
    try:
        return try_write(form, lambda: found_club(founding=founding), fields=_FIELDS)
    except AlreadyFoundedError:
        raise PermissionDenied(_("This site has its club already.")) from None


def _read_new_club(form: ClubForm) -> dict[str, Any]:
    """Return the form's data as arguments of NewClub."""
    data = form.cleaned_data
    arguments = {name: data[name] for name in ("key", "currency", "language", "time_zone")}
    return {**arguments, "club_name": data["club"]}


@signed_in
def found_another_club(request: HttpRequest) -> HttpResponseBase:
    """Show the form to found another club; a POST founds it.

    Raise PermissionDenied if the user may not found clubs.
    """
    user = cast(User, request.user)
    if not can_found_club(user):
        raise PermissionDenied(_("Further clubs are founded by the operator of the site."))
    form = FurtherClubForm(read_post(request), for_others=user.is_superuser)
    if request.method == "POST" and form.is_valid():
        new, owner = NewClub(**_read_new_club(form)), form.cleaned_data.get("owner", "")
        try:
            club = try_write(
                form, lambda: found_further_club(new=new, by=user, owner=owner), fields=_FIELDS
            )
        except TooManyError as fault:
            return render_too_many(request, seconds=fault.seconds)
        if club and club.founded_by_id != user.pk:
            text = _("%(club)s is founded for %(owner)s.")
            messages.success(request, text % {"club": club.name, "owner": owner})
            return redirect("club:site_clubs")
        if club:
            # The next page is in the club's language, so the message must be too.
            activate_club_language(cast(MemberRequest, request), club)
            text = _("%(club)s is founded. You are its owner and secretary.")
            messages.success(request, text % {"club": club.name})
            return redirect("club:club", club.slug)
    return render_page(request, "club/people/found_further.html", {"form": form})
