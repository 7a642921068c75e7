"""The code that all Hungarian games share: Paskievics, Illustrated and the games based on them."""
