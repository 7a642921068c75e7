"""The site of a tarokk club."""
