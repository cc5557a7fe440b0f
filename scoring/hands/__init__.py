"""Optional: hands tile by tile, hand logs and their replay.

No page of the web app reaches this package yet; it is ready for the pages that will. Nothing else in `scoring` imports
it. Its commands are `python -m scoring hand` and `replay` (`hands.cli`). Hands tile by tile need the package `mahjong`.
"""
