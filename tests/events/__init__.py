"""Standard events for tests: built once through the actions, kept as rows, copied into each test's own transaction."""
