"""The audit of the stored data, the log of a club, and the times of maintenance runs."""
