"""manage.py ux contact: render every page on contact sheets, and the pictures of the docs."""

import base64
import contextlib
import shutil
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.pofile import read_po

from scoring.games import GAMES
from tarokk_club.env import ROOT
from tarokk_club.serving.catalogues import LOCALE
from tools.lab.ux.browser import LANGUAGES, Look, open_visitor, running_browser
from tools.lab.ux.pages import load_page_views
from tools.lab.ux.site import Site, View, running_site
from tools.lab.ux.tokens import draw_tokens

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = ROOT / "var" / "ux" / "contact"
PICTURES = ROOT / "docs" / "pictures"
# Pages per sheet, the width of each on it, and the height at which a screenshot is cut.
PAGES_PER_SHEET, THUMBNAIL, MAX_HEIGHT = 24, 260, 2000
# The views shown in README and docs: the sheet between two hands, and the entry screens with a
# hand started.
PICTURED_VIEWS = {
    "club:sheet illustrated": "sheet",
    "club:settlement closed": "settlement",
    **{f"club:hand_new {key}": f"entry-{key}" for key, game in GAMES.items() if game.info.offered},
}
FIRST_CHOICES = ('[name="declarer"]', '[name="bid"]', '[value="alone"]', '[value="won"]')
# Opens the figures that a club has added; without any, the page stays at the top.
OPEN_OWN_FIGURES = """() => {
  const own = document.querySelector(".added");
  if (own) own.open = true;
  scrollTo(0, own ? own.getBoundingClientRect().top + scrollY - 200 : 0);
}"""
STYLE = f"""body {{ margin: 0; background: #888; font: 13px sans-serif }}
main {{ display: grid; grid-template-columns: repeat(6, {THUMBNAIL}px); gap: 12px; padding: 12px }}
figure {{ margin: 0; background: #fff }} img {{ width: {THUMBNAIL}px; display: block }}
figcaption {{ padding: 4px; overflow-wrap: anywhere }}"""


def main() -> int:
    """Render the sheets and the pictures; return 1 if a page could not be loaded."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    looks = (Look(390), Look(1280), Look(320, find_longest_language()))
    failures: list[str] = []
    with running_site() as site, running_browser(site) as browser:
        views = load_page_views(site)
        for look in looks:
            failures += _take_screenshots(browser, site, views, look)
            sheet_count = _render_sheets(browser, look)
            folder = FOLDER.relative_to(ROOT)
            print(f"  {look}: {len(views)} pages on {sheet_count} sheets in {folder}")
        picture_count = _take_pictures(browser, site, views)
        draw_tokens(browser)
    print(f"  {picture_count} pictures in {PICTURES.relative_to(ROOT)}")
    print("\n".join(failures) if failures else "  Every page was shown.")
    return int(bool(failures) or not views)


def find_longest_language() -> str:
    """Return the language with the longest texts."""
    return max((language for language in LANGUAGES if language != "en"), key=_count_letters)


def _count_letters(language: str) -> int:
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return sum(
            len("".join(message.string or ""))
            for message in read_po(file, locale=language)
            if message.id
        )


def _take_screenshots(
    browser: "Browser", site: Site, views: Sequence[View], look: Look
) -> list[str]:
    """Take a screenshot of every page and return the pages that could not be loaded."""
    folder = _locate_look_folder(look)
    folder.mkdir(parents=True)
    failures = []
    for as_owner in (True, False):
        with open_visitor(browser, site, look, owner=as_owner) as context:
            page = context.new_page()
            for number, view in enumerate(views):
                if view.as_owner is as_owner:
                    response = page.goto(view.path)
                    if response is None or response.status >= 500:
                        failures.append(f"  {view.name} was not shown at {look}")
                    name = f"{number:03} {view.name.replace(':', ' ')}.png"
                    _take_screenshot(page, folder / name, look)
    return failures


def _take_screenshot(page: "Page", path: Path, look: Look) -> None:
    height = int(page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size(
        {"width": look.width, "height": min(max(height, look.height), MAX_HEIGHT)}
    )
    # Hiding the caret would add an inline style, which violates the site's CSP.
    page.screenshot(path=path, caret="initial")
    page.set_viewport_size({"width": look.width, "height": look.height})


def _render_sheets(browser: "Browser", look: Look) -> int:
    """Render the contact sheets of a look from its screenshots and return their number."""
    shots = sorted(_locate_look_folder(look).glob("*.png"))
    sheets = [
        shots[start : start + PAGES_PER_SHEET] for start in range(0, len(shots), PAGES_PER_SHEET)
    ]
    with contextlib.closing(browser.new_page(viewport={"width": 1644, "height": 900})) as page:
        for number, sheet in enumerate(sheets, start=1):
            page.set_content(
                f"<style>{STYLE}</style><main>{''.join(map(_render_figure, sheet))}</main>"
            )
            page.screenshot(
                path=FOLDER / f"{_locate_look_folder(look).name}-{number}.png", full_page=True
            )
    return len(sheets)


def _render_figure(shot: Path) -> str:
    image = base64.b64encode(shot.read_bytes()).decode()
    caption = f"<figcaption>{escape(shot.stem)}</figcaption>"
    return f'<figure><img src="data:image/png;base64,{image}">{caption}</figure>'


def _take_pictures(browser: "Browser", site: Site, views: Sequence[View]) -> int:
    """Take the pictures for the docs and return their number."""
    look, count = Look(390, scale=2), 0
    with open_visitor(browser, site, look, owner=True) as context:
        page = context.new_page()
        for name, picture in PICTURED_VIEWS.items():
            for view in (each for each in views if each.name == name):
                page.goto(view.path)
                if "hand_new" in name:
                    _start_hand(page)
                page.screenshot(path=PICTURES / f"{picture}.png", caret="initial")
                count += 1
    return count


def _start_hand(page: "Page") -> None:
    """Tap the first choices of a hand that the game has."""
    for choice in FIRST_CHOICES:
        chip = page.locator("label").filter(has=page.locator(f"input{choice}")).first
        if chip.is_visible():
            chip.tap()
    page.wait_for_load_state("networkidle")
    # The draft is saved a moment later; the picture must show it as saved.
    page.locator('[data-state="waiting"]').wait_for(state="detached")
    page.evaluate(OPEN_OWN_FIGURES)


def _locate_look_folder(look: Look) -> Path:
    return FOLDER / str(look).replace(" ", "-")
