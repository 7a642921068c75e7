"""Rounds drawn all at once, and again when players come or go; draws by standings."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_form, codes
from support.club_web import form_in, text_of
from support.tournament_tables import (
    a_tournament,
    a_tournament_plan,
    begun,
    close_with_points,
    create_players,
    draw_rounds_at_once,
    read_next_draw,
    set_players,
)
from tarokk_club.club.models import Act, AuditLine, Session, Tournament
from tarokk_club.club.tournaments.draw.schedule_draw import draw_schedule
from tarokk_club.club.tournaments.draw.stored_schedule import StoredSchedule, read_stored_schedule
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.tournaments.queries.next_draws import compute_next_draw, load_draw_input
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.usecases import rounds as drawing
from tarokk_club.club.tournaments.usecases.rounds import (
    draw_all_rounds,
    start_round,
    take_back_round,
)
from tarokk_club.club.tournaments.usecases.tournaments import change_tournament
from tarokk_club.club.values.draws import DrawKind
from tarokk_club.club.writing.errors import ConflictError

pytestmark = pytest.mark.django_db


def scheduled(house: House, players: int, rounds: int) -> Tournament:
    """A tournament whose rounds are to be drawn at once."""
    return a_tournament(house, players, rounds=rounds, draw_kind=DrawKind.SCHEDULE)


def drawn(house: House, tournament: Tournament) -> StoredSchedule:
    """Its schedule, drawn by Anna."""
    draw_rounds_at_once(house, tournament)
    kept = read_stored_schedule(tournament.schedule)
    assert kept
    return kept


def squares(pairs: Counter[tuple[str, ...]]) -> int:
    """How unevenly pairs meet."""
    return sum(count * count for count in pairs.values())


def refused(house: House, tournament: Tournament) -> set[str]:
    """Why its rounds cannot be drawn."""
    with pytest.raises(ConflictError) as error:
        draw_all_rounds(club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id)
    return {code for _field, code in codes(error)}


def not_begun(house: House, tournament: Tournament) -> set[str]:
    """Why its next round cannot begin."""
    with pytest.raises(ConflictError) as error:
        start_round(
            club_id=house.club.id,
            form=a_form(house.anna),
            tournament_id=tournament.id,
            seen=read_next_draw(tournament),
        )
    return {code for _field, code in codes(error)}


def rounds_of(tournament: Tournament) -> dict[int, list[list[str]]]:
    """The seats of the sessions of every round."""
    found: dict[int, list[list[str]]] = {}
    for table in load_counting_tables(tournament):
        found.setdefault(table.round, []).append([str(one) for one in table.session.seats])
    return found


def met(tables: list[list[str]]) -> Counter[tuple[str, ...]]:
    """How often each pair sat together."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def played_out(house: House, sessions: list[Session]) -> None:
    for session in sessions:
        close_with_points(house, session, *(4, 3, -3, -4, 0)[: len(session.seats)])


def url_of(tournament: Tournament, name: str = "tournament_schedule") -> str:
    return reverse(f"club:{name}", args=[tournament.club.slug, tournament.id])


def test_sixteen_players_meet_at_most_once_in_five_rounds(
    house: House,
) -> None:
    tournament = scheduled(house, 16, 5)
    kept = drawn(house, tournament)
    for _round in range(5):
        begun(house, tournament)

    rounds = rounds_of(tournament)
    assert [[tuple(table) for table in rounds[number]] for number in sorted(rounds)] == [
        list(one.tables) for one in kept.rounds
    ]
    tables = [table for one in rounds.values() for table in one]
    assert len(tables) == 20 and max(met(tables).values()) == 1
    for seat in (0, -1):
        turns = Counter(table[seat] for table in tables)
        counts = [turns[player] for player in kept.players]
        assert max(counts) - min(counts) <= 1


@pytest.mark.ci
def test_same_seed_reproduces_the_stored_schedule(house: House) -> None:
    tournament = scheduled(house, 13, 3)
    kept = drawn(house, tournament)
    now = load_draw_input(tournament)

    again = draw_schedule(now.players, now.past, rounds=3, sizes=now.sizes, seed=kept.seed)
    assert (again.rounds, again.repeat_meetings) == (kept.rounds, kept.repeat_meetings)
    assert drawn(house, tournament).seed != kept.seed
    line = AuditLine.objects.filter(act=Act.ROUNDS_DRAWN).latest("pk")
    assert line.facts["round"] == 2


def test_no_round_begins_before_all_of_them_are_drawn(house: House) -> None:
    tournament = scheduled(house, 8, 2)

    assert not_begun(house, tournament) == {"rounds_not_drawn"}
    drawn(house, tournament)
    assert len(begun(house, tournament)) == 2


