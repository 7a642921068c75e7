"""Made-up evenings whose cards were really dealt and played: for the demonstration club and bench.

Pure Python without Django. A hand's record is read off the cards, never invented.
"""
