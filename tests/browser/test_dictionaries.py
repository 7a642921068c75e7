"""A phone fetches the form of a hand against the dictionary that its sheet has brought."""

import pytest

from support.catalogue import row
from support.entry_phone import Phone

pytestmark = pytest.mark.ci
# The browser fetches a dictionary only when it is idle.
TRIES = 20


@row("U22")
def test_form_opened_after_its_sheet_is_compressed_with_the_dictionary(phone: Phone) -> None:
    encoding = ""
    for _ in range(TRIES):
        phone.open("sheet")
        phone.page.wait_for_timeout(500)
        answer = phone.page.goto(phone.page.url + "hand/")
        assert answer
        encoding = answer.all_headers()["content-encoding"]
        if encoding == "dcz":
            break

    assert encoding == "dcz"
    phone.tap("declarer", "Anna")
    assert phone.input("declarer", "Anna").is_checked()
