"""The entry form of Magas tarokk, from which that of Zebi inherits."""
