"""Reading and writing of tables in CSV and XLSX."""
