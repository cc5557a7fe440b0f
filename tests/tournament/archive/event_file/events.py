"""Events for the tests of the event file, and the way of one through a file."""

import json
from pathlib import Path
from uuid import uuid4

from tests.events.rows import kept
from tests.factories import MORNING, make_players
from tests.tournament.core.events import recorded_event
from tests.tournament.results.paper.pictures import picture, upload
from tournament.archive.event_file.actions import LoadedEvent, import_event
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.events.models import PrizeKind
from tournament.players.models import DifferentPeople, ImportColumn
from tournament.players.registration.actions import set_page
from tournament.players.registration.models import Registration
from tournament.results.paper.images import stored_image
from tournament.results.sheets.codes import sheet_code
from tournament.results.sheets.printings import note_printing
from tournament.standings.event_report.actions import add_photograph, write_report
from tournament.standings.prizes.actions import set_prize
from tournament.wishes.actions import add_wish
from tournament.wishes.models import WishKind


def act(**fields) -> Act:
    return Act(**{"by": None, "at": MORNING, **fields})


@kept
def everything() -> Tournament:
    """An event with rows in every section but those of byes."""
    tournament = recorded_event()
    set_prize(tournament=tournament, kind=PrizeKind.PLACE, place=1, what="Cup ✨", act=act())
    people = make_players(tournament, 2, is_substitute=True)
    add_wish(tournament=tournament, kind=WishKind.APART, players=people, label="ארנון", act=act())
    set_page(tournament=tournament, is_open=True, closes_at=None, takes_waiting=True, asks=["country"], act=act())
    Registration.objects.create(
        player=people[0], submission=uuid4(), token_digest="d" * 64, sent_at=MORNING, sent_from="a"
    )
    DifferentPeople.objects.create(first=people[0], second=people[1])
    ImportColumn.objects.create(tournament=tournament, heading="EMA N°", field="ema_number")
    note_printing(tournament, [sheet_code(1, 1, (1, 2, 3, 4))], by=None, at=MORNING)
    tournament.refresh_from_db()
    write_report(tournament=tournament, typed={"report": "Thank you, Mina.\n\nSee you."}, act=act())
    image = stored_image(upload(picture((40, 30))))
    add_photograph(tournament=tournament, caption="Mina Sato calls time", image=image, act=act())
    return tournament


def version_file(version: int) -> str:
    """The file of `everything` as the release wrote it that came with this version of the format."""
    return (Path(__file__).parent / "files" / f"version-{version}.json").read_text(encoding="utf-8")


def altered(text: str) -> str:
    """The file with a thousand points moved between two players."""
    known = json.loads(text)
    known["sheet_lines"][0]["points"] += 1_000
    known["sheet_lines"][1]["points"] -= 1_000
    return json.dumps(known)


def load(text: str, slug: str = "", **fields) -> LoadedEvent:
    return import_event(file=read_event_file(text.encode()), slug=slug, act=act(), **fields)


def there_and_back(tournament: Tournament) -> tuple[str, str]:
    """The file of an event, and that of the event loaded from it beside it, with the address of the first."""
    before = event_file(tournament)
    loaded = load(before, slug="from-file").tournament
    assert loaded.id_offset > 0 and loaded.pk != tournament.pk
    return before, event_file(loaded).replace('"slug":"from-file"', f'"slug":"{tournament.slug}"')
