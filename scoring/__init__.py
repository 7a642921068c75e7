"""The scorer of tarokk hands: `score_document`, `check_document` and `schema`.

Pure Python, standard library only. Files are read by `cli`, and by `schema` its own.
"""

from scoring.library import check_document, schema, score_document

__all__ = ["check_document", "schema", "score_document"]