@pytest.mark.ci
@pytest.mark.parametrize("players", [11, 13])
def test_redraw_after_a_change_of_players_considers_past_rounds(house: House, players: int) -> None:
    tournament = scheduled(house, 12, 3)
    first = drawn(house, tournament)
    begun(house, tournament)
    before = rounds_of(tournament)
    set_players(house, tournament, create_players(house, players))

    assert not_begun(house, tournament) == {"rounds_not_drawn"}
    second = drawn(house, tournament)
    assert (second.first, len(second.rounds), len(second.players)) == (2, 2, players)
    for _round in range(2):
        begun(house, tournament)

    rounds = rounds_of(tournament)
    assert rounds[1] == before[1] == [list(table) for table in first.rounds[0].tables]
    pairs = met([table for one in rounds.values() for table in one])
    assert sum(count - 1 for count in pairs.values()) == second.repeat_meetings
    # Drawn without the first round in mind, pairs meet more often.
    now = load_draw_input(tournament)
    unaware = 0
    for seed in ("a", "b", "c", "d"):
        blind = draw_schedule(now.players, [], rounds=2, sizes=now.sizes, seed=seed)
        others = [list(table) for one in blind.rounds for table in one.tables]
        unaware += squares(met([*rounds[1], *others]))
    assert 4 * squares(pairs) < unaware
    out = Counter(player for one in second.rounds for player in one.out)
    assert max(out.values(), default=0) <= 1


def test_a_round_that_is_taken_back_begins_again_with_the_same_seats(house: House) -> None:
    tournament = scheduled(house, 8, 2)
    drawn(house, tournament)
    begun(house, tournament)
    before = rounds_of(tournament)
    take_back_round(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, number=1
    )

    begun(house, tournament)
    assert rounds_of(tournament) == before


def test_schedule_with_a_started_round_stays(house: House) -> None:
    tournament = scheduled(house, 8, 2)
    kept = drawn(house, tournament)
    begun(house, tournament)

    assert refused(house, tournament) == {"schedule_begun"}
    begun(house, tournament)
    assert refused(house, tournament) == {"rounds_over"}
    tournament.refresh_from_db()
    assert read_stored_schedule(tournament.schedule) == kept


def test_further_rounds_are_drawn_when_they_are_planned(house: House) -> None:
    tournament = scheduled(house, 8, 1)
    drawn(house, tournament)
    begun(house, tournament)
    plan = a_tournament_plan(house, rounds=3, head=None, draw_kind=DrawKind.SCHEDULE)
    change_tournament(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, plan=plan
    )

    assert not_begun(house, tournament) == {"rounds_not_drawn"}
    assert (drawn(house, tournament).first, len(begun(house, tournament))) == (2, 2)


def test_too_few_players_and_other_ways_to_draw_have_no_schedule(house: House) -> None:
    assert refused(house, scheduled(house, 3, 2)) == {"too_few_entrants"}
    assert refused(house, a_tournament(house, 8)) == {"drawn_otherwise"}


def test_changing_the_draw_kind_deletes_the_schedule(house: House) -> None:
    tournament = scheduled(house, 8, 3)
    drawn(house, tournament)
    plan = a_tournament_plan(house, rounds=3)
    change_tournament(
        club_id=house.club.id, form=a_form(house.anna), tournament_id=tournament.id, plan=plan
    )

    tournament.refresh_from_db()
    assert (tournament.draw_kind, tournament.schedule) == (DrawKind.LOT, None)


def test_a_player_entered_during_the_draw_voids_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = scheduled(house, 8, 2)

    def slow(*args: Any, **options: Any) -> Any:
        set_players(house, tournament, create_players(house, 9))
        return draw_schedule(*args, **options)

    monkeypatch.setattr(drawing, "draw_schedule", slow)
    assert refused(house, tournament) == {"draw_changed"}
    tournament.refresh_from_db()
    assert tournament.schedule is None


def test_unreadable_schedule_is_drawn_again(house: House) -> None:
    tournament = scheduled(house, 8, 2)
    raw = drawn(house, tournament).to_json()
    for damage in (
        {"rounds": 7},
        {"rounds": [{"tables": [[0, 1, 2, 99]], "out": []}]},
        {"rounds": [{"tables": [[0, 1, 2, 3, 4, 5, 6, 7]], "out": []}] * 2},
        {"players": None},
        {"sizes": [4]},
        {"first": "x"},
    ):
        Tournament.objects.update(schedule=raw | damage)
        assert not_begun(house, tournament) == {"rounds_not_drawn"}, damage

    assert drawn(house, tournament).draw == 0


