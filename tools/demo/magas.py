"""Who deals and plays Magas tarokk in the demonstration: the players of Paskievics."""

from tools.demo.paskievics import deal

__all__ = ["deal"]
