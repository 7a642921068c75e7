"""Who deals and plays Taper in the demonstration: the players of Romanian tarok."""

from tools.demo.romanian import deal

__all__ = ["deal"]
