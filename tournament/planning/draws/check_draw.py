#!/usr/bin/env python3
"""Check a public draw by yourself: python check_draw.py draw.json [the commitment you wrote down before the draw]

draw.json is the file, or its address, from the page of the draw. Nothing but Python 3 is needed. The exit status is 0
when everything is as published, another when not or when there is nothing to check.
"""

# ruff: noqa: B905, PTH123, S310 -- it runs on old Pythons as well, and opens what it is told to open
import json
import sys
import unicodedata
from collections import Counter
from hashlib import sha256
from itertools import combinations
from urllib.request import urlopen


def hexed(text):
    return sha256(text.encode()).hexdigest()


def tables(hanchan):
    """ "1 2 3 4 | 5 6 7 8" as [[1, 2, 3, 4], [5, 6, 7, 8]]: tables in order, seats East, South, West, North."""
    return [[int(number) for number in table.split()] for table in hanchan.split("|")]


def digest(rounds):
    """SHA-256 of one line for each seat: hanchan, table, wind, number."""
    lines = ""
    for hanchan, seats in enumerate(rounds, 1):
        for table, numbers in enumerate(seats, 1):
            lines += "".join(f"{hanchan} {table} {wind} {number}\n" for wind, number in zip("ESWN", numbers))
    return hexed(lines)


def places(seed, kinds, count):
    """Each kind of people, in the order of sha256(seed:position), takes the places of its kind from the lowest on."""
    taken = [0] * count
    for kind in kinds:
        for place, position in zip(sorted(kind), sorted(kind, key=lambda position: hexed(f"{seed}:{position}"))):
            taken[position - 1] = place
    return taken


def wind_gap(rounds):
    """The largest difference, for one person, between the wind had most and the wind had least."""
    had = Counter((number, wind) for seats in rounds for table in seats for wind, number in enumerate(table))
    times = [[had[number, wind] for wind in range(len(rounds[0][0]))] for number, _ in had]
    return max(max(each) - min(each) for each in times)


def check(draw, noted):
    """Every sentence of the verdict, with whether it holds."""
    people, seed, numbers = draw["people"], draw["seed"], [number for number, name in draw["people"]]
    layout, seated = [tables(one) for one in draw["layout"]], [tables(one) for one in draw["hanchan"]]
    public = " ".join(unicodedata.normalize("NFC", draw["public_text"]).split())
    drawn = places(seed, draw["kinds"], len(people))
    at = dict(zip(drawn, numbers))
    recomputed = [[[at.get(place) for place in table] for table in seats] for seats in layout]
    met = Counter(pair for seats in seated for table in seats for pair in combinations(sorted(table), 2))
    repeats = sum(met.values()) - len(met)
    yield "the secret is the one whose hash was shown before the draw", hexed(draw["secret"]) == draw["commitment"]
    if noted:
        yield "the hash is the one you wrote down", noted == draw["commitment"]
    yield "the seed is made from the secret and the public text", hexed(f"{draw['secret']}:{public}") == seed
    listed = hexed("".join(f"{number} {name}\n" for number, name in people))
    yield f"the list of {len(people)} people has its fingerprint", listed == draw["list"]
    yield "the wishes have their digest", hexed("".join(f"{one}\n" for one in draw["wishes"])) == draw["wishes_digest"]
    kinds = sorted(position for kind in draw["kinds"] for position in kind)
    yield "everybody is drawn once", kinds == list(range(1, len(people) + 1)) and len(set(numbers)) == len(numbers)
    yield "the lots give everybody the published place", drawn == draw["places"]
    yield "the layout is the published one", digest(layout) == draw["layout_digest"]
    for hanchan, (drawn, theirs) in enumerate(zip(recomputed, seated), 1):
        full = sorted(number for table in theirs for number in table) == sorted(numbers)
        yield f"hanchan {hanchan}: every seat is as drawn, and everybody has one", drawn == theirs and full
    yield f"{len(seated)} hanchan are seated", len(layout) == len(seated) == draw["hanchan_count"]
    yield "the seats have their fingerprint", digest(seated) == draw["digest"]
    yield f"recounted: players meet again {repeats} times", repeats == draw["repeats"]
    yield f"recounted: winds differ by at most {wind_gap(seated)}", wind_gap(seated) == draw["wind_gap"]


def main(arguments):
    address = arguments[0] if arguments else sys.exit(__doc__)
    with urlopen(address) if address.startswith(("http://", "https://")) else open(address, "rb") as file:
        draw = json.loads(file.read())
    if not draw.get("secret"):
        sys.exit(f"This draw has not been held yet. Its commitment: {draw.get('commitment') or 'none'}")
    try:
        found = list(check(draw, "".join(arguments[1:]).lower()))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as fault:
        found = [(f"the file can be read as a draw ({type(fault).__name__}: {fault})", False)]
    for sentence, holds in found:
        print("ok     " if holds else "WRONG  ", sentence)
    wrong = [sentence for sentence, holds in found if not holds]
    print(f"\nDo not trust this draw: {len(wrong)} WRONG." if wrong else "\nThe draw is as published.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
