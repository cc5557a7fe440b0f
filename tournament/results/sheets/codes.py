"""The three characters on a report sheet that say which hanchan and which table it belongs to.

A *code* is two characters that carry the place and one that checks them: `c = 5a + 7b + block`, modulo 27. Two codes
of one block therefore differ in at least two characters, so that one mistyped character is never another sheet. A
block holds twelve hanchan at sixty tables, which is a whole event of 240 players; the codes of one hanchan keep that
distance in any event. The numbers are multiplied around first, so that neighbouring tables look nothing alike.
"""

from collections.abc import Callable

from django.utils.translation import gettext_noop as _

from scoring.messages import Level, Message
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.requests import parse_int
from tournament.seats.queries import Lineup

ALPHABET = "23456789ACDEFHJKLMNPQRTVWXY"  # one of each pair that looks alike: no 0 O, 1 I, 5 S, 8 B, 2 Z, 6 G, U V
MEANT = str.maketrans("OISBZGU01", "QL5826VQL")
LETTERS = len(ALPHABET)
NUMBERS = LETTERS**2

BLOCK_HANCHAN, BLOCK_TABLES = 12, 60
BLOCKS_ACROSS = 5
MOST_HANCHAN, MOST_TABLES = 48, BLOCK_TABLES * BLOCKS_ACROSS
STRETCH, SHIFT = 490, 650  # no common factor of 490 and 729; found by trying, as the pair with the fewest near misses
START = 311  # so that no event begins with 222
BACK = pow(STRETCH, -1, NUMBERS)


def sheet_code(hanchan: int, table: int) -> str:
    """The code of a table's sheet; raises ValueError outside 48 hanchan and 300 tables.

    >>> sheet_code(4, 5), sheet_code(4, 6)
    ('4RT', 'QX7')
    """
    if not (1 <= hanchan <= MOST_HANCHAN and 1 <= table <= MOST_TABLES):
        raise ValueError(f"no sheet code for hanchan {hanchan}, table {table}")
    down, row = divmod(hanchan - 1, BLOCK_HANCHAN)
    across, column = divmod(table - 1, BLOCK_TABLES)
    block = down * BLOCKS_ACROSS + across
    first, second = divmod(((row * BLOCK_TABLES + column) * STRETCH + block * SHIFT + START) % NUMBERS, LETTERS)
    return "".join(ALPHABET[i] for i in (first, second, _check(first, second, block)))


def read_code(text: str) -> tuple[int, int]:
    """Hanchan and table of a typed code: small letters and look-alikes are understood; ValueError for no code at all.

    >>> read_code(" 4rt "), read_code(sheet_code(10, 50))
    ((4, 5), (10, 50))
    """
    first, second, third = _characters(text)
    block = (third - _check(first, second, 0)) % LETTERS
    place = ((first * LETTERS + second - block * SHIFT - START) * BACK) % NUMBERS
    row, column = divmod(place, BLOCK_TABLES)
    down, across = divmod(block, BLOCKS_ACROSS)
    hanchan, table = down * BLOCK_HANCHAN + row + 1, across * BLOCK_TABLES + column + 1
    if row >= BLOCK_HANCHAN or hanchan > MOST_HANCHAN:
        raise ValueError(f"“{text}” is no sheet code")
    return hanchan, table


def _check(first: int, second: int, block: int) -> int:
    return (5 * first + 7 * second + block) % LETTERS


def _characters(text: str) -> list[int]:
    """The places of three typed characters in the alphabet."""
    typed = "".join(text.split()).upper().translate(MEANT)
    find: Callable[[str], int] = ALPHABET.find
    places = [find(character) for character in typed]
    if len(places) != 3 or min(places) < 0:
        raise ValueError(f"“{text}” is no sheet code")
    return places


NO_CODE = _("The code on the sheet is not typed. It finds the sheet of another table.")
NOT_A_CODE = _("“{code}” is not a sheet code. Type the three characters at the top right of the sheet.")
OTHER_CODE = _(
    "{code} is the code of hanchan {number}, table {table}. Check the code on the sheet, or open that table."
)


def code_problems(text: str, hanchan: int, table: int) -> list[Message]:
    """Compare the code that is typed from a paper with the table that is open.

    >>> code_problems("4rt", 4, 5), [one.code for one in code_problems("QX7", 4, 5)]
    ([], ['code-of-another'])
    """
    if not text.strip():
        return [Message("code-missing", NO_CODE, {}, Level.WARNING, "written_code")]
    try:
        number, other = read_code(text)
    except ValueError:
        return [Message("code-unreadable", NOT_A_CODE, {"code": text[:LONGEST]}, Level.ERROR, "written_code")]
    if (number, other) == (hanchan, table):
        return []
    params = {"code": text.upper(), "number": number, "table": other}
    return [Message("code-of-another", OTHER_CODE, params, Level.ERROR, "written_code")]


# --- which table somebody means --------------------------------------------------------------------------------

LONGEST = 12  # of a number that is said again


def sheet_hanchan(tournament: Tournament, meant: int | None = None) -> Hanchan | None:
    """The hanchan that plays (`meant`, when that one plays), else the last one that has started, else the first."""
    found = list(tournament.hanchan.order_by("number"))
    started = [hanchan for hanchan in found if hanchan.state != HanchanState.PLANNED]
    playing = [hanchan for hanchan in started if hanchan.state == HanchanState.PLAYING]
    wanted = [hanchan for hanchan in playing if hanchan.number == meant]
    return next(iter([*wanted, *playing, *reversed(started), *found]), None)


def find_by_code(text: str) -> tuple[int, int] | None:
    """Hanchan and table of a code, None when it is none."""
    try:
        return read_code(text)
    except ValueError:
        return None


def find_table(text: str, hanchan: Hanchan, seated: Lineup) -> int:
    """The table that `text` means in this hanchan. Raises Refused in words: no such table, no code, another hanchan."""
    typed = text.strip()
    if not typed:
        text = _("Type a table's number or the three characters on its sheet.")
        raise Refused.of("nothing-typed", text, field="q")
    table = parse_int(typed)
    if table in seated:
        return table
    if typed.isdecimal() and not find_by_code(typed):
        text = _("There is no table {table} in hanchan {hanchan}; its tables are 1 to {last}.")
        last = max(seated, default=0)
        raise Refused.of("no-such-table", text, field="q", table=typed[:LONGEST], hanchan=hanchan.number, last=last)
    return find_coded(typed, hanchan, seated)


def find_coded(typed: str, hanchan: Hanchan, seated: Lineup) -> int:
    """The table whose sheet bears the code, in this hanchan. Raises Refused as `find_table` does."""
    found = find_by_code(typed)
    if found is None:
        text = _("“{typed}” is not a sheet code. The three characters are at the top of the sheet.")
        raise Refused.of("no-sheet-code", text, field="q", typed=typed)
    code, (number, table) = typed.upper(), found
    is_of_event = number <= hanchan.tournament.hanchan_count
    if is_of_event and number != hanchan.number:
        text = _("Sheet {code} belongs to hanchan {other}, table {table}; this is hanchan {hanchan}. Check the paper.")
        raise Refused.of(
            "another-hanchan", text, field="q", code=code, other=number, table=table, hanchan=hanchan.number
        )
    if not is_of_event or table not in seated:
        text = _("“{typed}” is not a sheet of this tournament. One character may be wrong.")
        raise Refused.of("no-such-sheet", text, field="q", typed=code)
    return table
