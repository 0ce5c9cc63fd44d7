"""Which addresses of a site are one page."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from models.address import AddressError, url_key
from models.digests import digest_lines
from models.store import PageIdentity

_SAYS_NOTHING = frozenset({digest_lines([]), digest_lines([""])})


def fold_addresses(
    pages: Sequence[PageIdentity], says_nearly_same: Callable[[PageIdentity, PageIdentity], bool]
) -> Mapping[str, str]:
    """Decide which page stands for which others, from the whole set of pages.

    Addresses with equal text are one page. A canonical address folds a page into its target when
    that was fetched, is not the home page, and says nearly the same. Pages without any text are
    left alone: they show no evidence of being one.

    Returns:
        For each key, the key of the page that stands for it, most often its own.
    """
    by_key = {page.url_key: page for page in pages}
    keepers = _fold_equal_texts(pages)
    for key in sorted(set(keepers.values())):
        target = by_key.get(_canonical_key(by_key[key]) or "")
        if target is None or _is_home(target):
            continue
        keeper = _follow(keepers, target.url_key)
        if keeper != key and says_nearly_same(by_key[key], by_key[keeper]):
            keepers[key] = keeper
    return {page.url_key: _follow(keepers, page.url_key) for page in pages}


def _fold_equal_texts(pages: Sequence[PageIdentity]) -> dict[str, str]:
    groups: defaultdict[str, list[PageIdentity]] = defaultdict(list)
    for page in pages:
        alone = page.text_digest in _SAYS_NOTHING
        groups[page.url_key if alone else page.text_digest].append(page)
    return {
        page.url_key: min(group, key=_preference).url_key
        for group in groups.values()
        for page in group
    }


def _preference(page: PageIdentity) -> tuple[bool, int, bytes]:
    is_own_canonical = _canonical_key(page) == page.url_key
    return not is_own_canonical, len(page.url), page.url.encode()


def _canonical_key(page: PageIdentity) -> str | None:
    try:
        return url_key(page.canonical_url) if page.canonical_url else None
    except AddressError:
        return None


def _is_home(page: PageIdentity) -> bool:
    parts = urlsplit(page.url)
    return parts.path in {"", "/"} and not parts.query


def _follow(keepers: Mapping[str, str], key: str) -> str:
    while keepers[key] != key:
        key = keepers[key]
    return key
