"""The kitty's own book: cash and bank, counts of the cash, the cash book, and the club's year."""
