"""Public suffixes, by the list that tldextract ships: nothing is asked for and nothing written."""

from typing import Final

from tldextract import TLDExtract

BUNDLED_LIST: Final = TLDExtract(
    suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True
)


def find_domain(host: str) -> str:
    """The part of a host name that somebody registered, `example.co.uk` of `www.example.co.uk`.

    Of hosting services it is the customer's name (`user.github.io`). Empty for an IP address, a
    public suffix itself and a name under none, such as `localhost`.
    """
    found: str = BUNDLED_LIST.extract_str(host).top_domain_under_public_suffix
    return found
