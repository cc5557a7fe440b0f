"""Where a store of objects is, as the setting PHOTOGRAPHS says: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/FOLDER]`, with
`?region=…` where the store wants one, and `s3+http://…` without TLS. Pure: the settings read it.
"""

from dataclasses import dataclass
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """Where a store is, and who asks."""

    endpoint: str
    bucket: str
    folder: str
    region: str
    key: str
    secret: str

    @classmethod
    def of(cls, address: str) -> Self:
        """Return what an address says. Raises ValueError for one that lacks something."""
        parts = urlsplit(address)
        bucket, _slash, folder = parts.path.strip("/").partition("/")
        if parts.scheme not in ("s3", "s3+http") or not (parts.hostname and parts.username and parts.password):
            raise ValueError(address)
        if not bucket:
            raise ValueError(address)
        where = parts.netloc.rpartition("@")[2]
        endpoint = f"{'https' if parts.scheme == 's3' else 'http'}://{where}"
        region = parse_qs(parts.query).get("region", ["us-east-1"])[0]
        return cls(endpoint, bucket, folder, region, unquote(parts.username), unquote(parts.password))

    def __str__(self) -> str:
        return "/".join(filter(None, (self.endpoint, self.bucket, self.folder)))
