"""Pages that a whole hall asks for at the same moment, rendered and compressed once and then handed out as bytes."""

import gzip
from collections.abc import Callable, Hashable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournament.standings.once import Once

_packed: Once[bytes] = Once(512)


def packed(request: HttpRequest, key: Hashable, render: Callable[[], str]) -> HttpResponse:
    """What `render` gives, made once per `key`, which names everything that it depends on.

    Compressed, since 200 rows are read on phones; a browser that does not take that gets the plain bytes.
    """
    content = _packed.get(key, lambda: gzip.compress(render().encode(), compresslevel=6, mtime=0))
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(content, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(content))
    patch_vary_headers(response, ("Accept-Encoding", "Accept-Language", "Cookie"))
    return response


def forget() -> None:
    """Drop everything, between tests."""
    _packed.clear()
