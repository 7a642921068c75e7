"""The scorer of tarokk hands, in pure Python with only the standard library.

Only `cli` reads documents from files and prints results.
"""

from scoring.library import check_document, schema, score_document

__all__ = ["check_document", "schema", "score_document"]
