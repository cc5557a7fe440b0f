"""The parts of an event file: the event, and a section of rows for each model, in the columns of the database.

A row is a JSON object by the names of the model's fields. Ids are those that the event has in its history: they hold
together within the file, and a server that loads it may add one number to all of them (`Tournament.id_offset`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import models

from tournament.core.models import AuditEntry, Hanchan, Tournament, User
from tournament.events.models import EventPhotograph, Prize
from tournament.players.models import DifferentPeople, ImportColumn, Player
from tournament.players.registration.models import Registration, RegistrationPage
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
from tournament.results.paper_models import DismissedProposal, HandIn, PhotographData, SheetPhotograph
from tournament.results.protests.models import Protest
from tournament.seats.models import Bye, Seat, Seating, StandIn

FORMAT = "sekigime-event"
VERSION = 1
"""Increased when a file of the version before can no longer be read as it is; `upgrades` then brings it up to date."""
EVENT = "event"
LINK_KEY = "link_key"
"""The key of the codes on paper (players/badges/links.py), in a file with which the event moves; else missing."""
OF_INSTALLATION = frozenset({"tournament", "id_offset", LINK_KEY, "moved_at", "moved_to"})
PEOPLE = "people"
"""The accounts that the rows name. They are loaded as accounts that cannot sign in."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FileSection:
    """The rows of one model that belong to an event, in the order of their ids.

    path      the lookup from a row to its tournament
    personal  the texts that an anonymised file leaves out
    private   an anonymised file has no rows of this section
    """

    name: str
    model: type[models.Model]
    path: str = "tournament"
    personal: frozenset[str] = frozenset()
    private: bool = False

    @property
    def fields(self) -> "list[models.Field[Any, Any]]":
        """The columns in the file: all but the tournament, which is the file's own, and what is the installation's."""
        return [field for field in self.model._meta.concrete_fields if field.name not in OF_INSTALLATION]

    @property
    def pk(self) -> str:
        """The name of the field with the id."""
        return self.model._meta.pk.name

    @property
    def many(self) -> "list[models.ManyToManyField[Any, Any]]":
        """The fields that name several rows of another section."""
        return list(self.model._meta.many_to_many)

    def rows(self, tournament: Tournament) -> "models.QuerySet[Any]":
        """Return the rows of an event in the order of their ids."""
        return self.model._base_manager.filter(**{self.path: tournament.pk}).order_by("pk")


def _texts(*names: str) -> frozenset[str]:
    return frozenset(names)


def _of_planning(name: str) -> type[models.Model]:
    """Return a model of the package that stands beside this one; neither imports the other."""
    return apps.get_model("tournament", name)


VERSION_OF_SHEET = "sheet__hanchan__tournament"
THE_EVENT = FileSection(EVENT, Tournament, "pk", personal=_texts("notice", "report"))
SECTIONS = (
    FileSection("hanchan", Hanchan, personal=_texts("cut_reason")),
    FileSection("players", Player),
    FileSection("different_people", DifferentPeople, "first__tournament"),
    FileSection("prizes", Prize),
    FileSection("report_photographs", EventPhotograph, private=True),
    FileSection("registration_page", RegistrationPage),
    FileSection("registrations", Registration, "player__tournament", private=True),
    FileSection("import_columns", ImportColumn),
    FileSection("wishes", _of_planning("Wish"), personal=_texts("label")),
    FileSection("seatings", Seating, personal=_texts("reason", "words", "list_digest")),
    FileSection("seats", Seat, "seating__tournament"),
    FileSection("byes", Bye, "seating__tournament"),
    FileSection("stand_ins", StandIn, personal=_texts("reason")),
    FileSection("wind_draws", WindDraw, "hanchan__tournament", personal=_texts("cancelled_reason")),
    FileSection("printings", SheetPrinting, "hanchan__tournament", private=True),
    FileSection("sheets", Sheet, "hanchan__tournament"),
    FileSection("sheet_versions", SheetVersion, VERSION_OF_SHEET, personal=_texts("reason", "agreed_reason")),
    FileSection("sheet_lines", SheetLine, f"version__{VERSION_OF_SHEET}"),
    FileSection("all_last_rows", AllLastRow, f"version__{VERSION_OF_SHEET}"),
    FileSection("hand_ins", HandIn, VERSION_OF_SHEET, personal=_texts("checked_by")),
    FileSection("dismissed_proposals", DismissedProposal, VERSION_OF_SHEET, personal=_texts("reason")),
    FileSection("photographs", SheetPhotograph, VERSION_OF_SHEET, private=True),
    FileSection("photograph_data", PhotographData, f"photograph__{VERSION_OF_SHEET}", private=True),
    FileSection("penalties", Penalty, personal=_texts("reason", "referee", "cancelled_reason")),
    FileSection("tie_decisions", TieDecision, personal=_texts("reason", "referee", "cancelled_reason")),
    FileSection("tie_decision_places", TieDecisionPlace, "decision__tournament"),
    FileSection("protests", Protest, private=True),
    FileSection("referee_calls", RefereeCall),
    FileSection("all_last_sheets", AllLastSheet, "hanchan__tournament"),
    FileSection("history", AuditEntry, private=True),
)
GONE_SECTIONS = frozenset({"draws"})
"""Sections of earlier releases that are ignored: the draw from a closed list and a public number; its seats stay."""
GONE_FIELDS = frozenset({("seatings", "draw")})
"""Columns of earlier releases that are ignored, by their section."""
LEFT_OUT = (
    "ApiToken",
    "Club",
    "ClubEvent",
    "ClubMember",
    "ClubRanking",
    "FrozenRanking",
    "Hosting",
    "Installation",
    "Membership",
    "OwnerAccess",
    "Person",
    "PersonAct",
    "PersonLink",
    "PersonName",
    "PersonPenalty",
    "PlanningJob",
    "Qualifier",
    "QualifierSource",
    "RankingEvent",
    "RankingAct",
    "Screen",
    "ScreenImage",
    "SignInLink",
    "StaffSession",
    "StoredObject",
    "TableInPlay",
    "User",
)
"""The models of the server, not of an event: accounts, roles, tokens, the screens of a hall, the tables in play,
other events and rankings that people qualify in, and the plans that are being made."""


def section_of(model: type[models.Model]) -> str:
    """Return the name of the section that has the rows of a model."""
    if model is User:
        return PEOPLE
    return next(section.name for section in (THE_EVENT, *SECTIONS) if section.model is model)


def accounts_of(tournament: Tournament) -> Iterator[int]:
    """Yield the accounts that rows of the event name."""
    for section in SECTIONS:
        for field, target in references(section):
            if target == PEOPLE:
                yield from section.rows(tournament).exclude(**{field.name: None}).values_list(field.attname, flat=True)


def references(section: FileSection) -> "Iterator[tuple[models.Field[Any, Any], str]]":
    """Yield the columns of a section that hold the id of a row, with the section of that row."""
    for field in section.fields:
        target = field.related_model
        if field.is_relation and isinstance(target, type):
            yield field, section_of(target)
