"""The report sheet as paper: its hand-in, the fouls that follow, its photographs."""
