"""Passwords: the hasher, a validator, and the page for a forgotten password."""

import threading

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club
from tarokk_club.club.models.people import build_name_key


class ClubNameValidator:
    """A validator that refuses a club's name, which anybody at the table would try first."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise ValidationError if the password is the name of any club of the site."""
        typed = build_name_key(password.strip())
        if any(
            build_name_key(name) == typed for name in Club.objects.values_list("name", flat=True)
        ):
            raise ValidationError(self.get_help_text(), code="password_is_club")

    def get_help_text(self) -> str:
        """Return the sentence that explains this rule on the pages of allauth."""
        return _("The password cannot be the name of a club.")


@login_not_required
def render_forgotten_password(request: HttpRequest) -> HttpResponse:
    """Render the page that tells the user to ask the club's owner for a password link.

    It is used on sites that send no mail.
    """
    return render(request, "account/ask_the_owner.html")


_one_at_a_time = threading.Lock()


class ClubArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, 2 passes and 1 lane, computed one at a time so that memory suffices."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password."""
        with _one_at_a_time:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether the password matches the hash."""
        with _one_at_a_time:
            return super().verify(password, encoded)
