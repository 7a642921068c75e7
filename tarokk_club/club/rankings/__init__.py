"""Rankings across the tournaments of several clubs: participants, rules, tables and files."""
