"""People, tournaments and sheets for tests: plain functions, through the same actions that the pages use."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import count

from tests.acts import with_act
from tournament.archive.actions import LoadOptions, load_event
from tournament.archive.reading import PastEvent
from tournament.core.audit import Act
from tournament.core.models import Membership, Role, Tournament, User
from tournament.events.actions import create_tournament
from tournament.events.tournament_setup import TournamentSetup
from tournament.players.actions import add_players
from tournament.players.models import Player

MORNING = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)
NAMES = (
    "Aiko Brandt", "Luc Moreau", "Ewa Nowak", "Tom Okafor", "Noor van Dijk", "Jonas Weber", "Mika Salo", "Inês Duarte",
    "Søren Holm", "Chiara Fontana", "Yuki Tanabe", "Pavel Dvořák", "Maeve Byrne", "Marta Ruiz", "Oskar Lind",
    "Anna Kovács",
)  # fmt: skip
_numbers = count(1)


def make_user(username: str = "", *, name: str = "", superuser: bool = False, language: str = "") -> User:
    """A person who works at events, without a password: tests sign in with `client.force_login`."""
    username = username or f"person{next(_numbers)}"
    first, _, last = name.partition(" ")
    user = User(username=username, first_name=first, last_name=last, is_superuser=superuser, is_staff=superuser)
    user.language = language
    user.set_unusable_password()
    user.save()
    return user


def make_tournament(
    name: str = "Spring Open", *, preset: str = "wrc-2022", hanchan_count: int = 8, **fields
) -> Tournament:
    """A tournament as the set-up page makes it, organised by nobody in particular unless `by` is given."""
    fields.setdefault("by", None)
    fields.setdefault("at", MORNING)
    fields.setdefault("place", "Utrecht")
    fields.setdefault("first_day", date(2026, 5, 16))
    fields.setdefault("last_day", date(2026, 5, 17))
    options = with_act(**fields)
    act = options.pop("act")
    setup = TournamentSetup(name=name, preset=preset, hanchan_count=hanchan_count, **options)
    return create_tournament(setup=setup, act=act)


def load_past_event(
    past: PastEvent,
    *,
    name: str = "Real event",
    preset: str = "wrc-2022",
    slug: str = "",
    progress: Callable[[int, int], None] | None = None,
    **options,
) -> Tournament:
    """A finished event, loaded as by the command; `options` are those of LoadOptions."""
    setup = TournamentSetup(name=name, preset=preset, hanchan_count=past.hanchan_count, slug=slug)
    act = Act(by=None, at=MORNING)
    return load_event(past=past, setup=setup, act=act, options=LoadOptions(**options), progress=progress)


def make_players(tournament: Tournament, number: int = 16, **fields) -> list[Player]:
    """So many players, the first sixteen with names of their own."""
    names = [*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, number + 1))][:number]
    rows = [{"name": name, "country": ("DE", "FR", "PL", "GB")[i % 4], **fields} for i, name in enumerate(names)]
    return add_players(tournament=tournament, rows=rows, act=Act(by=None, at=MORNING))


PASSWORD = "two plain words"


def make_staff(
    tournament: Tournament, role: str = Role.DESK, username: str = "", name: str = "", *, password: str = ""
) -> User:
    """Somebody with a role in the tournament; without a password, as who signs in by a link."""
    user = make_user(username, name=name)
    if password:
        user.set_password(password)
        user.save()
    Membership.objects.create(tournament=tournament, user=user, role=role)
    return user
