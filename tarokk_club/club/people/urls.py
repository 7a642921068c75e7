"""URLs of accounts, members and invitations, at the root and below a club."""

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
    path("", account.me, name="me"),
    path("sign-out/", account.leave_everywhere, name="leave_everywhere"),
    path("sign-out/<int:visit_id>/", account.sign_out_device, name="sign_out_device"),
    path("guests/<uuid:player_id>/", account.me_hidden, name="me_hidden"),
]
site_urls: list[URLPattern | URLResolver] = [
    path("appearance/", appearance.appearance, name="appearance"),
    path("found/", founding.found, name="found"),
    path("clubs/", site_clubs.site_clubs, name="site_clubs"),
    path("clubs/password/", site_clubs.operators_password_link, name="operators_password_link"),
    path("clubs/new/", founding.found_further, name="found_further"),
    path("me/", include(_me)),
    path("i/<secret:token>/", joining.invited, name="invited"),
    path("p/<secret:token>/", joining.new_password, name="new_password"),
]
_member: list[URLPattern | URLResolver] = [
    path("", members.member, name="member"),
    path("player/", members.member_player, name="member_player"),
    path("remove/", members.member_remove, name="member_remove"),
    path("password/", members.member_password, name="member_password"),
]
club_urls: list[URLPattern | URLResolver] = [
    path("members/", members.members, name="members"),
    path("members/invite/", invitations.invite, name="invite"),
    path("members/two-factors/", members.two_factors, name="two_factors"),
    path("members/<uuid:user_id>/", include(_member)),
    path("passwords/<uuid:link_id>/", members.password_link, name="password_link"),
    path("invitations/<uuid:invitation_id>/", invitations.invitation, name="invitation"),
    path(
        "invitations/<uuid:invitation_id>/revoke/",
        invitations.invitation_revoke,
        name="invitation_revoke",
    ),
]
