"""The report of an event: the page to keep once all results are public."""
