"""manage.py ux: check the served site with third-party tools and a real browser, part by part."""

import contextlib
from importlib import import_module

from tarokk_club.system import print_message

# Each part is a module of this package with a main() that returns the exit code.
PARTS = {
    "observatory": "score every page with the scanner of the MDN Observatory",
    "dependencies": "list every package and every script of others that the site runs",
    "bytes": "count what goes over the wire for a hand",
    "lighthouse": "score four pages with Lighthouse on a phone profile, median of five",
    "contact": "draw every page on contact sheets, and the pictures of the docs",
    "taps": "count the taps of the hands that the tests tap in",
    "reaction": "measure the time from a tap to its effect, the response and the next page",
    "layout": "look for what is too wide, cut off or covered, in every language, width and theme",
    "colours": "look for faint words and graphics, and at figures as the colour-blind see them",
    "axe": "ask axe about every page in every theme, language and width",
}


def main(arguments: list[str]) -> int:
    """Run all parts, or those named; return 1 if any of them found something."""
    if unknown := [name for name in arguments if name not in PARTS]:
        print_message(f"There is no part {unknown[0]}; there are:")
        for name, meaning in PARTS.items():
            print_message(f"  {name:<14} {meaning}")
        return 1
    codes = []
    for name in arguments or PARTS:
        print(f"\n{name}: {PARTS[name]}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            codes.append(int(import_module(f"{__name__}.{name}").main()))
    return max(codes, default=1)
