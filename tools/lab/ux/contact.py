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
from tools.lab.ux.browser import LANGUAGES, Look, running_browser, visitor
from tools.lab.ux.pages import pages
from tools.lab.ux.site import Site, View, running_site
from tools.lab.ux.tokens import draw_tokens

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = ROOT / "var" / "ux" / "contact"
PICTURES = ROOT / "docs" / "pictures"
# Pages per sheet, the width of each on it, and the height at which a page is cut.
ON_SHEET, DRAWN, LONGEST = 24, 260, 2000
# The views shown in README and docs: the sheet as it is between two hands, and the
# entry screens with a hand started.
SHOWN = {
    "club:sheet illustrated": "sheet",
    "club:settlement closed": "settlement",
    **{f"club:hand_new {key}": f"entry-{key}" for key, game in GAMES.items() if game.lore.offered},
}
BEGUN = ('[name="declarer"]', '[name="bid"]', '[value="alone"]', '[value="won"]')
# Opens a game's own figures; without any, the page stays at the top.
OWN = """() => {
  const own = document.querySelector(".added");
  if (own) own.open = true;
  scrollTo(0, own ? own.getBoundingClientRect().top + scrollY - 200 : 0);
}"""
STYLE = f"""body {{ margin: 0; background: #888; font: 13px sans-serif }}
main {{ display: grid; grid-template-columns: repeat(6, {DRAWN}px); gap: 12px; padding: 12px }}
figure {{ margin: 0; background: #fff }} img {{ width: {DRAWN}px; display: block }}
figcaption {{ padding: 4px; overflow-wrap: anywhere }}"""


def main() -> int:
    """Make the sheets and the pictures; return 1 if a page could not be loaded."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    looks = (Look(390), Look(1280), Look(320, longest_language()))
    wrong: list[str] = []
    with running_site() as site, running_browser(site) as browser:
        views = pages(site)
        for look in looks:
            wrong += _shots(browser, site, views, look)
            made = _sheets(browser, look)
            print(f"  {look}: {len(views)} pages on {made} sheets in {FOLDER.relative_to(ROOT)}")
        taken = _pictures(browser, site, views)
        draw_tokens(browser)
    print(f"  {taken} pictures in {PICTURES.relative_to(ROOT)}")
    print("\n".join(wrong) if wrong else "  Every page was shown.")
    return int(bool(wrong) or not views)


def longest_language() -> str:
    """Return the language with the longest texts."""
    return max((one for one in LANGUAGES if one != "en"), key=_letters)


def _letters(language: str) -> int:
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return sum(
            len("".join(one.string or "")) for one in read_po(file, locale=language) if one.id
        )


def _shots(browser: "Browser", site: Site, views: Sequence[View], look: Look) -> list[str]:
    """Take a screenshot of every page and return the pages that could not be loaded."""
    folder = _folder(look)
    folder.mkdir(parents=True)
    wrong = []
    for owned in (True, False):
        with visitor(browser, site, look, owner=owned) as context:
            page = context.new_page()
            for number, view in enumerate(views):
                if view.owned is owned:
                    answer = page.goto(view.path)
                    if answer is None or answer.status >= 500:
                        wrong.append(f"  {view.name} was not shown at {look}")
                    name = f"{number:03} {view.name.replace(':', ' ')}.png"
                    _shoot(page, folder / name, look)
    return wrong


def _shoot(page: "Page", path: Path, look: Look) -> None:
    height = int(page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size({"width": look.width, "height": min(max(height, look.height), LONGEST)})
    # Hiding the caret would add an inline style, which violates the site's CSP.
    page.screenshot(path=path, caret="initial")
    page.set_viewport_size({"width": look.width, "height": look.height})


def _sheets(browser: "Browser", look: Look) -> int:
    """Make the contact sheets of a look from its screenshots and return their number."""
    shots = sorted(_folder(look).glob("*.png"))
    parts = [shots[at : at + ON_SHEET] for at in range(0, len(shots), ON_SHEET)]
    with contextlib.closing(browser.new_page(viewport={"width": 1644, "height": 900})) as page:
        for number, part in enumerate(parts, start=1):
            page.set_content(f"<style>{STYLE}</style><main>{''.join(map(_figure, part))}</main>")
            page.screenshot(path=FOLDER / f"{_folder(look).name}-{number}.png", full_page=True)
    return len(parts)


def _figure(shot: Path) -> str:
    drawn = base64.b64encode(shot.read_bytes()).decode()
    words = f"<figcaption>{escape(shot.stem)}</figcaption>"
    return f'<figure><img src="data:image/png;base64,{drawn}">{words}</figure>'


def _pictures(browser: "Browser", site: Site, views: Sequence[View]) -> int:
    """Take the pictures of the docs and return their number."""
    look, taken = Look(390, scale=2), 0
    with visitor(browser, site, look, owner=True) as context:
        page = context.new_page()
        for name, picture in SHOWN.items():
            for view in (one for one in views if one.name == name):
                page.goto(view.path)
                if "hand_new" in name:
                    _begin(page)
                page.screenshot(path=PICTURES / f"{picture}.png", caret="initial")
                taken += 1
    return taken


def _begin(page: "Page") -> None:
    """Tap the first choices of a hand, as far as the game has them."""
    for which in BEGUN:
        chip = page.locator("label").filter(has=page.locator(f"input{which}")).first
        if chip.is_visible():
            chip.tap()
    page.wait_for_load_state("networkidle")
    page.evaluate(OWN)


def _folder(look: Look) -> Path:
    return FOLDER / str(look).replace(" ", "-")
