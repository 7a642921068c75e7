"""Reading of tables from text files, and writing of tables as CSV and XLSX."""
