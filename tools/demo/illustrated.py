"""The deal of Illustrated tarokk for the demonstration, which is the one of Paskievics."""

from tools.demo.paskievics import deal

__all__ = ["deal"]
