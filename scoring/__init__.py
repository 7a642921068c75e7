"""The scorer of tarokk hands.

Pure Python, standard library only, no input or output but in `cli`.
"""
