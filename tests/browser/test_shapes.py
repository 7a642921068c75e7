"""The pages of an evening on screens of every shape."""

import pytest

from support.catalogue import row
from support.club_factories import PASSED_OUT, House, a_hand, recorded
from support.entry_phone import Phone
from tarokk_club.club.models import Session

pytestmark = pytest.mark.ci

PLAIN = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


@row("U29")
@pytest.mark.parametrize("size", [(844, 390), (1024, 768), (280, 653)])
def test_every_shape_of_screen_can_be_used(
    phone: Phone, house: House, session: Session, size: tuple[int, int]
) -> None:
    recorded(house, session, a_hand(house), PASSED_OUT)
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for name in ("sheet", "hand_new", "board", "settlement"):
        phone.open(name)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= size[0], name
    phone.open()
    phone.choose(**PLAIN)
    phone.save()
    phone.expect_saved(3)
