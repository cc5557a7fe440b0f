"""Answers to “what happened?” and their proposals: pure functions of the basis, one module for each kind."""
