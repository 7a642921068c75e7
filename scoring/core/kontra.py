"""Kontra: each step doubles the game or the announcement to which it was said."""


def compute_kontra_factor(steps: int) -> int:
    """Return the factor of this many steps of kontra: 1 without kontra, 2 for the first step.

    >>> [compute_kontra_factor(steps) for steps in range(4)]
    [1, 2, 4, 8]

    Source: scoring/RULEBOOK.md, section 1, "pask-kontra", and section 4, "rom-game".
    """
    return 1 << steps
