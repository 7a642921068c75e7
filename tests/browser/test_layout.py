"""What `ux layout` calls a fault: each kind on a page made for it, and nothing on a good one."""

import pytest
from playwright.sync_api import Page

from support.catalogue import row
from tools.lab.ux.layout import CHECK

GOOD = (
    "<meta name='viewport' content='width=device-width'>"
    "<style>html { scroll-padding-bottom: 60px }</style>"
    "<p>A line of words</p><p><a href='#'>One</a> <a href='#'>Two</a></p>"
)


@row("U18", "U27", "U35")
@pytest.mark.ci
@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<p style='width: 500px'>Wide</p>", "overflow outside"),
        ("<div style='position: fixed; left: 300px; width: 90px'>Out</div>", "outside"),
        ("<p style='width: 40px; overflow: hidden'>Unbreakableword</p>", "clipped"),
        ("<p style='height: 9px; overflow: hidden'>Two<br>lines</p>", "clipped"),
        ("<button>One</button><button style='margin-left: -30px'>Two</button>", "overlap"),
        ("<p style='width: 60px; overflow-wrap: anywhere'>Pagátultimó</p>", "torn"),
        ("<a class='btn' style='display: block; width: 40px'>Unbreakable</a>", "spills"),
        ("<div class='seat' style='width: 40px'>Unbreakable</div>", "spills"),
        (
            "<p>Above</p><fieldset style='margin: 0; border: 0; padding: 0'>"
            "<legend style='padding: 0 0 12px'>Label</legend><p>Below</p></fieldset>",
            "label",
        ),
        (
            "<div class='foot'><p class='sum' style='display: flex; gap: 4px'>"
            "<span style='width: 50px'>Anna</span><span style='width: 80px'>Béla</span></p></div>",
            "columns",
        ),
        ("<div class='foot' style='position: sticky; bottom: 0'>Save</div>", "ghost"),
        (
            "<div class='foot' style='position: sticky; bottom: 0; background: #fff; "
            "height: 90px'>Save</div>",
            "under",
        ),
        ("<p style='width: 60px'>Paskievics <b>· Table</b></p>", "dot"),
        ("<div class='seats'><bdi style='font-size: 8px'>Christopher</bdi></div>", "tiny"),
        (
            "<div class='row' style='display: flex; align-items: start'>"
            "<label style='height: 48px'>One</label><label style='height: 60px'>Two</label></div>",
            "chips",
        ),
        (
            "<div style='display: grid; grid-template-columns: 1fr 1fr; align-items: start'>"
            "<div class='field'><input style='width: 90px'></div>"
            "<div class='field'><p>Help</p><input style='width: 90px'></div></div>",
            "steps",
        ),
    ],
)
def test_detects_each_fault(page: Page, html: str, fault: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.set_content(GOOD + html)

    found = [one.partition(":")[0] for one in page.evaluate(CHECK)]

    assert " ".join(found) == fault


@row("U18")
def test_good_page_has_no_faults(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.set_content(
        f"{GOOD}<div style='overflow-x: auto'><p style='width: 900px'>A wide table</p></div>"
        "<p style='width: 40px; overflow: hidden; text-overflow: ellipsis'>Longestname</p>"
        "<p style='width: 90px; overflow-wrap: anywhere'>Averyverylongnameindeed</p>"
        "<fieldset style='margin: 14px 0 0; border: 0; padding: 0'>"
        "<legend style='padding: 0 0 4px'>Label</legend><span>Below</span></fieldset>"
        "<div class='foot' style='position: sticky; bottom: 0; background: #fff'>Save</div>"
        "<p style='width: 60px'>Paskievics&nbsp;· Table</p><p>One</p><p>· Two</p>"
        "<div class='seats'><bdi style='font-size: 9px'>Christopher</bdi></div>"
        "<div class='row' style='display: grid'><label style='height: 48px'>One</label>"
        "<label style='height: 60px'>Below</label></div>"
        "<div style='display: grid; grid-template-columns: 1fr 1fr; align-items: end'>"
        "<div class='field'><input style='width: 90px'></div>"
        "<div class='field'><p>Help</p><input style='width: 90px'></div></div>"
    )

    assert page.evaluate(CHECK) == []
