"""What every request and answer goes through; it knows no table of the database."""
