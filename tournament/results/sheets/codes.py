"""The five characters on a report sheet that say which hanchan and which table it belongs to, and who sat there.

The first three are the *place*: two characters that carry it and one that checks them, `c = 5a + 7b + block`, modulo
27. Two places of one block therefore differ in at least two characters, so that one mistyped character is never another
sheet. A block holds twelve hanchan at sixty tables, which is a whole event of 240 players; the places of one hanchan
keep that distance in any event. The numbers are multiplied around first, so that neighbouring tables look nothing
alike.

The last two are a digest of the *people*, in the order of the rows of the sheet: a sum with a factor for each row,
modulo a prime. Where one of them is another person, or two have exchanged their rows, it is always another one; where
more has changed, all but once in 727 times.
"""

import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

ALPHABET = "23456789ACDEFHJKLMNPQRTVWXY"  # one of each pair that looks alike: no 0 O, 1 I, 5 S, 8 B, 2 Z, 6 G, U V
MEANT = str.maketrans("OISBZGU01", "QL5826VQL")
LETTERS = len(ALPHABET)
NUMBERS = LETTERS**2
LENGTH = 5

BLOCK_HANCHAN, BLOCK_TABLES = 12, 60
BLOCKS_ACROSS = 5
MOST_HANCHAN, MOST_TABLES = 48, BLOCK_TABLES * BLOCKS_ACROSS
STRETCH, SHIFT = 490, 650  # no common factor of 490 and 729; found by trying, as the pair with the fewest near misses
START = 311  # so that no event begins with 222
BACK = pow(STRETCH, -1, NUMBERS)

PRIME = 727  # the largest that two characters can say
ROWS = (1, 269, 35, 196)  # found by trying: two rows with other people, 20 numbers apart or fewer, never cancel out


class SheetCode(NamedTuple):
    """The contents of a code: hanchan and table, and the digest of who sat there when the sheet was printed."""

    hanchan: int
    table: int
    people: int


def sheet_code(hanchan: int, table: int, people: Sequence[int]) -> str:
    """The code of a table's sheet with these people, as numbers, in its rows.

    Raises ValueError outside 48 hanchan and 300 tables.

    >>> sheet_code(4, 5, (1, 2, 3, 4)), sheet_code(4, 6, (1, 2, 3, 4)), sheet_code(4, 5, (1, 2, 3, 9))
    ('4RTXY', 'QX7XY', '4RTAE')
    """
    if not (1 <= hanchan <= MOST_HANCHAN and 1 <= table <= MOST_TABLES):
        raise ValueError(f"no sheet code for hanchan {hanchan}, table {table}")
    down, row = divmod(hanchan - 1, BLOCK_HANCHAN)
    across, column = divmod(table - 1, BLOCK_TABLES)
    block = down * BLOCKS_ACROSS + across
    first, second = divmod(((row * BLOCK_TABLES + column) * STRETCH + block * SHIFT + START) % NUMBERS, LETTERS)
    place = (first, second, _check(first, second, block))
    return "".join(ALPHABET[i] for i in (*place, *divmod(people_digest(people), LETTERS)))


def people_digest(people: Sequence[int]) -> int:
    """The digest of the people, as numbers, in the rows of a sheet."""
    return sum(factor * person for factor, person in zip(ROWS, people, strict=False)) % PRIME


def read_code(text: str) -> SheetCode:
    """Return what a typed code says: small letters and look-alikes are understood; ValueError for no code at all.

    >>> read_code(" 4rtxy ")
    SheetCode(hanchan=4, table=5, people=701)
    """
    first, second, third, *people = _characters(text)
    block = (third - _check(first, second, 0)) % LETTERS
    place = ((first * LETTERS + second - block * SHIFT - START) * BACK) % NUMBERS
    row, column = divmod(place, BLOCK_TABLES)
    down, across = divmod(block, BLOCKS_ACROSS)
    hanchan, table = down * BLOCK_HANCHAN + row + 1, across * BLOCK_TABLES + column + 1
    digest = people[0] * LETTERS + people[1]
    if row >= BLOCK_HANCHAN or hanchan > MOST_HANCHAN or digest >= PRIME:
        raise ValueError(f"“{text}” is no sheet code")
    return SheetCode(hanchan, table, digest)


def find_by_code(text: str) -> SheetCode | None:
    """Return what a code says, None when it is none."""
    try:
        return read_code(text)
    except ValueError:
        return None


def _check(first: int, second: int, block: int) -> int:
    return (5 * first + 7 * second + block) % LETTERS


def _characters(text: str) -> list[int]:
    """The places of the typed characters in the alphabet."""
    typed = "".join(unicodedata.normalize("NFKC", text).split()).upper().translate(MEANT)
    find: Callable[[str], int] = ALPHABET.find
    places = [find(character) for character in typed]
    if len(places) != LENGTH or min(places) < 0:
        raise ValueError(f"“{text}” is no sheet code")
    return places
