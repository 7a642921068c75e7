"""A removed member, and a right taken away, are gone at the next request."""

from django.urls import reverse

from support.attackers import World, a_client, a_key
from support.catalogue import row
from tarokk_club.club.models import Membership


@row("S08")
def test_removed_member_loses_access_at_the_next_request(world: World) -> None:
    client = a_client(world.people["scorer"])
    url = reverse("club:sheet", args=[world.house.club.slug, world.session.id])
    hand = reverse("club:hand_new", args=[world.house.club.slug, world.session.id])
    inside = client.get(url).status_code

    Membership.objects.filter(user=world.people["scorer"]).delete()

    assert inside == 200
    assert client.get(url).status_code == 404
    assert client.post(hand, {"key": a_key(), "version": "4"}).status_code == 404


@row("S08")
def test_a_right_taken_away_is_gone_at_the_next_request(world: World) -> None:
    client = a_client(world.people["scorer"])
    url = reverse("club:undo", args=[world.house.club.slug, world.session.id])

    Membership.objects.filter(user=world.people["scorer"]).update(roles=["member"])

    assert client.post(url, {"key": a_key(), "version": "4"}).status_code == 403
