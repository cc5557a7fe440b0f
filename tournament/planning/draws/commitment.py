"""The seed and the wishes of a draw: hashes simple enough to be checked by hand with any SHA-256."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from secrets import token_hex
from types import SimpleNamespace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.models import Tournament
from tournament.planning.models import Draw, Wish
from tournament.planning.wishes.queries import wishes_of
from tournament.planning.wishes.sentences import wish_sentence

SECRET_BYTES = 32


def fresh_secret() -> str:
    """64 hex characters that nobody can guess."""
    return token_hex(SECRET_BYTES)


def sha256_hex(text: str) -> str:
    """SHA-256 of a text, in hex."""
    return sha256(text.encode()).hexdigest()


def normalise(public_text: str) -> str:
    """Normalise a typed text: composed characters (NFC), no surrounding space, single spaces within.

    >>> normalise("  7 \\t 13  21 ")
    '7 13 21'
    """
    return " ".join(unicodedata.normalize("NFC", public_text).split())


def final_seed(secret: str, public_text: str) -> str:
    """The seed of the lots: SHA-256 of the secret, a colon and the public text.

    >>> final_seed("ab", "7  13")[:12] == sha256_hex("ab:7 13")[:12]
    True
    """
    return sha256_hex(f"{secret}:{normalise(public_text)}")


def fingerprint(people: Iterable[tuple[int, str]]) -> str:
    """The fingerprint of a list of people: SHA-256 of a line for each, start number and name."""
    return sha256_hex("".join(f"{number} {name}\n" for number, name in people))


def hash_groups(text: str) -> list[str]:
    """A hash in groups of eight, to be read out and compared.

    >>> hash_groups("0123456789abcdef")
    ['01234567', '89abcdef']
    """
    return [text[at : at + 8] for at in range(0, len(text), 8)]


Record = Mapping[str, Any]


def records_of(tournament: Tournament) -> list[dict[str, Any]]:
    """The wishes in force as records for a draw; two queries."""
    return [_record(wish) for wish in wishes_of(tournament)]


def _record(wish: Wish) -> dict[str, Any]:
    return {
        "kind": wish.kind,
        "weight": wish.weight,
        "shared": wish.shared,
        "hanchan": wish.hanchan,
        "tables": wish.tables,
        "people": sorted(player.number for player in wish.players.all()),
        "made_at": wish.made_at.isoformat(),
    }


def line_of(record: Record) -> str:
    """One wish as a line.

    >>> line_of({"kind": "apart", "weight": "must", "shared": "", "people": [3, 7], "hanchan": 2, "tables": []})
    'apart must people 3 7 hanchan 2'
    """
    words = [record["kind"], record["weight"]]
    words += ["shared", record["shared"]] if record["shared"] else []
    words += ["people", *map(str, record["people"])] if record["people"] else []
    words += ["hanchan", str(record["hanchan"])] if record["hanchan"] is not None else []
    words += ["tables", *map(str, record["tables"])] if record["tables"] else []
    return " ".join(words)


def lines_of(records: Iterable[Record]) -> list[str]:
    return [line_of(record) for record in records]


def digest_of(records: Iterable[Record]) -> str:
    """SHA-256 of the lines, each ended by a line feed."""
    return sha256_hex("".join(f"{line}\n" for line in lines_of(records)))


def sentences(draw: Draw, named: Collection[int]) -> list[SafeString]:
    """The wishes of a draw for the public page; only players with these ids are named. One query."""
    numbers = {number for record in draw.wishes for number in record["people"]}
    if not draw.wishes:
        return []
    found = {player.number: player for player in draw.tournament.players.filter(number__in=numbers)}
    known = {number: player.name for number, player in found.items() if player.pk in named}
    return [wish_sentence(_read(record, known)) for record in draw.wishes]


def _read(record: Record, known: Mapping[int, str]) -> Any:
    """A record in the shape of a wish, for its sentence."""
    people = [SimpleNamespace(number=number, name=known.get(number, _("somebody"))) for number in record["people"]]
    return SimpleNamespace(**{**record, "label": "", "players": SimpleNamespace(all=lambda: people)})
