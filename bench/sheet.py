"""One report sheet: keys that are pressed, and the time from Enter to accepted, against one bare durable write."""

from itertools import groupby
from uuid import uuid4

from bench import sized
from bench.clock import tell
from bench.event import big_event, set_up

set_up()

from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402

from scoring.points import Unit, type_back  # noqa: E402
from tournament.archive.demo import demo_event  # noqa: E402
from tournament.core.models import User  # noqa: E402
from tournament.seats.queries import lineup  # noqa: E402


def keys_of_real_sheets() -> list[int]:
    """For each table of a real event: the characters of the points, an Enter after each, and where any were left the
    deposits with theirs. The last Enter saves."""
    counts = []
    for table in demo_event().tables:
        points = sum(len(type_back(line.points, Unit.HUNDREDS)) + 1 for line in table.lines)
        counts.append(points + (2 if table.deposits else 0))
    return counts


def main() -> None:
    counts = sorted(keys_of_real_sheets())
    spread = ", ".join(f"{number} keys: {len(list(group))}" for number, group in groupby(counts))
    print(f"keys per sheet of a real event of {len(counts)} tables: median {counts[len(counts) // 2]} ({spread})")

    tournament = big_event(200, 10, closed=8, missing=range(1, 51))
    clerk = User.objects.create(username="clerk", is_superuser=True)
    client = Client(headers={"host": "localhost"})
    client.force_login(clerk)
    tables = iter(lineup(tournament, 9).items())
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, points INTEGER)")

    def enter() -> None:
        table, places = next(tables)
        url = f"/manage/{tournament.slug}/sheets/9/{table}/"
        seen = ",".join(str(place.player.pk) for place in places)
        typed = {"points_0": "412", "points_1": "331", "points_2": "257", "points_3": "200", "deposits": "0"}
        response = client.post(url, {**typed, "players": seen, "submission": str(uuid4())})
        assert response.status_code == 302, response.content[:3000]

    def bare() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO bare (points) VALUES (1), (2), (3), (4)")

    tell(
        "Enter to accepted (request, checks, commit)", "one durable insert of four rows", enter, bare, runs=sized(25, 3)
    )


if __name__ == "__main__":
    main()
