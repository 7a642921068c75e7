"""The seats at tables that are drawn already, so that everybody deals and sits first by turns.

The last seat of a table deals its first hand and the first one leads. For each of the two a player
of every table is chosen, so that nobody is chosen two times more than another where they could
change: as long as a row of tables leads from who was chosen too often to who was chosen too
seldom, each table of the row gives its turn on. That is as even as the tables allow.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence

Tables = tuple[tuple[str, ...], ...]


def seats_by_turns(rounds: Sequence[Tables], past: Sequence[Tables]) -> list[Tables]:
    """The same tables, each in the order of its seats; past: the rounds before, in theirs.

    >>> seats_by_turns([(("a", "b", "c"),)], [(("a", "c", "b"),)])
    [(('b', 'c', 'a'),)]
    """
    flat = [list(table) for tables in rounds for table in tables]
    present = {player for table in flat for player in table}
    deals = _turns(flat, counted_turns(past, -1, present))
    rest = [
        [one for one in table if one != dealer] for table, dealer in zip(flat, deals, strict=True)
    ]
    firsts = _turns(rest, counted_turns(past, 0, present))
    seats = iter(
        (first, *(one for one in others if one != first), dealer)
        for first, others, dealer in zip(firsts, rest, deals, strict=True)
    )
    return [tuple(next(seats) for _table in tables) for tables in rounds]


def counted_turns(past: Sequence[Tables], seat: int, present: Collection[str]) -> Counter[str]:
    """How often each of those present had the seat. Who came later counts as having had it as often
    as those who had it least, and does not deal round after round to catch up.
    """
    had = Counter(table[seat] for tables in past for table in tables)
    there = {player for tables in past for table in tables for player in table}
    least = min((had[player] for player in present if player in there), default=0)
    return Counter({one: had[one] if one in there else least for one in present})


def _turns(tables: Sequence[Sequence[str]], had: Counter[str]) -> list[str]:
    """Who of each table is chosen, as evenly as the tables allow."""
    chosen: list[str] = []
    for table in tables:
        chosen.append(min(table, key=lambda player: had[player]))
        had[chosen[-1]] += 1
    at: dict[str, list[int]] = {}
    for number, table in enumerate(tables):
        for player in table:
            at.setdefault(player, []).append(number)
    while any(_passed_on(giver, tables, chosen, (had, at)) for giver in sorted(had)):
        pass
    return chosen


def _passed_on(
    giver: str,
    tables: Sequence[Sequence[str]],
    chosen: list[str],
    known: tuple[Counter[str], Mapping[str, Sequence[int]]],
) -> bool:
    """Whether a turn of the giver could go to somebody who has two fewer; if so, it went there."""
    had, at = known
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
                for other in tables[number]:
                    if other not in came:
                        came[other] = (player, number)
                        waiting.append(other)
    return False
