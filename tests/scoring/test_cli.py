"""`manage.py score` as a person and as a script calls it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scoring import cli, processes
from scoring.cli import main, run_command

ROOT = Path(__file__).parents[2]


def document(**changes: Any) -> dict[str, Any]:
    hand = {
        "type": "hand",
        "declarer": "Anna",
        "bid": "two",
        "called": "XX",
        "partner": "Csaba",
        "result": "won",
    }
    return {
        "format": "tarokk-session",
        "version": 1,
        "game": "paskievics",
        "players": ["Anna", "Béla", "Csaba", "Dóra"],
        "dealer": "Dóra",
        "events": [hand],
        **changes,
    }


@pytest.fixture
def saved(tmp_path: Path) -> Any:
    def save(name: str, *documents: Any) -> str:
        path = tmp_path / name
        texts = [
            each if isinstance(each, str) else json.dumps(each, ensure_ascii=False)
            for each in documents
        ]
        path.write_text("\n".join(texts), "utf-8")
        return str(path)

    return save


def test_the_command_scores_a_document(saved: Any, capfd: pytest.CaptureFixture[str]) -> None:
    assert main([saved("one.json", document()), "--json"]) == 0
    out = capfd.readouterr().out
    assert "Béla" in out
    result = json.loads(out)
    assert result["balances"] == {"Anna": 2, "Béla": -2, "Csaba": 2, "Dóra": -2}
    assert result["next"] == {"dealer": "Anna", "multiplier": 1}
    assert result["mayor"] is None
    assert result["hands"][0]["number"] == 1
    assert "2" in result["hands"][0]["lines"][0]["why"]


def test_a_person_reads_a_table_with_true_minus_signs(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([saved("one.json", document())]) == 0
    out = capfd.readouterr().out
    assert "Hand 1: Dóra deals" in out
    assert "Balances  Anna +2  Béla \u22122" in out


def test_running_totals_include_adjustments(saved: Any, capfd: pytest.CaptureFixture[str]) -> None:
    adjust = {"type": "adjust", "points": {"Anna": -5, "Béla": 5}, "note": "spilt wine"}
    path = saved("one.json", document(events=[adjust, *document()["events"]]))
    assert main([path]) == 0
    assert "total  Anna \u22123  Béla +3  Csaba +2  Dóra \u22122" in capfd.readouterr().out


def test_a_bad_document_names_file_event_key_and_reason(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    hand = document()["events"][0]
    path = saved("bad.json", document(events=[hand, {**hand, "partner": "Anna"}]))
    assert main([path, "--json"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "bad.json: hand 2: partner: " in err


def test_one_bad_file_keeps_standard_output_empty(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([saved("good.json", document()), saved("bad.json", "{"), "--json"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "bad.json" in err


def test_several_files_give_one_answer_a_line(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([saved("a.json", document()), saved("b.json", document(events=[])), "--json"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [len(json.loads(line)["hands"]) for line in lines] == [1, 0]


def test_a_bad_line_answers_in_its_place_and_the_rest_go_on(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = document(events=[{**document()["events"][0], "trull": "nobody"}])
    assert (
        main([saved("all.jsonl", document(), "", bad, "{", document()), "--jsonl", "--json"]) == 2
    )
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert lines[0]["balances"] == lines[3]["balances"]
    assert lines[1]["error"]["line"] == 3
    assert lines[1]["error"]["event"] == 1
    assert lines[1]["error"]["key"] == "trull"
    assert lines[1]["error"]["message"]
    assert lines[2]["error"] == {**lines[2]["error"], "line": 4, "event": None}


def test_a_missing_file_is_a_message_not_a_trace(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["/nowhere/at/all.json"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"format": "pbn"}, "format"),
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"game": "bridge"}, "game"),
        ({"players": ["Anna"]}, "players"),
        ({"players": ["Anna", "Anna", "Béla", "Csaba"]}, "players"),
        ({"players": ["Anna", "pot:king", "Béla", "Csaba"]}, "players.1"),
        ({"dealer": "Zoli"}, "dealer"),
        ({"dealer": ""}, "dealer"),
        ({"rules": {"preset": "club"}}, "rules.preset"),
        ({"rules": {"wild": True}}, "rules.wild"),
        ({"rules": {"four_kings": [2]}}, "rules.four_kings"),
        ({"date": "18.11.2026"}, "date"),
        ({"stake": {"currency": "HUF", "per_point": "0.5"}}, "stake.per_point"),
        ({"stake": {"currency": "XXX", "per_point": "1"}}, "stake.currency"),
        ({"events": {}}, "events"),
        ({"venue": "cellar"}, "venue"),
    ],
)
def test_a_fault_of_the_head_is_refused_by_name(
    change: Any, key: str, saved: Any, capfd: Any
) -> None:
    assert main([saved("all.jsonl", document(**change)), "--jsonl", "--json"]) == 2
    error = json.loads(capfd.readouterr().out)["error"]
    assert error["event"] is None
    assert error["key"] == key.split(".")[0]
    assert error["message"].startswith(f"{key}: ")


@pytest.mark.parametrize(
    "text", ["", "[1", "NaN", '{"a": NaN}', "[" * 100_000, "9" * 5000, '"\\ud800"', "\x00"]
)
def test_anything_that_is_no_document_is_refused(
    text: str, saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([saved("bad.json", text), "--json"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_half_a_surrogate_in_a_name_does_not_break_the_answer(saved: Any, capfd: Any) -> None:
    players = ["Anna", "B\ud800", "Csaba", "Dóra"]
    text = json.dumps(document(players=players))
    assert main([saved("one.json", text), "--json"]) == 0
    assert list(json.loads(capfd.readouterr().out)["balances"]) == players


def test_the_command_reads_standard_input_without_django() -> None:
    code = (
        "import sys; from scoring.cli import main; "
        "s = main(['-', '--json']); sys.exit(s or 'django' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(document()),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["pots"] == {}


def test_each_line_is_scored_when_it_is_read() -> None:
    """Streaming: the answer to the first line arrives before the second line is sent."""
    code = "import sys; from scoring.cli import main; sys.exit(main(['-', '--json', '--jsonl']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as scorer:
        assert scorer.stdin is not None
        assert scorer.stdout is not None
        big = json.dumps(document(events=document()["events"] * 2000)).encode() + b"\n"
        scorer.stdin.write(big)
        scorer.stdin.flush()
        first = scorer.stdout.read(100)
        scorer.stdin.close()
        scorer.stdout.read()
    assert first.startswith(b'{"balances"')
    assert scorer.returncode == 0


def test_several_files_are_labelled_with_their_names_and_one_is_not(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    one, other = saved("a.json", document()), saved("b.json", document())
    assert main([one, other]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line for line in lines if line.endswith(".json")] == [one, other]

    assert main([one]) == 0
    assert capfd.readouterr().out.startswith("Hand 1: Dóra deals\n")


def test_the_headline_of_a_doubled_hand_shows_the_doubling(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    passed = {"type": "hand", "outcome": "passed_out"}
    assert main([saved("one.json", document(events=[passed, *document()["events"]]))]) == 0
    heads = [line for line in capfd.readouterr().out.splitlines() if line.startswith("Hand")]
    assert heads == ["Hand 1: Dóra deals", "Hand 2: Dóra deals, ×2"]


def test_missing_file_among_good_ones_ends_with_an_error(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([saved("all.jsonl", document()), "--jsonl"]) == 0
    assert capfd.readouterr().out.startswith("Hand 1: ")

    assert main(["/nowhere.jsonl", saved("all.jsonl", document()), "--jsonl", "--json"]) == 2
    out, err = capfd.readouterr()
    assert out.count("\n") == 1
    assert err == "/nowhere.jsonl: No such file or directory\n"


def test_a_closed_pipe_is_no_error(saved: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_text: bytes) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=SimpleNamespace(write=closed)))
    assert main([saved("one.json", document())]) == 0


def test_standard_input_is_read_and_left_open(
    saved: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with Path(saved("one.json", document())).open("rb") as source:
        monkeypatch.setattr(sys, "stdin", source)
        assert main(["-", "--json"]) == 0
        os.fstat(source.fileno())
    assert json.loads(capfd.readouterr().out)["hands"][0]["number"] == 1


def test_an_event_that_is_no_hand_is_answered_by_its_own_type(
    saved: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    adjust = {"type": "adjust", "points": {"Anna": -5, "Béla": 5}, "note": "spilt wine"}
    hand = document()["events"][0]
    path = saved("one.json", document(events=[hand, adjust, hand]))
    assert main([path, "--json"]) == 0
    (event,) = json.loads(capfd.readouterr().out)["events"]
    assert (event["event"], event["type"]) == (2, "adjust")
    assert main([path]) == 0
    assert "Event 2 (adjust)\n" in capfd.readouterr().out


def test_installed_command_is_called_tarokk_score(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tarokk-score", "--help"])
    with pytest.raises(SystemExit):
        run_command()
    assert capfd.readouterr().out.startswith("usage: tarokk-score ")
    path = str(Path(__file__).parent / "examples" / "no-such-file.json")
    monkeypatch.setattr(sys, "argv", ["tarokk-score", path])
    assert run_command() == 2
    assert "tarokk-score" not in capfd.readouterr().err


def test_a_long_file_is_shared_among_processes_and_answered_in_order(
    saved: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = document(events=[{**document()["events"][0], "trull": "nobody"}])
    one = document(events=[{"type": "hand", "outcome": "passed_out"}])
    path = saved("all.jsonl", document(), "", one, bad, "{", *[document(), one] * 20)
    arguments = [path, "--jsonl", "--json"]
    assert main(arguments) == 2
    alone = capfd.readouterr().out

    monkeypatch.setattr(cli, "LONG_FILE", 0)
    monkeypatch.setattr(cli, "BATCH_SIZE", 1000)
    monkeypatch.setattr(processes, "_count_processors", lambda: 2)
    monkeypatch.setattr(cli, "_score_line", lambda *_: pytest.fail("scored in this process"))
    assert main(arguments) == 2
    assert capfd.readouterr().out == alone


def exit_elsewhere(pid: int) -> int:
    """Return `pid` in the process of this number, and end every other one."""
    if os.getpid() != pid:
        os._exit(1)
    return pid


def test_work_of_a_dead_process_is_computed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_count_processors", lambda: 2)
    batches = [os.getpid()] * 9
    assert list(processes.map_in_order(exit_elsewhere, batches)) == batches


def test_without_semaphores_one_process_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any) -> None:
        raise OSError("no semaphores")

    monkeypatch.setattr(processes, "_count_processors", lambda: 2)
    monkeypatch.setattr(processes, "ProcessPoolExecutor", fail)
    assert list(processes.map_in_order(exit_elsewhere, [os.getpid()])) == [os.getpid()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads the processes of Linux")
def test_a_killed_scorer_leaves_no_process_behind(saved: Any) -> None:
    code = (
        "import sys; from scoring import cli, processes; cli.LONG_FILE = 0; cli.BATCH_SIZE = 1; "
        "processes._count_processors = lambda: 2; sys.exit(cli.main(sys.argv[1:]))"
    )
    path = saved("long.jsonl", *[document(events=document()["events"] * 500)] * 400)
    with subprocess.Popen(
        [sys.executable, "-c", code, path, "--jsonl", "--json"], stdout=subprocess.PIPE, cwd=ROOT
    ) as scorer:
        assert scorer.stdout is not None
        assert scorer.stdout.read(1)
        children = Path(f"/proc/{scorer.pid}/task/{scorer.pid}/children").read_text().split()
        scorer.kill()
        assert len(children) >= 2
        until = time.monotonic() + 30
        while any(Path("/proc", child, "exe").exists() for child in children):
            assert time.monotonic() < until, "a process was left"
            time.sleep(0.05)
