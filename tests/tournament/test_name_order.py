"""One order of names wherever somebody looks for one: on the wall, on paper, on phones, in the lists of the staff."""

import re
from html import unescape

import pytest
from django.utils.translation import override

from tests.events.rows import kept
from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.standings.tables import USUAL, play, punish, seat_in_order
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.core.tables import DataTable, PlayerColumn
from tournament.players.actions import add_players, renumber
from tournament.players.lookup import search_players
from tournament.players.models import Player
from tournament.players.name_order import name_key
from tournament.players.queries import players_of

PEOPLE = (
    {"name": "Zoë Zander"},
    {"name": "Jan van der Berg", "first_name": "Jan", "last_name": "van der Berg"},
    {"name": "Anna Müller", "first_name": "Anna", "last_name": "Müller", "club": "Ulm"},
    {"name": "Anna Müller", "first_name": "Anna", "last_name": "Müller", "club": "Kiel"},
    {"name": "田中 花子", "reading": "たなか はなこ"},
    {"name": "Sanne de Vries", "first_name": "Sanne", "last_name": "de Vries"},
    {"name": "Yngve Ångström", "first_name": "Yngve", "last_name": "Ångström"},
    {"name": "Bo Øster", "first_name": "Bo", "last_name": "Øster"},
)
ORDER = ["Ångström", "de Vries", "Ulm", "Kiel", "Øster", "花子", "van der Berg", "Zander"]
"""What each is known by on a page, in order; namesakes by club, in the order of their numbers. Of Zoë Zander nobody
knows which part is the family name, but every list begins the name with Zoë."""
ALL = re.compile("|".join(ORDER))

IN_JAPANESE = ["佐藤", "花子", "林", "伴", "半田", "de Vries", "Ångström", "Zoë", "森"]


def test_who_reads_japanese_finds_readings_first_in_the_order_of_kana():
    people = [
        *(Player(name=name, number=1) for name in ("森 一郎", "Zoë Zander", "Sanne de Vries", "Yngve Ångström")),
        Player(name="半田 花", reading="はんだ はな", number=2),
        Player(name="伴 太郎", reading="ばん たろう", number=3),
        Player(name="林 優", reading="ハヤシ ユウ", number=4),
        Player(name="田中 花子", reading="たなか はなこ", number=5),
        Player(name="佐藤 亮", reading="サトー リョウ", number=6),
    ]
    with override("ja"):
        found = [player.name for player in sorted(people, key=name_key)]
    assert [next(one for one in IN_JAPANESE if one in name) for name in found] == IN_JAPANESE


LISTS = (
    "/t/{}/screen/seating/1/",
    "/t/{}/seating/?hanchan=1",
    "/t/{}/players/",
    "/manage/{}/players/check-in/",
    "/manage/{}/players/?sort=name",
    "/manage/{}/players/registrations/?sort=name",
    "/manage/{}/players/badges/",
    "/manage/{}/print/check-in/",
    "/manage/{}/print/seating-by-player/",
    "/manage/{}/print/badges/",
    "/manage/{}/standings/?sort=name",
    "/t/{}/?sort=name",
    "/manage/{}/penalties/?sort=name",
    "/manage/{}/standings/statistics/?sort=name",
)


@kept
def event() -> Tournament:
    """Eight people at two tables, seated, played and punished."""
    tournament = make_tournament(hanchan_count=2)
    people = add_players(tournament=tournament, rows=PEOPLE, act=Act(by=None, at=MORNING))
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True, players_public=True)
    tournament.refresh_from_db()
    seat_in_order(tournament, people)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    for player in people:
        punish(player, 1_000)
    tournament.hanchan.update(seating_published_at=MORNING)
    make_staff(tournament, Role.ORGANISER)
    tournament.refresh_from_db()
    return tournament


def names_on(html: str) -> list[str]:
    """The people of a page as they come, one who comes again at once counted once."""
    text = unescape(re.sub(r"<[^>]*>", " ", html[html.index("<main") :]))
    found = ALL.findall(re.sub(r"\s+", " ", text))
    return [name for at, name in enumerate(found) if at == 0 or found[at - 1] != name]


@pytest.mark.django_db
@pytest.mark.parametrize("address", LISTS)
def test_every_list_has_the_same_order(client, address):
    tournament = event()
    client.force_login(tournament.memberships.get().user)
    found = names_on(client.get(address.format(tournament.slug)).content.decode())
    assert any(found[at : at + len(ORDER)] == ORDER for at in range(len(found))), found


@pytest.mark.django_db
def test_lists_that_are_searched_by_name_begin_each_with_the_family_name(client):
    tournament = event()
    client.force_login(tournament.memberships.get().user)
    for address in LISTS[1:9]:
        text = client.get(address.format(tournament.slug)).content.decode()
        assert "van der Berg Jan" in text and "Zoë Zander" in text, address
        assert "Müller Anna" in text, address
    assert "Jan van der Berg" in client.get(f"/manage/{tournament.slug}/standings/").content.decode()


@pytest.mark.django_db
def test_what_is_searched_and_renumbered_has_the_order_too():
    tournament = event()
    found = search_players(tournament, "an")
    assert [player.last_name for player in found] == ["Ångström", "Müller", "Müller"]
    fresh = make_tournament("Fresh")
    add_players(tournament=fresh, rows=PEOPLE, act=Act(by=None, at=MORNING))
    renumber(tournament=fresh, act=Act(by=None, at=MORNING))
    assert [ALL.search(f"{one.club or one.name}").group() for one in players_of(fresh)] == ORDER


def tables(base: type[DataTable] = DataTable) -> list[type[DataTable]]:
    return [one for made in base.__subclasses__() for one in (made, *tables(made))]


def test_every_table_that_can_be_sorted_by_a_player_has_that_order():
    import tournament.urls  # noqa: F401  # all tables are there once all views are

    away = ("tournament.staff", "tournament.api", "tournament.printing", "tests")
    for table in tables():
        if table.__module__.startswith(away) or table._meta.orderable is False:
            continue
        for key, column in table.base_columns.items():
            if isinstance(column, PlayerColumn) and column.orderable is not False:
                assert [name.rpartition("__")[2] for name in column.order_by or ()] == ["name_key"], (table, key)
