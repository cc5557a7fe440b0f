"""Long planning that shows progress, can be stopped, and blocks no page."""
