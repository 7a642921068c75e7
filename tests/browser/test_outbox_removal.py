"""A saved hand leaves the outbox of the phone while the sheet opens."""

from support.catalogue import row
from support.club_factories import House
from support.offline_phone import CellarPhone, expect_waiting, storage
from tarokk_club.club.models import Entry

# Only the first transaction that writes ends, which stores the hand; its removal never does.
KEEP_IN_STORE = """() => {
  const { transaction } = IDBDatabase.prototype;
  const request = {};
  const store = { get: () => request, getAll: () => request, delete: () => request };
  let writes = 0;
  IDBDatabase.prototype.transaction = function (name, mode, options) {
    if (mode === "readwrite" && writes++) return { objectStore: () => store };
    return transaction.call(this, name, mode, options);
  };
}"""


@row("R12")
def test_the_sheet_does_not_wait_until_the_hand_has_left_the_phone(
    cellar: CellarPhone, house: House
) -> None:
    cellar.open()
    cellar.page.evaluate(KEEP_IN_STORE)
    cellar.enter("Anna", "Csaba")
    cellar.page.wait_for_url(cellar.sheet)

    # The sheet sends it again under the same key.
    expect_waiting(cellar.page, 0)
    assert storage(cellar.page)["hands"] == 0
    assert [entry.record["declarer"] for entry in Entry.objects.all()] == [house.players["Anna"]]
