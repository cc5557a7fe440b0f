"""Events, people and rankings in the database."""

from datetime import UTC, date, datetime, timedelta

from scoring.game import ScoreLine, Table
from scoring.rankings import ranking_rule
from scoring.rankings.files import read_ranking_rule
from scoring.winds import WINDS
from tests.events.rows import kept
from tests.factories import load_past_event, make_user
from tests.tournament.rankings.seasons import EVENTS
from tournament.archive.reading import PastEvent
from tournament.core.audit import Act
from tournament.core.models import Tournament, User
from tournament.events.models import Club, ClubMember, ClubRole
from tournament.persons.models import Person, PersonLink
from tournament.rankings import actions
from tournament.rankings.models import ClubRanking

AT = datetime(2026, 11, 1, 8, 0, tzinfo=UTC)
COUNTRIES = [
    *("PL", "DE", "FR", "GB", "NL", "IT", "ES", "SE", "DK", "FI", "NO", "AT"),
    *("CH", "CZ", "HU", "PT", "BE", "IE", "GR", "RO", "BG", "HR", "SI", "SK"),
]


def act(reason="", by=None, at=AT, **more):
    return Act(by=by, at=at, reason=reason, **more)


def fours(people):
    return [people[at : at + 4] for at in range(0, len(people), 4)]


@kept
def finished_event(
    name="Small Open", names=("Ann", "Bob", "Cleo", "Dan"), ended=date(2026, 9, 13), days=1, countries=1
):
    """One hanchan of equal scores, so that who carried more is before the others: in the order of the names."""
    people = [
        {"name": names[at], "carried": (len(names) - at) * 10_000, "country": COUNTRIES[at % countries]}
        for at in range(len(names))
    ]
    tables = tuple(
        Table(1, number, tuple(ScoreLine(wind, player, 30_000) for wind, player in zip(WINDS, four, strict=True)))
        for number, four in enumerate(fours(range(len(names))), 1)
    )
    event = load_past_event(PastEvent(tuple(names), 1, tables, (), (), ()), name=name, people=people)
    Tournament.objects.filter(pk=event.pk).update(
        is_public=True, first_day=ended - timedelta(days=days - 1), last_day=ended
    )
    event.refresh_from_db()
    return event


def make_person(name, country="", **fields):
    """A person of the club."""
    return Person.objects.create(name=name, country=country, made_at=AT, **fields)


def link(person, event, name=""):
    """Say that a player of the event is this person."""
    PersonLink.objects.create(person=person, player=event.players.get(name=name or person.name))


def make_club(name="EMA", *keepers):
    club = Club.objects.create(name=name, slug=name.lower().replace(" ", "-"))
    for user in keepers:
        ClubMember.objects.create(club=club, user=user, role=ClubRole.KEEPER)
    return club


def make_keeper(user: User | None = None) -> User:
    """Make somebody a keeper of every club that there is now."""
    user = user or make_user()
    for club in Club.objects.exclude(members__user=user):
        ClubMember.objects.create(club=club, user=user, role=ClubRole.KEEPER)
    return user


def make_ranking(*events, name="European riichi ranking", rule="ema-2018", club=None, **options) -> ClubRanking:
    """A public ranking of these events, each with what is given for it in `options` by its name."""
    found = actions.create_ranking(club=club or make_club(), name=name, rules=ranking_rule(rule), act=act())
    for event in events:
        actions.set_event(ranking=found, tournament=event, act=act(), **options.get(event.name, {}))
    actions.set_details(ranking=found, name=name, is_public=True, act=act())
    return found


def small_ranking(*names_by_event, rule="best-3-of-4", **more):
    """Events of 2026 with players of these names, each a person of that name, and their ranking."""
    people: dict[str, Person] = {}
    events = []
    for number, names in enumerate(names_by_event, 1):
        event = finished_event(f"Open {number}", tuple(names), date(2026, number, 10))
        for name in names:
            people.setdefault(name, make_person(name, "PL"))
            link(people[name], event)
        events.append(event)
    return make_ranking(*events, rule=rule, **more), events, people


@kept
def zofias_events():
    """Zofia’s eleven events, where she is the one whom a person is known of."""
    found = []
    for name, ended, days, players, countries, _qualification, place in EVENTS:
        names = [f"Player {at}" for at in range(1, players + 1)]
        names[place - 1] = "Zofia Zielińska"
        found.append(finished_event(name, tuple(names), ended, days, countries))
    return found


def zofias_ranking(**more):
    events = zofias_events()
    zofia = make_person("Zofia Zielińska", "PL")
    for event in events:
        link(zofia, event)
    return make_ranking(*events, **{"European Championship": {"qualification": True}}, **more), zofia


CARRYING = 'title = "Season"\nsource = "S"\nresult = "event"\ncounted = "score"\ncarry = "1/2"\n[documents]\nS = "s"\n'


def two_seasons():
    """A season in which Ann was before Bob and two others, frozen, and the next one, which adds half of it."""
    club = make_club()
    rules = read_ranking_rule(CARRYING)
    seasons, people = [], {name: make_person(name, "PL") for name in ("Eve", "Ann", "Bob", "Cleo", "Dan")}
    for year, names in ((2025, ("Ann", "Bob", "Cleo", "Dan")), (2026, ("Bob", "Cleo", "Dan", "Eve"))):
        event = finished_event(f"Open {year}", names, date(year, 3, 1))
        for name in names:
            link(people[name], event)
        made = actions.create_ranking(club=club, name=f"Season {year}", rules=rules, act=act())
        actions.set_event(ranking=made, tournament=event, act=act())
        seasons.append(made)
    last, now = seasons
    frozen = actions.freeze(ranking=last, on=date(2025, 12, 31), act=act())
    actions.set_details(ranking=now, name=now.name, is_public=True, last_season=frozen, act=act())
    return now, frozen, people


def hide(person):
    """Nobody but the club may know the person."""
    person.is_hidden = True
    person.save()


def erase(person):
    """The person wants to be nobody."""
    person.erased_at = AT
    person.save()
