"""Django's backend of SQLite, with one row for all threads of this process that want to write."""
