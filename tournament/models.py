"""Gathers the models of every activity under the one label `tournament`."""

from tournament.api.models import ApiToken
from tournament.archive.models import Installation
from tournament.core.models import AuditEntry, Hanchan, Membership, OwnerAccess, Tournament, User
from tournament.events.models import Club, ClubEvent, ClubMember, EventPhotograph, Hosting, Prize
from tournament.leagues.models import TableInPlay
from tournament.persons.models import Person, PersonAct, PersonLink, PersonName
from tournament.planning.models import PlanningJob
from tournament.players.models import DifferentPeople, ImportColumn, Player
from tournament.players.registration.models import Registration, RegistrationPage
from tournament.qualifiers.models import Qualifier, QualifierSource
from tournament.rankings.models import ClubRanking, FrozenRanking, PersonPenalty, RankingAct, RankingEvent
from tournament.results.all_last.models import AllLastSheet
from tournament.results.calls.models import RefereeCall
from tournament.results.models import (
    AllLastRow,
    Penalty,
    Sheet,
    SheetLine,
    SheetPrinting,
    SheetVersion,
    TieDecision,
    TieDecisionPlace,
    WindDraw,
)
from tournament.results.paper_models import DismissedProposal, HandIn, PhotographData, SheetPhotograph, StoredObject
from tournament.results.protests.models import Protest
from tournament.screens.models import Screen, ScreenImage
from tournament.seats.models import Bye, Seat, Seating, StandIn
from tournament.staff.models import SignInLink, StaffSession
from tournament.wishes.models import Wish

__all__ = [
    "AllLastRow",
    "AllLastSheet",
    "ApiToken",
    "AuditEntry",
    "Bye",
    "Club",
    "ClubEvent",
    "ClubMember",
    "ClubRanking",
    "DifferentPeople",
    "DismissedProposal",
    "EventPhotograph",
    "FrozenRanking",
    "Hanchan",
    "HandIn",
    "Hosting",
    "ImportColumn",
    "Installation",
    "Membership",
    "OwnerAccess",
    "Penalty",
    "Person",
    "PersonAct",
    "PersonLink",
    "PersonName",
    "PersonPenalty",
    "PhotographData",
    "PlanningJob",
    "Player",
    "Prize",
    "Protest",
    "Qualifier",
    "QualifierSource",
    "RankingAct",
    "RankingEvent",
    "RefereeCall",
    "Registration",
    "RegistrationPage",
    "Screen",
    "ScreenImage",
    "Seat",
    "Seating",
    "Sheet",
    "SheetLine",
    "SheetPhotograph",
    "SheetPrinting",
    "SheetVersion",
    "SignInLink",
    "StaffSession",
    "StandIn",
    "StoredObject",
    "TableInPlay",
    "TieDecision",
    "TieDecisionPlace",
    "Tournament",
    "User",
    "WindDraw",
    "Wish",
]
