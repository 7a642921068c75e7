"""The deal of Taper for the demonstration, which is the same as in Romanian tarok."""

from tools.demo.romanian import deal

__all__ = ["deal"]
