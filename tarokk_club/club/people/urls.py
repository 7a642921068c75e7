"""URLs of accounts, clubs, members and invitations, at the root and below a club."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tarokk_club.club.people.views import (
    account,
    appearance,
    founding,
    invitations,
    joining,
    members,
    site_clubs,
)

_me: list[URLPattern | URLResolver] = [
    path("", account.edit_account, name="me"),
    path("sign-out/", account.sign_out_everywhere, name="leave_everywhere"),
    path("sign-out/<int:visit_id>/", account.sign_out_device, name="sign_out_device"),
    path("guests/<uuid:player_id>/", account.set_own_name_hidden, name="me_hidden"),
]
site_urls: list[URLPattern | URLResolver] = [
    path("appearance/", appearance.choose_appearance, name="appearance"),
    path("found/", founding.found_first_club, name="found"),
    path("clubs/", site_clubs.list_site_clubs, name="site_clubs"),
    path("clubs/password/", site_clubs.create_lost_password_link, name="operators_password_link"),
    path("clubs/new/", founding.found_another_club, name="found_further"),
    path("me/", include(_me)),
    path("i/<secret:token>/", joining.accept_invitation, name="invited"),
    path("p/<secret:token>/", joining.set_new_password, name="new_password"),
]
_member: list[URLPattern | URLResolver] = [
    path("", members.edit_member, name="member"),
    path("player/", members.set_member_player, name="member_player"),
    path("remove/", members.expel_member, name="member_remove"),
    path("password/", members.create_password_link, name="member_password"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("members/", members.list_members, name="members"),
    path("members/invite/", invitations.create_invitation, name="invite"),
    path("members/two-factors/", members.set_two_factors, name="two_factors"),
    path("members/<uuid:user_id>/", include(_member)),
    path("passwords/<uuid:link_id>/", members.show_password_link, name="password_link"),
    path("invitations/<uuid:invitation_id>/", invitations.show_invitation, name="invitation"),
    path(
        "invitations/<uuid:invitation_id>/revoke/",
        invitations.end_invitation,
        name="invitation_revoke",
    ),
]
