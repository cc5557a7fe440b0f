#!/usr/bin/env python3
"""Check a public draw by yourself: python check_draw.py draw.json [the fingerprint you wrote down before the draw]

draw.json is the file, or its address, from the page of the draw. Nothing but Python 3 is needed. The exit status is 0
when everything from the fingerprint that you wrote down to every seat is right, 1 when something is wrong or there is
nothing to check, 2 when nothing is wrong but the fingerprint was not given, so that nothing is proved.
"""

# ruff: noqa: B905, PTH123, S310 -- it runs on old Pythons as well, and opens what it is told to open
import json
import re
import sys
import unicodedata
from collections import Counter
from hashlib import sha256
from itertools import combinations
from urllib.request import urlopen

NOT_CHECKED = None


def hexed(text):
    return sha256(text.encode()).hexdigest()


def hashed_lines(lines):
    return hexed("".join(f"{line}\n" for line in lines))


def tables(hanchan):
    """ "1 2 3 4 | 5 6 7 8" as [[1, 2, 3, 4], [5, 6, 7, 8]]: tables in order, seats East, South, West, North."""
    return [[int(number) for number in table.split()] for table in hanchan.split("|")]


def digest(rounds):
    """SHA-256 of one line for each seat: hanchan, table, wind, number."""
    lines = []
    for hanchan, seats in enumerate(rounds, 1):
        for table, numbers in enumerate(seats, 1):
            lines += [f"{hanchan} {table} {wind} {number}" for wind, number in zip("ESWN", numbers)]
    return hashed_lines(lines)


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


def statement(draw, layout):
    """The frozen text, made from the rest of the file."""
    asked = [json.dumps(wish, sort_keys=True, separators=(",", ":")) for wish in draw["asked"]]
    lines = [
        "sekigime draw 2",
        f"draw {draw['draw']}",
        f"players {len(draw['people'])} at tables of {len(layout[0][0])}",
        f"hanchan {len(layout)}",
        f"list {hashed_lines(f'{number} {name}' for number, name in draw['people'])}",
        f"wishes {hashed_lines(draw['wishes'])}",
        f"groups wished {hashed_lines(asked)}",
        f"layout {digest(layout)}",
        f"groups drawn {hashed_lines(' '.join(map(str, kind)) for kind in draw['kinds'])}",
        f"number {draw['number_form']}",
        f"announced {draw['announced']}",
        f"earliest {draw['earliest']}",
    ]
    return "".join(f"{line}\n" for line in lines)


def is_of_form(number, form):
    """Whether the public number has the frozen form, written in its only way."""
    kind, *rest = form.split(" ")
    if kind == "beacon":
        return bool(re.fullmatch("[0-9a-f]{64}|[0-9a-f]{128}", number))
    count, low, high = map(int, rest)
    numbers = [int(part) for part in number.split(" ")]
    canonical = number == " ".join(map(str, sorted(numbers)))
    return canonical and len(numbers) == count and all(low <= one <= high for one in numbers)


def frozen(draw, noted, layout):
    """From the fingerprint to the seed."""
    print_of = draw["fingerprint"]
    yield "the frozen text has its fingerprint", hexed(draw["statement"]) == print_of
    yield (
        "list, hanchan, wishes, layout, form and time are the frozen ones",
        statement(draw, layout) == draw["statement"],
    )
    if noted:
        yield "the fingerprint is the one you wrote down", noted == print_of
    else:
        yield "that this fingerprint was published before the draw: give the one you wrote down", NOT_CHECKED
    yield "the public number has the frozen form", is_of_form(draw["public_number"], draw["number_form"])
    yield "the draw was not before its earliest time", draw["earliest"] <= draw["drawn_at"]
    yield (
        "the seed is made from the fingerprint and the public number",
        (hexed(f"{print_of}:{draw['public_number']}") == draw["seed"]),
    )
    yield f"that this gave the number: {draw['announced']}. Compare: {draw['public_number']}", NOT_CHECKED
    if draw["wishes"] or draw["asked"]:
        yield "that the layout is the best for the wishes, and who shares a club: manage.py draw_layout", NOT_CHECKED
    else:
        yield "without wishes all are drawn in one group", len(draw["kinds"]) == 1


