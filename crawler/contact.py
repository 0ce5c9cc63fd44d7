"""Who crawls, for the people whose sites are crawled."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

from scrapy.downloadermiddlewares.useragent import UserAgentMiddleware

from crawler.private_addresses import describe_private, read_literal
from models.version import ENGINE_VERSION

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

# What fits between the brackets of a User-Agent, as one word.
_MAIL: Final = re.compile(r"[\w.+~-]+@[\w.-]+", re.ASCII)
_PAGE: Final = re.compile(r"https?://[!-'*-\[\]-~]+", re.ASCII)

QUESTION: Final = (
    "who crawls? sites cannot tell: add -s USER_AGENT_CONTACT=… with your e-mail address or a page "
    "about the crawl, and they see it in the User-Agent"
)


class ContactUserAgentMiddleware(UserAgentMiddleware):
    """Scrapy's, with the contact of the user in the name."""

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        middleware: Self = super().from_crawler(crawler)
        middleware.user_agent = name_agent(crawler.settings)
        return middleware


def name_agent(settings: "BaseSettings") -> str:
    """The User-Agent: as USER_AGENT has it, with USER_AGENT_CONTACT in place of none."""
    agent: str = settings["USER_AGENT"]
    if _has_own_name(settings) or not settings["USER_AGENT_CONTACT"]:
        return agent
    contact = read_contact(settings["USER_AGENT_CONTACT"])
    return f"sitewinnow/{ENGINE_VERSION} ({'+' if '://' in contact else ''}{contact})"


def lacks_contact(settings: "BaseSettings", start_urls: Iterable[str]) -> bool:
    """Whether a site of somebody else is crawled under a name that says nobody's."""
    if _has_own_name(settings) or settings["USER_AGENT_CONTACT"]:
        return False
    hosts = (read_literal(urlsplit(url).hostname or "") for url in start_urls)
    return not all(host and describe_private(host) for host in hosts)


def read_contact(text: str) -> str:
    """Check an e-mail address or the address of a page.

    Raises:
        ValueError: neither of them, or with characters that end a comment of a User-Agent.
    """
    contact = text.strip()
    if not _MAIL.fullmatch(contact) and not _PAGE.fullmatch(contact):
        raise ValueError("neither an e-mail address nor the http(s) address of a page")
    return contact


def _has_own_name(settings: "BaseSettings") -> bool:
    from crawler import settings as own

    return bool(settings["USER_AGENT"] != own.USER_AGENT)
