"""The list of report sheets of the largest event."""

import pytest

from tests.factories import MORNING, make_tournament
from tournament.desk.tables import SheetVersionTable
from tournament.players.models import Player
from tournament.results.models import Sheet, SheetLine, SheetVersion

pytestmark = pytest.mark.django_db


@pytest.mark.slow("200 players")
def test_the_sheets_of_a_thousand_players_are_listed():
    """SQLite refuses an expression with as many parts as there are players."""
    tournament = make_tournament(hanchan_count=1)
    (hanchan,) = tournament.hanchan.all()
    people = Player.objects.bulk_create(
        Player(tournament=tournament, number=number, name=f"Player {number}") for number in range(1, 1_001)
    )
    sheets = Sheet.objects.bulk_create(Sheet(hanchan=hanchan, table=table) for table in range(1, 251))
    versions = SheetVersion.objects.bulk_create(
        SheetVersion(sheet=sheet, number=1, deposits=0, entered_at=MORNING, is_reading=False) for sheet in sheets
    )
    SheetLine.objects.bulk_create(
        SheetLine(version=versions[at // 4], wind="ESWN"[at % 4], player=player, points=30_000)
        for at, player in enumerate(people)
    )
    assert len(list(SheetVersionTable(tournament).file_rows())) == 250
