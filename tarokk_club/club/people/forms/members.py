"""Forms for invitations, members, new accounts, passwords and profiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.pages.forms import KeyForm, build_hidden_switch
from tarokk_club.club.pages.widgets import Chips, Ticks

ONCE, EVENING = "once", "evening"
LASTING = [(ONCE, _("One person")), (EVENING, _("All who come this evening"))]


def _build_password_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        strip=False,
        help_text=_("At least 8 characters; a short sentence is easy to keep in mind."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class InviteForm(KeyForm):
    """A form for a new invitation, for one person or for all who come this evening.

    roles: the value and label of each role to choose from.
    players: the id and name of each player to choose from.
    """

    lasting = forms.ChoiceField(label=_("For whom"), choices=LASTING, widget=Chips)
    role = forms.ChoiceField(label=_("Role"), widget=Chips)
    player = forms.ChoiceField(
        label=_("Plays as"),
        required=False,
        help_text=_("If they are already a player in the book, choose who."),
    )

    def __init__(
        self,
        *args: Any,
        roles: Sequence[tuple[str, Any]],
        players: Iterable[tuple[str, str]],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.fields["role"].choices = roles  # type: ignore[attr-defined]  # a ChoiceField
        choices = [("", _("Nobody in the book yet")), *players]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField
        self.initial.setdefault("lasting", ONCE)


class RolesForm(KeyForm):
    """A form for the roles of a member.

    tasks: the description of each role.
    locked: the roles that the user cannot give, displayed as disabled.
    """

    roles = forms.MultipleChoiceField(label=_("Roles"), required=False, widget=Ticks)

    def __init__(
        self,
        *args: Any,
        roles: Sequence[tuple[str, Any]],
        tasks: dict[str, Any],
        locked: frozenset[str] = frozenset(),
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        field = self.fields["roles"]
        field.choices = roles  # type: ignore[attr-defined]  # a ChoiceField
        field.widget.tasks, field.widget.locked = tasks, locked


class MemberPlayerForm(KeyForm):
    """A form to link a member to a player."""

    player = forms.ChoiceField(
        label=_("Plays as"),
        required=False,
        help_text=_(
            "This account then sees its own results and money, and confirms or objects as this"
            " player."
        ),
        error_messages={"invalid_choice": _("Choose a player who belongs to no account.")},
    )

    def __init__(self, *args: Any, players: Iterable[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", _("Nobody in the book")), *players]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField


class TwoFactorsForm(KeyForm):
    """A form to set whether owners and treasurers need a passkey after the password."""

    wanted = build_hidden_switch()


class NewcomerForm(KeyForm):
    """A form for an invited person to create an account."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=80,
        help_text=_("You sign in with it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "words"}),
    )
    password = _build_password_field(_("Password"))


class JoinForm(KeyForm):
    """A form for a signed-in user to accept an invitation.

    account: the id of the account that the page displayed.
    """

    account = forms.UUIDField(widget=forms.HiddenInput)


class NewPasswordForm(KeyForm):
    """A form for a new password.

    gone: the ids of the passkeys to remove from the account.
    """

    password = _build_password_field(_("New password"))
    gone = forms.MultipleChoiceField(
        label=_("Passkeys to remove"),
        required=False,
        help_text=_(
            "Each of these opens the account without a password. Tick those you no longer have."
        ),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self, *args: Any, passkeys: Sequence[tuple[str, str]] = (), **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.fields["gone"].choices = passkeys  # type: ignore[attr-defined]  # a MultipleChoiceField
        if not passkeys:
            del self.fields["gone"]


class ProfileForm(KeyForm):
    """A form for the user's name and language."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[*settings.LANGUAGES, ("", _("The club's language"))],
        widget=Chips,
    )
