"""Tables in the file formats of other programs, CSV and XLSX, written and read."""
