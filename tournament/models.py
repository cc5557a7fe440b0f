"""Gathers the models of every activity under the one label `tournament`."""

from tournament.audit import AuditEntry
from tournament.events.models import Hanchan, Tournament
from tournament.penalties.models import Penalty
from tournament.players.models import Player
from tournament.seating.draws.models import Draw
from tournament.seating.models import Bye, Seat, Seating, StandIn
from tournament.seating.wishes.models import Wish
from tournament.seating.work.models import SeatingWork
from tournament.sheets.models import AllLastRow, Sheet, SheetLine, SheetVersion
from tournament.staff.models import Membership, SignInLink, User
from tournament.standings.models import TieDecision, TieDecisionPlace

__all__ = [
    "AllLastRow", "AuditEntry", "Bye", "Draw", "Hanchan", "Membership", "Penalty", "Player", "Seat", "Seating",
    "SeatingWork", "Sheet", "SheetLine", "SheetVersion", "SignInLink", "StandIn", "TieDecision", "TieDecisionPlace",
    "Tournament", "User", "Wish",
]  # fmt: skip
