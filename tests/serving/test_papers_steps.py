"""The runner of the set-up guides supports each of their commands."""

import re
from textwrap import indent

import pytest

from support.catalogue import row
from support.fresh_root import STAND_IN
from support.operator_papers import PAPERS, count_fences, parse_steps, read_steps
from support.source import ROOT
from tarokk_club.serving.book_commands import BEGIN_BOOK, NEED_BOOK, NO_BOOK

# What a machine with the packages of a paper has.
PROGRAMS = {
    *("apt-get", "cat", "cd", "chmod", "chown", "cp", "curl", "echo", "env", "head", "install"),
    *("ls", "mv", "nginx", "openssl", "psql", "python3", "rm", "runuser", "sed"),
    *("systemd-analyze", "useradd"),
}
# What a stand-in does in a root without systemd.
STOOD_IN = {"systemctl", "journalctl"}
# Done by a person on the site; the test sends the same forms.
BY_HAND = {
    "Open `https://tarokk.example.org`, found the first club with that code, start a session and "
    "save a hand."
}


@row("S109")
@pytest.mark.parametrize("paper", PAPERS)
def test_runner_supports_every_step_of_a_paper(paper: str) -> None:
    steps = read_steps(paper)
    programs = {name for step in steps for name in step.programs()}

    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    # None outside of a step, where nobody would carry it out.
    assert count_fences(paper) == sum(bool(step.commands) for step in steps)
    assert {step.text for step in steps if not step.commands} == BY_HAND
    assert programs <= PROGRAMS | STOOD_IN
    for step in steps:
        if "apt-get" in step.programs() or "manage.py version" in step.commands:
            assert step.needs_network, step.text


@pytest.mark.parametrize("paper", PAPERS)
def test_the_commands_and_files_of_a_paper_exist(paper: str) -> None:
    text = "\n".join(step.commands for step in read_steps(paper))
    verbs = set(re.findall(r"systemctl (?:--\S+ )*(\S+)", text))

    assert set(re.findall(r"manage\.py (\w+)", text)) <= NEED_BOOK | BEGIN_BOOK | NO_BOOK
    assert all((ROOT / path).is_file() for path in re.findall(r"cp (deploy/\S+)", text))
    assert all(f'"{verb}"' in STAND_IN.read_text("utf-8") for verb in verbs)


def test_steps_are_read_with_their_commands_and_programs() -> None:
    script = (
        'cat > f <<END\nrm x\nEND\nword=$(date) && ls -t "$(pwd)" | head -n 1\n'
        "runuser -u me -- env A=b make it\n"
    )
    fence = indent(f"```bash\n{script}```\n", "   ")
    page = f"1. Do\n   both, which needs the network:\n\n{fence}\n2. Look.\n\nElse.\n"
    first, second = parse_steps(page)

    assert first.text == "Do both, which needs the network:"
    assert first.needs_network and not second.needs_network
    assert first.commands == script.strip()
    assert first.programs() == {"cat", "date", "ls", "pwd", "head", "runuser", "env", "make"}
    assert (second.number, second.text, second.commands) == (2, "Look.", "")
