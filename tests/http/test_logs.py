"""Log lines: one a record, key=value, and nobody's name."""

import logging

from tarokk_club.http.logs import KeyValueFormatter


def _line(message: str, error: BaseException | None = None, **fields: object) -> str:
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("tarokk_club.x", logging.INFO, "x.py", 1, message, None, info)
    record.fields = fields
    return KeyValueFormatter().format(record)


def test_it_works() -> None:
    line = _line("answered", path="/c/club/", status=200)

    assert " level=info logger=tarokk_club.x request=- message=answered " in line
    assert line.endswith("path=/c/club/ status=200")


def test_whatever_a_visitor_sends_stays_in_one_line() -> None:
    line = _line("answered", path='/\r\nlevel=error "x"\u2028')

    assert line.splitlines() == [line]
    assert r'path="/\r\nlevel=error \"x\"\u2028"' in line


def test_the_part_of_an_address_that_lets_somebody_in_is_not_told() -> None:
    paths = ("/i/abc-DEF_1/", "/p/abc-DEF_1/x", "/accounts/password/reset/key/abc-DEF_1/?a=1")
    lines = [_line(f"Forbidden: {path}", path=path) for path in paths]

    assert not any("abc-DEF_1" in line for line in lines)
    assert "path=/i/.../" in lines[0]


def test_an_error_is_told_by_its_kind_and_place_without_its_words() -> None:
    try:
        raise ValueError("Key (name)=(Anna) already exists")
    except ValueError as error:
        line = _line("failed", error)

    assert "error=ValueError" in line
    assert "test_logs.py" in line
    assert "Anna" not in line
