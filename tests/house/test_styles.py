"""Rules for the styles of the entry form, so that a tap restyles only nearby elements."""

import re

from support.source import ROOT

STYLES = sorted((ROOT / "tarokk_club/club/static/club/hand").glob("entry*.css"))
# The form, or what contains it. Its hundreds of fields would be searched at every tap, for each
# such selector: 25 of them took nine tenths of the time from a tap to the drawn page.
WHOLE = re.compile(r"(?:#entry|\b(?:html|body|main|form))(?::not\()?:has\((?!>)[^{]*?:checked")


def find_rules_that_search_the_form(css: str) -> list[str]:
    """Return the selectors that ask the whole form what is checked."""
    plain = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return [part.strip() for part in re.findall(r"([^{}]+)\{", plain) if WHOLE.search(part)]


def test_no_style_of_the_entry_searches_the_whole_form() -> None:
    found = {path.name: find_rules_that_search_the_form(path.read_text()) for path in STYLES}

    assert len(found) > 4
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_reports_a_rule_that_searches_the_whole_form() -> None:
    css = """
    #entry:has([name="a"]:checked) .b { display: none }
    body:not(:has([name="a"]:checked)) .b { display: none }
    .outcomes:has([value="a"]:checked) ~ .b { display: none }
    #entry:has(> .figures) { display: grid }
    """
    assert len(find_rules_that_search_the_form(css)) == 2
