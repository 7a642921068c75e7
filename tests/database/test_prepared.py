"""A prepared query returns what its queryset would, with the values of each run."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, connections
from django.db.models import (
    CharField,
    DateField,
    Exists,
    ExpressionWrapper,
    F,
    Model,
    OuterRef,
    QuerySet,
    UUIDField,
    Value,
)
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext

from support.club_factories import House, a_session
from tarokk_club.club.models import Balance, Club, Membership, Player, Session, User
from tarokk_club.database import prepared_rows
from tarokk_club.database.prepared import Parameter, PreparedQuery, select_rows_as_json


def the_sessions() -> QuerySet[Session]:
    """Sessions of a club from a day on, with the club, its newest first and the user's roles."""
    own = Membership.objects.filter(club=OuterRef("club"), user=Parameter("user", UUIDField()))
    rows = Session.objects.select_related("club", "draft").filter(
        club__slug=Parameter("slug", CharField()), date__gte=Parameter("day", DateField())
    )
    return rows.annotate(named=F("club__name"), belongs=Exists(own)).order_by("-created_at")


def pass_on(rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """The queryset itself, as what a prepared query builds."""
    return rows


def test_rows_have_their_relations_and_annotations(house: House) -> None:
    first, second = a_session(house), a_session(house)
    query = PreparedQuery(the_sessions)
    values = {"slug": house.club.slug, "day": date(2000, 1, 1), "user": house.anna.pk}

    rows = query.run(**values)

    assert rows == [second, first]
    for row in rows:
        assert (row.named, row.belongs) == (house.club.name, True)
        assert row.rules == first.rules, "a column with a converter"
        with CaptureQueriesContext(connection) as queries:
            assert row.club == house.club
        assert not queries
    assert query.first(**values) == second


def test_each_run_has_values_of_its_own(house: House) -> None:
    session = a_session(house)
    query = PreparedQuery(the_sessions)
    values = {"slug": house.club.slug, "day": session.date, "user": house.anna.pk}

    assert query.run(**values)
    assert not query.run(**values | {"slug": "another"})
    assert not query.run(**values | {"day": date(9000, 1, 1)})
    assert query.first(**values | {"slug": "another"}) is None
    nobody = session.pk
    assert [row.belongs for row in query.run(**values | {"user": nobody})] == [False]
    assert [row.belongs for row in query.run(**values | {"user": None})] == [False]


def test_tuples_and_dicts_equal_those_of_the_queryset(house: House) -> None:
    def names() -> QuerySet[Player]:
        return Player.objects.filter(club=Parameter("club", UUIDField())).order_by("name")

    club = house.club
    queryset = club.players.order_by("name")
    pairs = PreparedQuery(lambda: names().values_list("pk", "club__language"))
    assert pairs.run(club=club.pk) == list(queryset.values_list("pk", "club__language"))
    flat = PreparedQuery(lambda: names().values_list("name", flat=True))
    assert flat.run(club=club.pk) == list(queryset.values_list("name", flat=True))
    dicts = PreparedQuery(lambda: names().values("pk", "name"))
    assert dicts.run(club=club.pk) == list(queryset.values("pk", "name"))


def test_rows_of_another_table_come_as_json(house: House) -> None:
    session = a_session(house)
    empty = a_session(house)
    Balance.objects.filter(session=empty).delete()
    first, *_others = Balance.objects.filter(session=session).order_by("player_id")
    Player.objects.filter(pk=first.player_id).update(guest=True)
    fields = ("player_id", "points", "player__guest")
    balances = select_rows_as_json(Balance.objects.filter(session=OuterRef("pk")), *fields)
    sessions = Session.objects.annotate(rows=balances).values_list("pk", "rows")

    found = dict(PreparedQuery(partial(pass_on, sessions)).run())

    rows = {
        (UUID(key), points, bool(guest)) for key, points, guest in json.loads(found[session.pk])
    }
    assert rows == set(Balance.objects.filter(session=session).values_list(*fields))
    assert (first.player_id, first.points, True) in rows
    assert not json.loads(found[empty.pk] or "[]")


def test_every_column_equals_that_of_the_queryset(house: House) -> None:
    a_session(house)
    models: list[type[Model]] = [User, Club, Player, Session, Balance]
    for model in models:
        queryset = model._default_manager.order_by("pk")

        prepared = PreparedQuery(partial(pass_on, queryset)).run()

        assert prepared
        for row, other in zip(prepared, queryset, strict=True):
            assert {**vars(row), "_state": None} == {**vars(other), "_state": None}
            assert (row._state.db, row._state.adding) == ("default", False)
        for fields in ([], [field.name for field in model._meta.concrete_fields][:2]):
            values = queryset.values(*fields).annotate(last=F("pk"))
            assert PreparedQuery(partial(pass_on, values)).run() == list(values)


def test_partially_selected_row_loads_deferred_fields(house: House) -> None:
    session = a_session(house)
    query = PreparedQuery(lambda: Session.objects.filter(pk=session.pk).only("date", "club"))

    row = query.first()

    assert row.get_deferred_fields() > {"rules", "seats"}
    assert (row.date, row.rules) == (session.date, session.rules)


def test_the_rows_are_prepared_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = []
    choose = SQLCompiler.get_converters

    def count(self: SQLCompiler, columns: Any) -> Any:
        prepared.append(1)
        return choose(self, columns)

    monkeypatch.setattr(SQLCompiler, "get_converters", count)
    query = PreparedQuery(the_sessions)
    for _run in range(3):
        query.run(slug=house.club.slug, day=date(2000, 1, 1), user=house.anna.pk)

    assert len(prepared) == 1


def test_a_forgotten_value_is_an_error(house: House) -> None:
    with pytest.raises(KeyError):
        PreparedQuery(the_sessions).run(slug=house.club.slug)


def test_the_query_is_built_once(house: House) -> None:
    built = []

    def build() -> QuerySet[Session]:
        built.append(1)
        return the_sessions()

    query = PreparedQuery(build)
    for _run in range(3):
        query.run(slug=house.club.slug, day=date(2000, 1, 1), user=house.anna.pk)

    assert len(built) == 1


@pytest.mark.django_db(transaction=True)
def test_threads_share_a_query_and_no_connection(house: House) -> None:
    query = PreparedQuery(lambda: Player.objects.filter(name=Parameter("name", CharField())))
    names = list(house.club.players.values_list("name", flat=True))

    def ask(name: str) -> list[str]:
        try:
            return [row.name for row in query.run(name=name)]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, names * 10)) == [[name] for name in names * 10]


