"""Draws of rounds and seats: pure functions of the players, the past rounds and a seed."""
