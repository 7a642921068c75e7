"""The picture of the architecture: drawn from the code, the same for the same code."""

import re
from pathlib import Path

from support.source import ROOT
from tools.dev import picture
from tools.dev.rooms import Rooms, read_rooms

# A small house: who imports whom, one way, late and relative imports among them.
MODULES = {
    "tarokk_club/__init__.py": "",
    "tarokk_club/http/__init__.py": "",
    "tarokk_club/http/logs.py": "import json\n",
    "tarokk_club/club/__init__.py": "",
    "tarokk_club/club/urls.py": "from tarokk_club.club.money import views\n",
    "tarokk_club/club/values/__init__.py": "",
    "tarokk_club/club/values/days.py": "",
    "tarokk_club/club/people/__init__.py": "",
    "tarokk_club/club/people/queries.py": "from ..values.days import today\n",
    "tarokk_club/club/hand/__init__.py": "",
    "tarokk_club/club/hand/queries.py": (
        "from tarokk_club.club.people.queries import names\nfrom scoring.core.table import Table\n"
    ),
    "tarokk_club/club/money/__init__.py": "",
    "tarokk_club/club/money/views.py": (
        "from tarokk_club.club.hand.queries import points\n"
        "def late():\n    from tarokk_club.club.people import queries\n"
    ),
    "tarokk_club/club/ghosts/__init__.py": "",
    "tarokk_club/club/migrations/0001.py": "from tarokk_club.club.money import views\n",
    "scoring/__init__.py": "",
    "scoring/core/__init__.py": "",
    "scoring/core/table.py": "",
    "scoring/games/__init__.py": "",
    "scoring/games/danish/__init__.py": "from scoring.core import table\n",
    "tests/test_money.py": "from tarokk_club.club.money import views\n",
}


def a_house(root: Path, **changed: str) -> Rooms:
    """The rooms of the small house below `root`; changed: text of modules, dots in the keys."""
    for name, text in {**MODULES, **changed}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read_rooms(root)


def lines(drawn: str, kind: str) -> int:
    """How many lines of a kind there are."""
    return len(re.findall(f'<path class="{kind}"', drawn))


def test_the_picture_is_as_the_code_is_today() -> None:
    drawn = picture.draw_architecture(read_rooms(ROOT))

    assert (ROOT / picture.TARGET).read_text("utf-8") == drawn


def test_the_picture_is_drawn_on_a_small_house(tmp_path: Path) -> None:
    rooms = a_house(tmp_path)

    assert rooms.modules["money"] == 2
    assert "tests" not in rooms.modules
    assert rooms.uses == {
        ("club", "money"): 1,
        ("danish", "core"): 1,
        ("hand", "core"): 1,
        ("hand", "people"): 1,
        ("money", "hand"): 1,
        ("money", "people"): 1,
        ("people", "values"): 1,
    }
    assert picture.draw_architecture(rooms) == picture.draw_architecture(a_house(tmp_path))


def test_omits_a_line_implied_by_a_longer_path(tmp_path: Path) -> None:
    rooms = a_house(tmp_path)
    order = [room for band in picture.group_rooms_by_band(rooms).values() for room in band]

    assert picture.select_uses_to_draw(rooms, order) == [("hand", "people"), ("money", "hand")]
    assert lines(picture.draw_architecture(rooms), "use") == 2


def test_room_without_a_band_is_drawn_last(tmp_path: Path) -> None:
    bands = picture.group_rooms_by_band(a_house(tmp_path))

    assert list(bands)[-1] == picture.OTHERS
    assert bands[picture.OTHERS] == ["ghosts"]


def test_import_against_the_order_is_red(tmp_path: Path) -> None:
    upwards = "from tarokk_club.club.money import views\n"
    drawn = picture.draw_architecture(
        a_house(tmp_path, **{"tarokk_club/club/people/views.py": upwards})
    )

    assert lines(picture.draw_architecture(a_house(tmp_path / "good")), "against") == 0
    assert lines(drawn, "against") == 1


def test_a_universal_dependency_is_a_bar_with_a_user_count(tmp_path: Path) -> None:
    drawn = picture.draw_architecture(a_house(tmp_path))

    assert "2 modules, used by 1<" in drawn
    assert drawn.count('class="bar"') == len({"core", "http", "scoring", "values"})


def test_cross_cutting_rooms_may_use_each_other() -> None:
    order = ["api", "audit", "money", "hand"]

    assert not picture.is_upwards(("audit", "api"), order)
    assert picture.is_upwards(("hand", "audit"), order)
    assert picture.is_upwards(("hand", "money"), order)
    assert not picture.is_upwards(("money", "hand"), order)
