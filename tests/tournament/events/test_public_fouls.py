"""The penalties on the page of rules that players read."""

import pytest

from tests.factories import make_tournament
from tests.tournament.standings.test_public_views import text_of

pytestmark = pytest.mark.django_db


def test_players_read_what_each_foul_leads_to_and_on_what_that_depends(client):
    """WRC 2025 §12."""
    tournament = make_tournament(preset="wrc-2025")
    tournament.is_public = True
    tournament.save(update_fields=["is_public"])
    page = text_of(client.get(f"/t/{tournament.slug}/rules/"))
    assert "Noten riichi chonbo, 30P" in page
    assert "Tiles wrongly revealed 1 or 2 tiles, not warned for it before: warning 1 or 2 tiles, warned" in page
    assert "Wrong all-last sheet it influenced the game: 8P no influence on the game: no penalty" in page
