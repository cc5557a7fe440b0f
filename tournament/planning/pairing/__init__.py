"""The next hanchan by the standings: Swiss, groups, snake, finals."""
