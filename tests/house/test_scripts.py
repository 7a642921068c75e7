"""What every script of the site keeps to, and every attribute that htmx reads."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finders

from support.source import ROOT, files
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.http.bundles import (
    SOURCE,
    BundleError,
    build_bundle,
    build_minified_bundle,
    list_page_scripts,
)
from tarokk_club.serving.preparing import NOT_COLLECTED

LINES = 200
SCRIPTS = sorted(SOURCE.rglob("*.js"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# The one script that knows the names of htmx's events, and the one module that knows its headers.
EVENTS_OF = SOURCE / "club" / "base" / "page" / "fragments.js"
HEADERS_OF = "tarokk_club/club/pages/htmx.py"
# In pieces, so that this file does not break its own rule.
HEADER = re.compile(r"\bH" + r"X-[A-Z]")
EVENT = re.compile(r"\bhtmx:|`htmx|\.htmx\b|\bhtmx\.")
# What htmx does by making code of text, or what the browser itself does: the policy forbids both.
CODE = re.compile(
    r"""\b(?:data-)?hx-on\b | \bhx-(?:vals|vars|headers)=["']\s*js: | \bhx-vars= | \bhx-ext=
    | \bhx-trigger=["'][^"']*\[ | \bhx-disable | \shx-boost= | \son[a-z]+\s*=\s*["'] | javascript:
    | \bstyle=["']""",
    re.VERBOSE | re.IGNORECASE,
)

HX_ON = re.compile(r"\bhx-on\b|\bhxOn\b")


def test_scripts_are_short() -> None:
    long = {path.name: len(path.read_text().splitlines()) for path in SCRIPTS}

    assert {name: lines for name, lines in long.items() if lines > LINES} == {}


def test_every_script_that_a_page_names_can_be_put_together() -> None:
    names = {path.relative_to(SOURCE).as_posix() for path in list_page_scripts(SOURCE)}
    named = {
        name
        for path in TEMPLATES
        for name in re.findall(r"{% script '(club/[\w/-]+\.js)'", path.read_text())
    } | {form.script for form in ENTRY_GAMES.values()}

    assert named | {"club/base/worker.js", "club/guests/frames.js"} == names
    for path in list_page_scripts(SOURCE):
        assert not re.search(r"^(import|export)\b", build_bundle(path), re.MULTILINE)
        assert 0 < len(build_minified_bundle(path)) < len(build_bundle(path))


def test_every_module_is_in_a_bundle() -> None:
    minified_bundle = "".join(map(build_bundle, list_page_scripts(SOURCE)))
    first = {
        path: next(line for line in path.read_text().splitlines() if "function " in line)
        for path in SCRIPTS
        if "function " in path.read_text()
    }
    told = {path: re.sub(r"^export ", "", line).strip() for path, line in first.items()}

    assert [path.name for path, line in told.items() if line not in minified_bundle] == []


def test_collects_only_the_bundles_of_our_scripts() -> None:
    ours = [
        name
        for finder in get_finders()
        for name, _storage in finder.list(NOT_COLLECTED)
        if name.startswith("club/") and name.endswith(".js")
    ]

    assert sorted(ours) == [
        path.relative_to(SOURCE).as_posix() for path in list_page_scripts(SOURCE)
    ]


def test_one_script_knows_the_events_of_htmx() -> None:
    knowing = [path for path in SCRIPTS if EVENT.search(path.read_text())]

    assert knowing == [EVENTS_OF]


def test_one_module_knows_the_headers_of_htmx() -> None:
    ours = [path for path in files() if path.suffix in {".py", ".html", ".js"}]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text() for path in ours}
    served = {name: text for name, text in texts.items() if not name.startswith("tests/")}

    assert [name for name, text in served.items() if HEADER.search(text)] == [HEADERS_OF]


def test_no_template_makes_code_of_text() -> None:
    found = {path.name: CODE.findall(path.read_text()) for path in TEMPLATES}

    assert {name: words for name, words in found.items() if words} == {}


def test_no_file_writes_an_inline_event_attribute() -> None:
    served = [
        path
        for path in (ROOT / "tarokk_club").rglob("*")
        if path.suffix in {".py", ".js", ".html", ".txt"} and path.is_file()
    ]
    found = {path.name: HX_ON.findall(path.read_text("utf-8")) for path in served}

    assert len(served) > len(SCRIPTS)
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "text",
    [
        '<p hx-on="click: x()">',
        '<p hx-on:click="x()">',
        '<p hx-on::after-request="x()">',
        '<p data-hx-on-click="x()">',
        """<p hx-vals='js:{"a": b}'>""",
        '<p hx-headers="js:{a: b}">',
        '<p hx-vars="a:b">',
        '<p hx-trigger="click[ctrlKey]">',
        '<p hx-trigger="every 2s [visible()]">',
        '<p hx-ext="sse">',
        '<p hx-boost="true">',
        '<p onclick="x()">',
        "<p onload='x()'>",
        '<a href="javascript:x()">',
        '<p style="color: red">',
    ],
)
def test_detects_code_in_a_template(text: str) -> None:
    assert CODE.search(text)