@pytest.mark.django_db
def test_the_placeholders_of_a_query_are_converted_once() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has other placeholders")
    with connection.cursor() as cursor:
        texts = [cursor.cursor.convert_query("SELECT %s, '%%'") for _time in range(2)]
        cursor.execute("SELECT %s, '%%', %s", [1, "%s"])
        assert cursor.fetchone() == (1, "%", "%s")

    assert texts[0] == "SELECT ?, '%'"
    assert texts[0] is texts[1]


def test_equal_ids_and_times_are_one_object_and_documents_are_not(house: House) -> None:
    session = a_session(house)
    fields = ("pk", "date", "created_at", "closed", "mayor", "rules")
    rows = Session.objects.filter(club=Parameter("club", UUIDField()))
    query = PreparedQuery(lambda: rows.values_list(*fields))

    first, second = query.run(club=house.club.pk), query.run(club=house.club.pk)

    plain = Session.objects.filter(pk=session.pk).values_list(*fields)
    assert first == second == list(plain)
    shared = [before is after for before, after in zip(first[0], second[0], strict=True)]
    # PostgreSQL returns ids, days and times as they are; a boolean and None are one object anyway.
    converted = connection.vendor == "sqlite"
    assert shared == [converted, converted, converted, True, True, False]


def test_converted_values_do_not_fill_the_memory(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared_rows, "_MOST_REUSED", 3)
    monkeypatch.setattr(prepared_rows, "_converted", {})
    ids = [a_session(house).pk for _number in range(5)]
    query = PreparedQuery(lambda: Session.objects.order_by("created_at").values_list("pk"))

    assert query.run() == [(pk,) for pk in ids]
    assert all(len(values) <= 3 for values in prepared_rows._converted.values())


def test_shared_document_is_decoded_once_and_null_stays_null(house: House) -> None:
    a_session(house)
    document: Any = ExpressionWrapper(F("rules"), output_field=prepared_rows.SharedJson())
    nothing: Any = ExpressionWrapper(Value(None), output_field=prepared_rows.SharedJson())
    query = PreparedQuery(lambda: Session.objects.values_list("rules", document, nothing))

    (first,), (second,) = query.run(), query.run()

    assert first == second
    assert first[1] == first[0] and first[1] is second[1]
    assert first[2] is None
