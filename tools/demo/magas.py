"""The deal of Magas tarokk for the demonstration, which is the same as in Paskievics."""

from tools.demo.paskievics import deal

__all__ = ["deal"]
