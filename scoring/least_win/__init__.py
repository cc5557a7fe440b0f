"""The last hand: the least win that takes each player to each place."""

from scoring.least_win.routes import USUAL_FU, Route, WinStep, routes, routes_to, steps
from scoring.least_win.table import UNRANKED, DrawOutcome, LastHand, Race, draws, places

__all__ = [
    "UNRANKED",
    "USUAL_FU",
    "DrawOutcome",
    "LastHand",
    "Race",
    "Route",
    "WinStep",
    "draws",
    "places",
    "routes",
    "routes_to",
    "steps",
]
