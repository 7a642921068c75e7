"""The code shared by the Hungarian games: Paskievics, Illustrated and their offshoots."""
