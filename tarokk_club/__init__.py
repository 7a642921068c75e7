"""The website of a tarokk club."""
