"""The calendar: evenings that are planned, who comes, seats drawn, a feed for members."""
