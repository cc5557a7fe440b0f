"""The last hand: the least win that takes each player to each place."""

from scoring.least_win.routes import (
    USUAL_FU,
    CheapestWin,
    Route,
    WinStep,
    best_place,
    cheapest_win,
    routes,
    routes_to,
    steps,
)
from scoring.least_win.table import UNRANKED, DrawOutcome, LastHand, Race, draws, places

__all__ = [
    "UNRANKED",
    "USUAL_FU",
    "CheapestWin",
    "DrawOutcome",
    "LastHand",
    "Race",
    "Route",
    "WinStep",
    "best_place",
    "cheapest_win",
    "draws",
    "places",
    "routes",
    "routes_to",
    "steps",
]
