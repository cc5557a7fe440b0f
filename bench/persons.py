"""The page of a person with 1,000 games, and a ranking of all events that they played, against bare loops."""

from datetime import date, timedelta

from bench import sized
from bench.clock import tell
from bench.event import START, past_event, set_up

set_up()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from scoring.rankings import ranking_rule  # noqa: E402
from tournament.archive.actions import LoadOptions, load_event  # noqa: E402
from tournament.core.audit import Act  # noqa: E402
from tournament.core.models import Tournament  # noqa: E402
from tournament.events.models import Club  # noqa: E402
from tournament.events.tournament_setup import TournamentSetup  # noqa: E402
from tournament.persons.career import Career, forget_careers  # noqa: E402
from tournament.persons.models import Person, PersonLink  # noqa: E402
from tournament.players.models import Player  # noqa: E402
from tournament.rankings import actions  # noqa: E402
from tournament.rankings.event_results import forget_results  # noqa: E402

EVENTS, PEOPLE, HANCHAN = sized(125, 3), 16, 8
LAST = date(2026, 11, 1)
ACT = Act(by=None, at=START)


def seasons() -> Person:
    """Events of 16 people over five years, each player a person; return the one who plays in all of them."""
    past = past_event(PEOPLE, HANCHAN)
    for number in range(EVENTS):
        setup = TournamentSetup(name=f"Event {number}", preset="wrc-2022", hanchan_count=HANCHAN)
        event = load_event(past=past, setup=setup, options=LoadOptions(), act=ACT)
        day = LAST - timedelta(days=14 * number)
        Tournament.objects.filter(pk=event.pk).update(is_public=True, first_day=day, last_day=day)
    people = [Person(name=f"Person {number}", country="PL", made_at=START) for number in range(1, PEOPLE + 1)]
    Person.objects.bulk_create(people)
    PersonLink.objects.bulk_create(
        PersonLink(person=people[player.number - 1], player=player) for player in Player.objects.all()
    )
    return people[0]


def queries(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page).status_code == 200, page
    return len(captured)


def main() -> None:
    person, client = seasons(), Client(headers={"host": "localhost"})
    ranking = actions.create_ranking(
        club=Club.objects.get(), name="Bench", rules=ranking_rule("points-by-place"), act=ACT
    )
    for event in Tournament.objects.all():
        actions.set_event(ranking=ranking, tournament=event, act=ACT)
    actions.set_details(ranking=ranking, name="Bench", is_public=True, act=ACT)
    career = Career(person)
    rows = [(game.place, game.score) for game in career.games]
    bare = f"bare loop over {len(rows)} places and scores"

    def loop() -> object:
        places, total = [0] * 5, 0
        for place, score in rows:
            places[place] += 1
            total += score
        return places, total, sorted(rows)[:1]

    own, ranked = person.get_absolute_url(), f"{ranking.get_absolute_url()}?on={LAST}"

    def cold(page: str) -> object:
        forget_careers()
        forget_results()
        return client.get(page)

    tell(f"person: {len(rows)} games of {len(career.events)} events", bare, lambda: client.get(own), loop)
    tell("person: all years", bare, lambda: client.get(f"{own}?all"), loop)
    tell("ranking of these events", bare, lambda: client.get(ranked), loop)
    print(f"queries: {queries(client, own)} for the person, {queries(client, ranked)} for the ranking")
    tell("person: the first reader since the server started", bare, lambda: cold(own), loop, runs=3)
    tell("ranking: the first reader since the server started", bare, lambda: cold(ranked), loop, runs=3)


if __name__ == "__main__":
    main()
