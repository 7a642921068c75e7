"""Simulated sessions, dealt and played card by card, for the demonstration club and the benchmark.

Pure Python without Django. The record of a hand is always derived from the cards.
"""
