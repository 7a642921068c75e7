"""What leaves the book as a file: tables for spreadsheets and the session document."""
