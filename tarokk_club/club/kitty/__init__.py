"""The kitty: its accounts, cash counts, the cash book, and the annual report."""
