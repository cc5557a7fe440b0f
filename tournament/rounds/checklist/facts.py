"""What the checklist follows from: an event at one moment, as values."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanFacts:
    """One hanchan as the checklist sees it; `missing` is known for the one that plays."""

    number: int
    state: str = "planned"
    minutes: int | None = 90
    seated: bool = False
    published: bool = False
    released: bool = False
    tables: int = 0
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Everything that the steps follow from. `players` are those who are to be seated, substitutes among them."""

    place: str = ""
    first_day: date | None = None
    last_day: date | None = None
    rules_title: str = "WRC 2022"
    adapted: int = 0
    players: int = 0
    at_a_table: int = 4
    substitutes: int = 0
    substitutes_missing: int = 0
    substitutes_waiting: int = 0
    table_count: int | None = None
    present: int = 0
    unseated: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    repeats: int | None = None
    repeats_bound: int = 0
    seating_number: int | None = None
    staff: int = 0
    is_public: bool = False
    standings_public: bool = True
    hanchan: tuple[HanchanFacts, ...] = ()

    @property
    def tables_needed(self) -> int:
        return -(-self.players // self.at_a_table)

    @property
    def has_started(self) -> bool:
        return any(one.state != "planned" for one in self.hanchan)

    @property
    def is_over(self) -> bool:
        return bool(self.hanchan) and all(one.state == "closed" for one in self.hanchan)
