"""A prepared query returns what its queryset would, with the values of each run."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from django.db import connection, connections
from django.db.models import CharField, DateField, Exists, F, OuterRef, QuerySet, UUIDField
from django.test.utils import CaptureQueriesContext

from support.club_factories import House, a_session
from tarokk_club.club.models import Membership, Player, Session
from tarokk_club.database import prepared
from tarokk_club.database.prepared import Parameter, PreparedQuery


def the_sessions() -> QuerySet[Session]:
    """Sessions of a club from a day on, with the club, its newest first and the user's roles."""
    own = Membership.objects.filter(club=OuterRef("club"), user=Parameter("user", UUIDField()))
    rows = Session.objects.select_related("club", "draft").filter(
        club__slug=Parameter("slug", CharField()), date__gte=Parameter("day", DateField())
    )
    return rows.annotate(named=F("club__name"), belongs=Exists(own)).order_by("-created_at")


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


def test_tuples_and_dicts_are_what_the_queryset_returns(house: House) -> None:
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


def test_equal_ids_and_times_are_one_object_and_documents_are_not(house: House) -> None:
    session = a_session(house)
    fields = ("pk", "date", "created_at", "closed", "mayor", "rules")
    rows = Session.objects.filter(club=Parameter("club", UUIDField()))
    query = PreparedQuery(lambda: rows.values_list(*fields))

    first, second = query.run(club=house.club.pk), query.run(club=house.club.pk)

    plain = Session.objects.filter(pk=session.pk).values_list(*fields)
    assert first == second == list(plain)
    shared = [before is after for before, after in zip(first[0], second[0], strict=True)]
    assert shared == [True] * 5 + [False]


def test_converted_values_do_not_fill_the_memory(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared, "_MOST_REUSED", 3)
    monkeypatch.setattr(prepared, "_converted", {})
    ids = [a_session(house).pk for _number in range(5)]
    query = PreparedQuery(lambda: Session.objects.order_by("created_at").values_list("pk"))

    assert query.run() == [(pk,) for pk in ids]
    assert all(len(values) <= 3 for values in prepared._converted.values())
