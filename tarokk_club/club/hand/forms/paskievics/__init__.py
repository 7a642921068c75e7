"""The entry form of Paskievics."""
