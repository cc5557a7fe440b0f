"""A draw of the seat winds by all players of a table together: nobody can steer it, and anybody can recompute it.

The server publishes the *fingerprint* of a secret, of the table and of its players. Each player's phone then picks a
number and sends its *press*, the hash of it; once all presses are there, the phones send the numbers and the server
its secret. The winds follow from the secret and all numbers. So nobody chooses: the server is bound by the fingerprint,
each player by the press, and whoever sends the last number does not know the secret.

The module needs nothing but Python 3 and is handed out as it is, to check a draw (status 0: everything follows from the
fingerprint; 1: something is wrong; 2: nothing is wrong, and without a fingerprint nothing is proved):

    python joint_draw.py draw.json [the fingerprint that you saw before anybody pressed]
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

FORM = "sekigime wind draw 1"
WIND_LETTERS = "ESWN"
SECRET, NUMBER = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{32}")
"""The form of the secret, 256 bits, and of a player's number, 128 bits."""


def fingerprint(hanchan: int, table: int, attempt: int, players: Sequence[int], secret: str) -> str:
    """Return the hash of who draws where and of the server's secret; `players` are start numbers in ascending order."""
    lines = (
        FORM,
        f"hanchan {hanchan} table {table} attempt {attempt}",
        f"players {' '.join(map(str, players))}",
        f"secret {secret}",
    )
    return _hash("".join(f"{line}\n" for line in lines))


def press(bound_to: str, player: int, number: str) -> str:
    """Return the hash that binds a player to a number; with the fingerprint in it, it is good for one draw only."""
    return _hash(f"{bound_to}:{player}:{number}")


def drawn_winds(secret: str, numbers: Sequence[str]) -> tuple[str, ...]:
    """Return the wind of each player, `E` to `N`, from the secret and the numbers in the order of the players.

    >>> drawn_winds("0" * 64, ["1" * 32, "2" * 32, "3" * 32, "4" * 32])
    ('N', 'W', 'E', 'S')
    """
    orders = list(permutations(WIND_LETTERS[: len(numbers)]))
    return orders[lot(_hash(":".join((secret, *numbers))), len(orders))]


def lot(seed: str, outcomes: int) -> int:
    """Return a number from 0 to `outcomes` - 1, each equally likely: the first byte of the seed, a hexadecimal text,
    that is below the largest multiple of `outcomes`, divided, with the remainder as the lot. If no byte is, the seed is
    hashed and its bytes are tried.

    >>> lot("f0ff31", 24)
    1
    """
    limit = 256 - 256 % outcomes
    while True:
        for byte in bytes.fromhex(seed):
            if byte < limit:
                return byte % outcomes
        seed = _hash(seed)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def findings(draw: Mapping[str, Any], seen: str = "") -> Iterator[tuple[bool, str]]:
    """Yield each check of a published draw, whether it holds and what it says; `seen` is the fingerprint that was seen
    before. A draw that is no draw at all raises KeyError, TypeError or ValueError.
    """
    players = [int(row["number"]) for row in draw["players"]]
    presses, numbers = ([str(row[name]) for row in draw["players"]] for name in ("press", "value"))
    secret, given = str(draw["secret"]), str(draw["fingerprint"])
    has_form = draw["form"] == FORM and SECRET.fullmatch(secret) and all(map(NUMBER.fullmatch, numbers))
    yield bool(has_form), "the form, the secret and the numbers are written as they should be"
    yield len(players) in (3, 4) and players == sorted(set(players)), "three or four players, each once, in order"
    own = fingerprint(int(draw["hanchan"]), int(draw["table"]), int(draw["attempt"]), players, secret)
    yield own == given, "the secret, the table and the players have the published fingerprint"
    if seen:
        yield re.sub(r"\s", "", seen).lower() == given, "the fingerprint is the one that you saw before"
    for player, sent, number in zip(players, presses, numbers, strict=True):
        yield press(given, player, number) == sent, f"player {player}: the number is the one of the press"
    follows = len(players) in (3, 4) and drawn_winds(secret, numbers) == tuple(draw["winds"])
    yield follows, "the winds follow from the secret and the numbers"


def main(arguments: Sequence[str]) -> int:
    """Check the draw in a file and print each check; return the exit status."""
    if len(arguments) not in range(1, 20):
        print(__doc__)
        return 1
    path, seen = arguments[0], "".join(arguments[1:])
    try:
        draw = json.loads(Path(path).read_text(encoding="utf-8"))
        found = list(findings(draw, seen))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        print(f"WRONG   {path} is no draw that can be checked: {problem}")
        return 1
    for holds, says in found:
        print(f"{'ok     ' if holds else 'WRONG  '} {says}")
    if not all(holds for holds, _says in found):
        return 1
    for row, wind in zip(draw["players"], draw["winds"], strict=True):
        print(f"{wind}       {row['number']} {row.get('name', '')}".rstrip())
    if not seen:
        print("Without the fingerprint that you saw before, nothing is proved: give it as well.")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
