"""What the Hungarian games share: Paskievics, Illustrated and those grown out of them."""
