"""The entry form of Magas tarokk, and the base of the Zebi form."""
