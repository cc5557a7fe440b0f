"""Standings: totals, places, tie-breaks, cuts and teams."""

from scoring.standings.players import standings, standings_so_far, tiers
from scoring.standings.values import Deduction, Entrant, HanchanResult, Standing, Status

__all__ = ["Deduction", "Entrant", "HanchanResult", "Standing", "Status", "standings", "standings_so_far", "tiers"]
