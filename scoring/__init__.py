"""The scorer of tarokk hands, in pure Python with only the standard library.

Only `cli` does any input or output.
"""

from scoring.library import check_document, schema, score_document

__all__ = ["check_document", "schema", "score_document"]