def test_draw_by_standings_seats_neighbours_together(house: House) -> None:
    tournament = a_tournament(house, 16, rounds=2, draw_kind=DrawKind.STANDINGS)
    played_out(house, begun(house, tournament))
    order = [row.player_id for row in load_standing(tournament).results]
    assert compute_next_draw(tournament, 0) == compute_next_draw(tournament, 5)
    begun(house, tournament)

    one, two = (rounds_of(tournament)[number] for number in (1, 2))
    assert not set(met(one)) & set(met(two))
    # All winners sit together, all seconds, and so on.
    level = [order[at : at + 4] for at in range(0, 16, 4)]
    assert sorted(map(sorted, two)) == sorted(map(sorted, level))


def test_draw_by_standings_lets_no_player_sit_out_twice(house: House) -> None:
    tournament = a_tournament(house, 6, rounds=3, draw_kind=DrawKind.STANDINGS)
    out = []
    for _round in range(3):
        here = begun(house, tournament)
        seated = {str(seat) for session in here for seat in session.seats}
        out += [str(one) for one in create_players(house, 6) if str(one) not in seated]
        played_out(house, here)

    assert len(out) == len(set(out)) == 3


def test_the_organiser_draws_all_rounds_and_everybody_reads_them(
    client: Client, house: House
) -> None:
    tournament = scheduled(house, 16, 5)
    client.force_login(house.bela)
    assert "The rounds are not drawn yet" in text_of(client.get(url_of(tournament)))
    assert "Draw the rounds" not in text_of(client.get(url_of(tournament)))
    client.force_login(house.anna)
    page = client.get(url_of(tournament, "tournament_round"))
    assert "Draw the rounds" in text_of(page) and "Begin round" not in text_of(page)

    answer = client.post(
        url_of(tournament), form_in(client.get(url_of(tournament)), url_of(tournament)).sent
    )
    assert answer["Location"] == url_of(tournament)
    shown = text_of(client.get(url_of(tournament)))
    assert "Round 5" in shown and "Nobody meets again." in shown and "Draw again" in shown
    tournament.refresh_from_db()
    assert f"{tournament.id} 1 0" in shown
    assert "To round 1" in shown

    begun(house, tournament)
    shown = text_of(client.get(url_of(tournament)))
    assert "begun" in shown and "Draw again" not in shown
    client.force_login(house.bela)
    assert "Round 5" in text_of(client.get(url_of(tournament)))
    assert client.post(url_of(tournament)).status_code == 403


def test_the_draw_shows_repeat_meetings_and_their_minimum(client: Client, house: House) -> None:
    tournament = scheduled(house, 8, 2)
    kept = drawn(house, tournament)
    client.force_login(house.anna)

    shown = text_of(client.get(url_of(tournament)))
    assert (kept.repeat_meetings, kept.bound) == (4, 4)
    assert (
        "4 times two players meet who have met before." in shown
        and "By counting, it cannot be fewer than 4." in shown
    )


def test_page_offers_another_draw_after_a_late_entry(client: Client, house: House) -> None:
    tournament = scheduled(house, 8, 3)
    drawn(house, tournament)
    begun(house, tournament)
    set_players(house, tournament, create_players(house, 9))
    client.force_login(house.anna)

    for name in ("tournament_round", "tournament_schedule"):
        shown = text_of(client.get(url_of(tournament, name)))
        assert "Players or rounds have changed." in shown and "Draw the rounds" in shown
    page = client.get(url_of(tournament, "tournament_round"))
    sent = form_in(page, url_of(tournament)).sent
    client.post(url_of(tournament), sent)
    shown = text_of(client.get(url_of(tournament)))
    assert "Round 2" in shown and "Round 1" not in shown and "Draw again" in shown


def test_new_tournament_draws_all_rounds_by_default(client: Client, house: House) -> None:
    client.force_login(house.anna)
    new = reverse("club:tournament_new", args=[house.club.slug])
    sent = form_in(client.get(new), "").sent
    client.post(new, sent | {"name": "Kupa"})
    assert Tournament.objects.get().draw_kind == DrawKind.SCHEDULE

    one = Tournament.objects.get()
    settings = url_of(one, "tournament_settings")
    client.post(settings, form_in(client.get(settings), "").sent | {"draw_kind": "standings"})
    one.refresh_from_db()
    assert one.draw_kind == DrawKind.STANDINGS
    sent = form_in(client.get(settings), "").sent | {"draw_kind": "x"}
    assert client.post(settings, sent).status_code == 422
