"""One JSON file with everything of an event, from which the same event can be loaded elsewhere (docs/event-file.md)."""
