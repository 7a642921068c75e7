"""The entry form of Magas tarokk, and what it shares with Zebi."""
