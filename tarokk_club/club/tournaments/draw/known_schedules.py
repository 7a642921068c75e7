"""Known solutions of the social golfer problem for tables of four.

The problem asks for how many weeks groups of four can play without any pair meeting twice.

HALVES is a published schedule of ten weeks. BASES contains first rounds for other numbers of
players, found by simulated annealing for this program. `rotate_tables` derives all further rounds
from the first one. A test counts the meetings in every schedule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

Groups = tuple[tuple[int, ...], ...]
# Number of players -> size of the ring, and the tables of the first round.
BASES: Mapping[int, tuple[int, Groups]] = MappingProxyType(
    {
        16: (5, ((12, 9, 13, 6), (15, 5, 3, 10), (14, 1, 11, 0), (7, 2, 8, 4))),
        20: (5, ((16, 18, 0, 1), (13, 5, 3, 9), (11, 10, 4, 2), (15, 19, 8, 6), (7, 14, 12, 17))),
        24: (
            7,
            (
                *((14, 22, 3, 11), (12, 19, 13, 10), (7, 1, 0, 5), (4, 8, 16, 23)),
                *((2, 15, 17, 18), (20, 21, 6, 9)),
            ),
        ),
        28: (
            9,
            (
                *((25, 21, 12, 19), (9, 16, 24, 8), (2, 13, 6, 23), (27, 4, 17, 22)),
                *((20, 7, 1, 0), (14, 10, 11, 5), (26, 18, 3, 15)),
            ),
        ),
        36: (
            11,
            (
                *((21, 11, 9, 6), (19, 0, 33, 27), (20, 31, 26, 16), (14, 17, 8, 7)),
                *((28, 3, 5, 10), (1, 25, 35, 12), (18, 30, 34, 4), (32, 24, 2, 23)),
                (15, 22, 13, 29),
            ),
        ),
        40: (
            13,
            (
                *((39, 0, 13, 26), (1, 2, 16, 25), (3, 6, 22, 23), (9, 5, 14, 17)),
                *((4, 11, 31, 36), (12, 7, 28, 30), (10, 8, 32, 38), (15, 21, 29, 33)),
                *((19, 24, 35, 34), (18, 20, 27, 37)),
            ),
        ),
        44: (
            12,
            (
                *((8, 33, 4, 7), (3, 26, 17, 40), (37, 21, 0, 34), (36, 9, 28, 12)),
                *((18, 30, 6, 38), (10, 16, 23, 14), (2, 35, 13, 39), (43, 11, 27, 19)),
                *((29, 22, 24, 25), (20, 31, 1, 41), (32, 15, 42, 5)),
            ),
        ),
        48: (
            12,
            (
                *((29, 14, 33, 9), (44, 45, 34, 41), (22, 7, 19, 24), (38, 3, 8, 21)),
                *((46, 5, 39, 6), (15, 11, 36, 13), (40, 26, 18, 42), (12, 23, 2, 4)),
                *((27, 28, 0, 25), (16, 20, 47, 32), (43, 35, 30, 17), (10, 31, 1, 37)),
            ),
        ),
        52: (
            12,
            (
                *((20, 28, 30, 6), (33, 37, 51, 18), (5, 39, 36, 40), (42, 50, 12, 29)),
                *((19, 26, 46, 41), (34, 48, 43, 7), (17, 9, 13, 14), (24, 32, 35, 4)),
                *((10, 31, 22, 38), (15, 8, 47, 49), (0, 25, 21, 23), (1, 16, 45, 27)),
                (11, 44, 2, 3),
            ),
        ),
        56: (
            12,
            (
                *((29, 6, 55, 18), (53, 15, 11, 33), (52, 21, 36, 30), (17, 24, 45, 37)),
                *((48, 8, 43, 19), (28, 31, 47, 1), (49, 10, 13, 38), (9, 42, 16, 50)),
                *((26, 0, 5, 25), (41, 2, 12, 23), (22, 27, 34, 14), (35, 4, 40, 54)),
                *((7, 51, 20, 39), (32, 3, 44, 46)),
            ),
        ),
        60: (
            12,
            (
                *((46, 30, 10, 13), (14, 55, 6, 9), (40, 56, 25, 39), (35, 44, 33, 59)),
                *((4, 3, 8, 58), (38, 12, 11, 42), (48, 51, 49, 21), (27, 37, 18, 50)),
                *((32, 7, 54, 19), (20, 53, 22, 47), (5, 26, 23, 43), (28, 17, 29, 41)),
                *((52, 31, 34, 15), (45, 57, 1, 36), (0, 2, 16, 24)),
            ),
        ),
        64: (
            12,
            (
                *((10, 51, 49, 42), (13, 48, 38, 61), (28, 1, 4, 59), (21, 54, 58, 33)),
                *((8, 50, 18, 60), (5, 43, 31, 6), (17, 9, 26, 22), (37, 35, 7, 62)),
                *((3, 15, 44, 11), (39, 20, 36, 40), (47, 24, 52, 32), (30, 29, 27, 53)),
                *((55, 14, 16, 56), (19, 57, 0, 46), (2, 34, 23, 41), (12, 45, 63, 25)),
            ),
        ),
    }
)

# Half of the tables of ten rounds of eight; the other half seats the partners, 16 apart.
HALVES: tuple[Groups, ...] = (
    ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)),
    ((0, 4, 8, 28), (1, 7, 18, 22), (3, 5, 10, 31), (9, 14, 27, 29)),
    ((0, 21, 27, 30), (1, 23, 26, 28), (2, 9, 15, 20), (3, 6, 13, 24)),
    ((0, 11, 18, 24), (1, 10, 19, 25), (4, 12, 23, 29), (5, 15, 22, 30)),
    ((0, 10, 13, 22), (1, 4, 15, 27), (2, 21, 25, 28), (3, 7, 8, 30)),
    ((0, 9, 23, 31), (1, 5, 24, 29), (2, 12, 19, 30), (4, 11, 22, 26)),
    ((0, 5, 19, 20), (1, 6, 9, 30), (2, 7, 11, 29), (8, 12, 26, 31)),
    ((0, 15, 17, 29), (2, 4, 10, 14), (3, 12, 22, 27), (5, 8, 23, 25)),
    ((0, 6, 12, 25), (1, 8, 14, 20), (2, 5, 13, 26), (3, 11, 15, 23)),
    ((0, 7, 14, 26), (1, 11, 12, 21), (2, 22, 24, 31), (3, 20, 25, 29)),
)
PARTNER = 16


def build_repeat_free_rounds(players: int) -> list[Groups]:
    """Return rounds at tables of four in which no pair meets twice, [] if none are known.

    Players are numbered from 0.

    >>> [len(build_repeat_free_rounds(players)) for players in (16, 28, 32, 40, 17)]
    [5, 9, 10, 13, 0]
    """
    if players == 2 * PARTNER:
        return [(*half, *_build_partner_tables(half)) for half in HALVES]
    if players not in BASES:
        return []
    ring, base = BASES[players]
    return [rotate_tables(base, by=step, ring=ring, players=players) for step in range(ring)]


def _build_partner_tables(tables: Groups) -> Groups:
    return tuple(tuple((player + PARTNER) % (2 * PARTNER) for player in table) for table in tables)


def rotate_tables(base: Sequence[Sequence[int]], *, by: int, ring: int, players: int) -> Groups:
    """Return the tables after every player has moved on by some places within a ring.

    Players are numbered from 0, ring after ring. Players after the last full ring do not move.

    by: number of places to move.
    ring: number of players in a ring.

    >>> rotate_tables([(0, 1, 2, 3)], by=1, ring=3, players=4)
    ((1, 2, 0, 3),)
    """
    turning = players // ring * ring
    return tuple(
        tuple(
            player if player >= turning else player // ring * ring + (player % ring + by) % ring
            for player in table
        )
        for table in base
    )
