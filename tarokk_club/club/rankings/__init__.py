"""Rankings of tournaments of several clubs: who takes part, the rule, the order, the files."""