def older(draw, noted):
    """From the secret to the seed, as releases did that froze neither list nor layout."""
    public = " ".join(unicodedata.normalize("NFC", draw["public_number"]).split())
    yield "the secret is the one whose hash was shown before the draw", hexed(draw["secret"]) == draw["commitment"]
    if noted:
        yield "the hash is the one you wrote down", noted == draw["commitment"]
    yield "the seed is made from the secret and the public text", hexed(f"{draw['secret']}:{public}") == draw["seed"]
    yield "the wishes have their digest", hashed_lines(draw["wishes"]) == draw["wishes_digest"]
    yield "that list and layout are those from before the draw: this older form did not freeze them", NOT_CHECKED


def check(draw, noted):
    """Every sentence of the verdict, with True, False or NOT_CHECKED."""
    people, seed, numbers = draw["people"], draw["seed"], [number for number, name in draw["people"]]
    layout, seated = [tables(one) for one in draw["layout"]], [tables(one) for one in draw["hanchan"]]
    drawn = places(seed, draw["kinds"], len(people))
    at = dict(zip(drawn, numbers))
    recomputed = [[[at.get(place) for place in table] for table in seats] for seats in layout]
    met = Counter(pair for seats in seated for table in seats for pair in combinations(sorted(table), 2))
    repeats = sum(met.values()) - len(met)
    yield from older(draw, noted) if draw["format"] == "sekigime-draw-1" else frozen(draw, noted, layout)
    listed = hashed_lines(f"{number} {name}" for number, name in people)
    yield f"the list of {len(people)} people has its fingerprint", listed == draw["list"]
    yield "the wishes have their fingerprint", hashed_lines(draw["wishes"]) == draw["wishes_digest"]
    kinds = sorted(position for kind in draw["kinds"] for position in kind)
    yield "everybody is drawn once", kinds == list(range(1, len(people) + 1)) and len(set(numbers)) == len(numbers)
    yield "the lots give everybody the published place", drawn == draw["places"]
    yield "the layout has its fingerprint", digest(layout) == draw["layout_digest"]
    for hanchan, (drawn, theirs) in enumerate(zip(recomputed, seated), 1):
        full = sorted(number for table in theirs for number in table) == sorted(numbers)
        yield f"hanchan {hanchan}: every seat is as drawn, and everybody has one", drawn == theirs and full
    yield f"{len(seated)} hanchan are seated", len(layout) == len(seated) == draw["hanchan_count"]
    yield "the seats have their fingerprint", digest(seated) == draw["digest"]
    yield f"recounted: players meet again {repeats} times", repeats == draw["repeats"]
    yield f"recounted: winds differ by at most {wind_gap(seated)}", wind_gap(seated) == draw["wind_gap"]
    if draw["cancelled"]:
        yield f"why {len(draw['cancelled'])} other draws were cancelled: read it on the page", NOT_CHECKED


def verdict(found, is_noted):
    """The last line, and the exit status."""
    wrong = sum(holds is False for _, holds in found)
    left = sum(holds is NOT_CHECKED for _, holds in found)
    if wrong:
        return f"Do not trust this draw: {wrong} WRONG.", 1
    if not is_noted:
        return f"Nothing is proved without the fingerprint that you wrote down before the draw. {left} NOT CHECKED.", 2
    return f"Every seat follows from the fingerprint that you wrote down and the public number. {left} NOT CHECKED.", 0


def main(arguments):
    address = arguments[0] if arguments else sys.exit(__doc__)
    with urlopen(address) if address.startswith(("http://", "https://")) else open(address, "rb") as file:
        draw = json.loads(file.read())
    if not draw.get("seed"):
        sys.exit(f"This draw has not been held yet. Its fingerprint: {draw.get('fingerprint') or 'none'}")
    noted = "".join(arguments[1:]).lower()
    try:
        found = list(check(draw, noted))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as fault:
        found = [(f"the file can be read as a draw ({type(fault).__name__}: {fault})", False)]
    for sentence, holds in found:
        print({True: "ok     ", False: "WRONG  ", NOT_CHECKED: "NOT CHECKED"}[holds], sentence)
    sentence, status = verdict(found, noted)
    print(f"\n{sentence}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
