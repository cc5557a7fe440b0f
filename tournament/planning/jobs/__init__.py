"""Planning jobs: searches that show progress, can be stopped, and block no page."""
