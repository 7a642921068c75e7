"""The order of seats at drawn tables, which evens out the turns to deal and to lead.

The last seat of a table deals the first hand, and the first seat leads it. A player is chosen for
each of the two seats at every table.

If a chain of tables connects a player with too many turns to one with too few, every table in the
chain chooses the next player instead. The result is as even as the tables allow.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence

Tables = tuple[tuple[str, ...], ...]


def order_seats_by_turns(rounds: Sequence[Tables], past: Sequence[Tables]) -> list[Tables]:
    """Return the tables with their players reordered to even out the turns to deal and to lead.

    past: tables of the earlier rounds, with players in the order of the seats.

    >>> order_seats_by_turns([(("a", "b", "c"),)], [(("a", "c", "b"),)])
    [(('b', 'c', 'a'),)]
    """
    flat = [list(table) for tables in rounds for table in tables]
    present = {player for table in flat for player in table}
    deals = _choose_players(flat, count_turns(past, -1, present))
    without_dealer = [
        [player for player in table if player != dealer]
        for table, dealer in zip(flat, deals, strict=True)
    ]
    firsts = _choose_players(without_dealer, count_turns(past, 0, present))
    seats = iter(
        (first, *(other for other in remaining if other != first), dealer)
        for first, remaining, dealer in zip(firsts, without_dealer, deals, strict=True)
    )
    return [tuple(next(seats) for _table in tables) for tables in rounds]


def count_turns(past: Sequence[Tables], seat: int, present: Collection[str]) -> Counter[str]:
    """Return the number of turns of each present player at the seat.

    A player who joined later starts with the lowest count of the others, and so does not have to
    catch up.

    seat: index of the seat at a table.
    """
    had = Counter(table[seat] for tables in past for table in tables)
    earlier_players = {player for tables in past for table in tables for player in table}
    least = min((had[player] for player in present if player in earlier_players), default=0)
    return Counter(
        {player: had[player] if player in earlier_players else least for player in present}
    )


def _choose_players(tables: Sequence[Sequence[str]], had: Counter[str]) -> list[str]:
    """Return the player chosen at each table, with turns as even as the tables allow.

    had: number of turns by player, changed in place.
    """
    chosen: list[str] = []
    for table in tables:
        chosen.append(min(table, key=lambda player: had[player]))
        had[chosen[-1]] += 1
    at: dict[str, list[int]] = {}
    for number, table in enumerate(tables):
        for player in table:
            at.setdefault(player, []).append(number)
    while any(_pass_turn_on(giver, tables, chosen, (had, at)) for giver in sorted(had)):
        pass
    return chosen


def _pass_turn_on(
    giver: str,
    tables: Sequence[Sequence[str]],
    chosen: list[str],
    turns_so_far: tuple[Counter[str], Mapping[str, Sequence[int]]],
) -> bool:
    """Pass a turn along a chain of tables from the giver to a player with at least two fewer.

    Return whether such a player could be reached.

    chosen: player chosen at each table, changed in place.
    turns_so_far: two mappings by player: the number of turns, changed in place, and the indexes of
        the player's tables.
    """
    had, at = turns_so_far
    came: dict[str, tuple[str, int] | None] = {giver: None}
    waiting = deque([giver])
    while waiting:
        player = waiting.popleft()
        if had[player] <= had[giver] - 2:
            had[player] += 1
            had[giver] -= 1
            while step := came[player]:
                chosen[step[1]] = player
                player = step[0]
            return True
        for number in at.get(player, ()):
            if chosen[number] == player:
                for neighbour in tables[number]:
                    if neighbour not in came:
                        came[neighbour] = (player, number)
                        waiting.append(neighbour)
    return False
