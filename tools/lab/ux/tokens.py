"""Draw the picture of the design tokens from the stylesheet that defines them."""

import re
from html import escape
from typing import TYPE_CHECKING

from tarokk_club.env import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STYLESHEET = ROOT / "tarokk_club" / "club" / "static" / "club" / "base" / "book.css"
PICTURE = ROOT / "docs" / "pictures" / "tokens.png"
TOKEN = re.compile(r"^  (--[a-z-]+): (.+);$", re.MULTILINE)
PIXELS = re.compile(r"^\d+px$")
STYLE = """
.half { background: var(--paper); color: var(--ink); padding: 16px; width: 360px }
.half dl { display: grid; grid-template-columns: 40px 1fr; gap: 4px 12px; margin: 0 }
.half dt { height: 24px; border: 1px solid var(--line); border-radius: 6px }
.half dd { margin: 0; font-size: 0.875rem; line-height: 24px }
.light { color-scheme: light } .dark { color-scheme: dark }
main { display: flex; padding: 0 } body { max-width: none }
"""


def read_tokens() -> dict[str, str]:
    """Return the values of the tokens by name, from the first rule of the stylesheet."""
    text = STYLESHEET.read_text("utf-8")
    return dict(TOKEN.findall(text[: text.index("\n}\n")]))


def draw_tokens(browser: "Browser") -> None:
    """Save a picture of the colours, lengths and fonts, in light and dark."""
    page = browser.new_page(viewport={"width": 720, "height": 600}, device_scale_factor=2)
    css = STYLESHEET.read_text("utf-8")
    halves = "".join(
        f'<div class="half {scheme}">{_render_half()}</div>' for scheme in ("light", "dark")
    )
    page.set_content(f"<style>{css}{STYLE}</style><main>{halves}</main>")
    page.locator("main").screenshot(path=PICTURE)
    page.close()


def _render_half() -> str:
    rows = []
    for name, value in read_tokens().items():
        if PIXELS.match(value):
            style = f"width: {value}; background: var(--felt); border: 0"
        elif name in {"--serif", "--sans"}:
            style = f"font: 600 16px/24px var({name}); border: 0"
        else:
            style = f"background: var({name})"
        letters = "Aa" if "font" in style else ""
        length = value if PIXELS.match(value) else ""
        rows.append(f'<dt style="{style}">{letters}</dt><dd>{escape(f"{name} {length}")}</dd>')
    return f"<dl>{''.join(rows)}</dl>"
