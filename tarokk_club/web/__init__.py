"""What every request meets: sessions, sign-in, headers, health, logs."""
