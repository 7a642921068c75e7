"""The deal of Taper for the demonstration, which is the one of Romanian tarok."""

from tools.demo.romanian import deal

__all__ = ["deal"]
