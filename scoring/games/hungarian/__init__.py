"""The code that all Hungarian games share: Paskievics, Illustrated and the games made from them."""