@pytest.mark.parametrize(
    "text",
    ['<p hx-trigger="every 2s, online from:window">', "<p hx-vals='{\"a\": 1}'>", "<p only>"],
)
def test_accepts_an_attribute_without_code(text: str) -> None:
    assert not CODE.search(text)


def written(folder: Path, **modules: str) -> Path:
    """A folder of scripts; the first one is the script."""
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return folder / f"{next(iter(modules))}.js"


def test_a_bundle_has_each_module_once_after_its_imports(tmp_path: Path) -> None:
    script = written(
        tmp_path,
        one='// Why.\nimport { b as c } from "./two.js";\nimport "./three.js";\n  c(); // so\n',
        two='import * as all from "./three.js";\nexport function b() {\n  all.d();\n}\n',
        three="export const d = () => 1;\n",
    )

    assert build_bundle(script) == (
        '"use strict";\n(() => {\n'
        "const _0 = (() => {\nconst d = () => 1;\nreturn { a: d };\n})();\n"
        "const _1 = (() => {\nconst all = { d: _0.a };\n"
        "function b() {\n  all.d();\n}\nreturn { a: b };\n})();\n"
        "const _2 = (() => {\nconst { a: c } = _1;\n// Why.\n  c(); // so\n})();\n"
        "})();\n"
    )


def test_a_bundled_style_begins_with_its_imports(tmp_path: Path) -> None:
    (tmp_path / "all.css").write_text("/* Why. */\na {\n  color: red;\n}\n")
    (tmp_path / "one.css").write_text('/* One. */\n@import "all.css";\nb {\n  top: 0;\n}\n')

    assert build_minified_bundle(tmp_path / "one.css") == "a{color:red}b{top:0}"


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        ({"one": 'import "./two.js";\n', "two": 'import "./one.js";\n'}, "one.js imports itself"),
        ({"one": 'import "./two.js";\n'}, "two.js, which is not there"),
        ({"one": "export default 1;\n"}, "no bundle knows this: export default"),
        ({"one": "export let a = 1;\n"}, "no bundle knows this: export let"),
        ({"one": 'import a from "./two.js";\n', "two": ""}, "no bundle knows this: import a"),
        (
            {"one": 'import { a } from "./two.js";\n', "two": "const a = 1;\n"},
            "one.js imports a, which two.js does not export",
        ),
        ({"one": "const a = ;\n"}, "one.js: unexpected ;"),
    ],
)
def test_refuses_a_module_that_cannot_be_bundled(
    tmp_path: Path, modules: dict[str, str], words: str
) -> None:
    with pytest.raises(BundleError, match=re.escape(words)):
        build_minified_bundle(written(tmp_path, **modules))


def test_a_style_that_imports_from_further_down_is_refused(tmp_path: Path) -> None:
    style = tmp_path / "one.css"
    style.write_text('@import url("all.css");\n')

    with pytest.raises(BundleError, match=r"no bundle knows this: @import url"):
        build_minified_bundle(style)


def test_minifying_preserves_strings_and_drops_comments_and_local_names(tmp_path: Path) -> None:
    script = written(
        tmp_path, one="// Why.\nconst told = (name) => `a  ${name}\n  // b`;\ntold(1);\n"
    )

    text = build_minified_bundle(script)

    assert re.search(r"`a  \$\{(\w)\}\n  // b`", text)
    assert not re.search(r"Why|told|name", text)


def test_minifying_a_style_keeps_strings_and_operators(tmp_path: Path) -> None:
    style = tmp_path / "one.css"
    style.write_text(
        '/* a; b */\n.a :hover,\n.b > c {\n  content: "A;  b /* c */ ·";\n'
        "  width: calc(1px + 2px);\n}\n@media (a: b) and (c) {\n  d {\n    top: 0;\n  }\n}\n"
    )

    assert build_minified_bundle(style) == (
        '.a :hover,.b>c{content:"A;  b /* c */ ·";width:calc(1px + 2px)}'
        "@media(a:b) and (c){d{top:0}}"
    )
