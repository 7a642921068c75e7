"""Draw docs/pictures/architecture.svg from the code: the rooms in layers, and their dependencies.

Each band is drawn above those it may use. A line goes from a room to a room it uses. A line is
left out if a longer path implies it, so that the drawing stays readable. A room that every room
uses is drawn as a bar. A line that goes up, against the order, is red: there should be none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from tools.dev.rooms import Rooms, read_rooms

TARGET = Path("docs") / "pictures" / "architecture.svg"
# From the band that may use all others to the lowest; a room not named here is drawn too.
FRAME, ACROSS_ALL = (
    "what starts the site and what every request meets",
    "across: these see everything",
)
BANDS: Mapping[str, tuple[str, ...]] = {
    FRAME: ("serving", "accounts", "http", "database"),
    ACROSS_ALL: ("api", "home", "audit", "guests", "privacy", "merging", "transfer"),
    "what follows": (
        *("notices", "calendar", "tournaments", "statistics", "seasons"),
        *("finale", "money"),
    ),
    "play": ("rules", "paper", "sheet", "confirmations", "hand", "session"),
    "who": ("people",),
    "what every room uses": (
        *("pages", "writing", "formatting", "tables"),
        *("charts", "names", "models", "values"),
    ),
    "scoring: what the site asks": ("scoring", "ledger"),
    "scoring: the games": (
        *("zebi", "magas", "illustrated", "paskievics"),
        *("hungarian", "taper", "romanian", "danish"),
    ),
    "scoring: what every game uses": ("core",),
}
OTHERS = "not placed yet"
# All rooms use these, so their users are counted instead of drawn.
BARS = {*BANDS[FRAME], *BANDS["what every room uses"], "scoring", "ledger", "core"}
# Folders that are no rooms.
HIDDEN = {"club", "tarokk_club", "games", "management", "templatetags"}
WIDTH, LEFT, TOP = 1000, 20, 30
BOX_WIDTH, BOX_HEIGHT, BOX_GAP, ROW_GAP = 108, 40, 24, 56
STYLE = (
    "text{font:13px sans-serif;fill:#1f1a13}.band{font-size:12px;fill:#6b6154}"
    ".room{fill:#fffdf8;stroke:#7a6a4f}.bar{fill:#f0e9dc;stroke:#7a6a4f}"
    ".few{font-size:10px;fill:#6b6154}.use{fill:none;stroke:#8c7f6a}"
    ".against{fill:none;stroke:#b3261e;stroke-width:2}"
)
Box = tuple[float, float, float]
Use = tuple[str, str]
Point = tuple[float, float]


def draw_architecture(rooms: Rooms) -> str:
    """Return the picture as SVG, identical for the same code."""
    bands = group_rooms_by_band(rooms)
    boxes = dict(_place_boxes(bands))
    order = [room for band in bands.values() for room in band]
    lines = [
        _draw_use(use, boxes, upwards=is_upwards(use, order))
        for use in select_uses_to_draw(rooms, order)
    ]
    height = max(top for _left, top, _width in boxes.values()) + BOX_HEIGHT + TOP
    texts = [
        _draw_text(LEFT, _compute_row_top(number) - 8, name, "band")
        for number, name in enumerate(bands)
    ]
    parts = [*texts, *lines, *(_draw_box(room, boxes[room], rooms) for room in order)]
    return "\n".join([_draw_header(height), *parts, "</svg>"]) + "\n"


def group_rooms_by_band(rooms: Rooms) -> dict[str, list[str]]:
    """Return the existing rooms by band; rooms that no band names come last."""
    placed = {room for band in BANDS.values() for room in band}
    bands = {name: [room for room in band if room in rooms.modules] for name, band in BANDS.items()}
    bands[OTHERS] = [room for room in rooms.modules if room not in placed | HIDDEN]
    return {name: band for name, band in bands.items() if band}


def is_upwards(use: Use, order: list[str]) -> bool:
    """Return whether a use goes up; rooms in the band across may use each other in any order."""
    across = set(use) <= set(BANDS[ACROSS_ALL])
    return not across and order.index(use[0]) > order.index(use[1])


def select_uses_to_draw(rooms: Rooms, order: list[str]) -> list[Use]:
    """Return the uses to draw, without those of bars and those that a longer path implies.

    A use that goes up is always drawn.
    """
    uses = [use for use in rooms.uses if set(use) <= set(order) - BARS]
    down = {use for use in uses if order.index(use[0]) < order.index(use[1])}
    return [*sorted(down - set(_yield_implied_uses(down))), *sorted(set(uses) - down)]


def _yield_implied_uses(uses: set[Use]) -> Iterator[Use]:
    for start, end in uses:
        between = {used for user, used in uses if user == start and used != end}
        if any(end in _find_reachable_rooms(room, uses) for room in between):
            yield start, end


def _find_reachable_rooms(start: str, uses: set[Use]) -> set[str]:
    reachable: set[str] = set()
    queue = [start]
    while queue:
        room = queue.pop()
        new_rooms = {used for user, used in uses if user == room} - reachable
        reachable |= new_rooms
        queue += sorted(new_rooms)
    return reachable


def _compute_row_top(number: int) -> float:
    return TOP + number * (BOX_HEIGHT + ROW_GAP)


def _place_boxes(bands: Mapping[str, list[str]]) -> Iterator[tuple[str, Box]]:
    """Yield the left, top and width of every room; a bar is as wide as the picture."""
    for number, band in enumerate(bands.values()):
        space = WIDTH - 2 * LEFT - (len(band) - 1) * BOX_GAP
        width = space / len(band) if set(band) & BARS else min(BOX_WIDTH, space / len(band))
        row_width = len(band) * width + (len(band) - 1) * BOX_GAP
        left = (WIDTH - row_width) / 2
        for column, name in enumerate(band):
            yield name, (left + column * (width + BOX_GAP), _compute_row_top(number), width)


def _draw_header(height: float) -> str:
    size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n'
        "<title>The rooms of Tarokk Club and who uses whom</title>\n"
        f'<style>{STYLE}</style>\n<rect width="100%" height="100%" fill="#fff"/>'
    )


def _draw_text(left: float, top: float, text: str, kind: str = "", anchor: str = "start") -> str:
    class_attribute = f' class="{kind}"' if kind else ""
    return (
        f'<text x="{left:.1f}" y="{top:.1f}"{class_attribute} text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _draw_box(room: str, box: Box, rooms: Rooms) -> str:
    left, top, width = box
    kind = "bar" if room in BARS else "room"
    count = rooms.modules[room]
    caption = f"{count} module{'s' if count > 1 else ''}"
    if room in BARS:
        users = len({user for user, used in rooms.uses if used == room and user not in HIDDEN})
        caption += f", used by {users}"
    middle = left + width / 2
    return "\n".join(
        [
            f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
            f'height="{BOX_HEIGHT}" rx="6"/>',
            _draw_text(middle, top + 17, room, anchor="middle"),
            _draw_text(middle, top + 32, caption, "few", "middle"),
        ]
    )


def _draw_use(use: Use, boxes: Mapping[str, Box], *, upwards: bool) -> str:
    (left, top, width), (left_used, top_used, width_used) = boxes[use[0]], boxes[use[1]]
    x, x_used = left + width / 2, left_used + width_used / 2
    kind = "against" if upwards else "use"
    if top == top_used:
        # Rooms of one band: an arc below them, deeper the further they are apart.
        bottom = top + BOX_HEIGHT
        depth = bottom + 12 + abs(x - x_used) / 20
        return _draw_curve(kind, (x, bottom), depth, (x_used, bottom))
    start = top + BOX_HEIGHT if top < top_used else top
    end = top_used if top < top_used else top_used + BOX_HEIGHT
    return _draw_curve(kind, (x, start), (start + end) / 2, (x_used, end))


def _draw_curve(kind: str, start: Point, bend: float, end: Point) -> str:
    (x, y), (x_end, y_end) = start, end
    path = f"M{x:.1f} {y:.1f}C{x:.1f} {bend:.1f} {x_end:.1f} {bend:.1f} {x_end:.1f} {y_end:.1f}"
    return f'<path class="{kind}" d="{path}"/>'


def main(root: Path) -> Path:
    """Write the picture below `root` and return its path."""
    path = root / TARGET
    path.write_text(draw_architecture(read_rooms(root)), encoding="utf-8")
    return path
