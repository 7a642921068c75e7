"""The tool that formats and lints scripts and styles: from npm, not missed where it counts."""

import subprocess
from pathlib import Path

import pytest

from tools.dev import lint, scripts
from tools.lab.ux import npm


def test_skips_without_npm_and_reports_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(scripts.NEEDED, raising=False)
    monkeypatch.setattr(npm, "ensure_package", lambda *_asked, **_more: None)

    assert scripts.main([]) == scripts.LEFT_OUT
    finding = lint.Finding("scripts", scripts.LEFT_OUT, 0.1, "")
    assert finding.is_good and "left out" in finding.format_line()


def test_requested_step_fails_without_npm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(scripts.NEEDED, "1")
    monkeypatch.setattr(npm, "ensure_package", lambda *_asked, **_more: None)

    assert scripts.main([]) == 1
    assert not lint.Finding("scripts", 1, 0.1, "").is_good


@pytest.mark.parametrize(("code", "found"), [(0, 0), (1, 1), (2, 1)])
def test_exit_codes_of_the_tool_are_findings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int, found: int
) -> None:
    called: list[list[str]] = []

    def run(command: list[str], **_more: object) -> subprocess.CompletedProcess[str]:
        called.append(command)
        return subprocess.CompletedProcess(command, code)

    monkeypatch.setattr(npm, "ensure_package", lambda *_asked, **_more: tmp_path)
    monkeypatch.setattr(subprocess, "run", run)

    assert scripts.main([]) == found
    assert "--error-on-warnings" in called[0]
    assert {"tarokk_club/club/static", "tools/lab/ux"} <= set(called[0])
