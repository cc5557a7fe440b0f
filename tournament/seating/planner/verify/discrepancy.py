"""What a recount has to say."""

from collections.abc import Mapping
from typing import NamedTuple


class Discrepancy(NamedTuple):
    """Something that does not add up: translate ``template``, then fill in ``params``."""

    code: str
    template: str
    params: Mapping[str, int | str]
    hanchan: int | None = None
    table: int | None = None

    def __str__(self) -> str:
        return self.template % self.params
