import pytest
from support.entry_phone import Phone, table_of


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("game", ["illustrated", "romanian", "danish"])
def test_shot(phone: Phone, width: int, game: str) -> None:
    phone.session = table_of(phone.house, game)
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.open()
    if game == "illustrated":
        phone.choose(declarer="Anna", bid="three", partner="Csaba", result="all_tricks")
        phone.tap("trull_ours")
        phone.tap("volat_theirs")
        phone.unfold("Birds")
        phone.tap("centrum_ours")
        phone.tap("king_ultimo_hearts_theirs")
    if game == "romanian":
        phone.choose(declarer="Anna", partner="Csaba", called="hearts")
        phone.tap("trula_theirs")
        phone.tap("rege_ultimo_ours")
        phone.tap("luna_prinsa_theirs")
    if game == "danish":
        phone.tap("announced_tout")
        phone.tap("last", "other_" + phone.house.players["Anna"])
    phone.page.wait_for_timeout(700)
    print(game, width, phone.wide_or_small(width))
    phone.page.screenshot(path=f"/tmp/shot-{game}-{width}.png", full_page=True)
