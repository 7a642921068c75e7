"""The choice of the page that opens after a hand is saved."""

from __future__ import annotations

from django.contrib import messages
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tarokk_club.club.hand.views.entry_screen import NEW, Screen
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.people.usecases.accounts import set_next_hand_preference

# Form field for the page after saving, and its values.
THEN, SHEET, NEXT = "then", "sheet", "next"


def prepare_next_page(request: MemberRequest, screen: Screen, say: str) -> str:
    """Store the user's choice of the next page, and queue the message `say` for it.

    Return the URL of that page: the sheet, or the form for the next hand.
    """
    if not store_next_hand_choice(request, screen):
        messages.success(request, say)
        return screen.back_url
    undo = '{} <button type="submit" class="link" form="undo">{}</button>'
    messages.success(request, format_html(undo, say, _("Undo")))
    return screen.submit_url


def store_next_hand_choice(request: MemberRequest, screen: Screen) -> bool:
    """Store whether the user goes straight to the next hand after saving; return that choice.

    Return False if the hand is not new or the form did not submit the choice.
    """
    then = request.POST.get(THEN)
    if screen.mode != NEW or then not in (SHEET, NEXT):
        return False
    if request.user.next_hand != (then == NEXT):
        set_next_hand_preference(user=request.user, next_hand=then == NEXT)
    return then == NEXT
