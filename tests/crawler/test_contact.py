"""Whoever crawls says how to be reached, and is asked once a crawl who does not."""

import pytest
from scrapy.settings import Settings

from crawler.contact import lacks_contact, name_agent, read_contact
from tests.crawler.crawling import Workplace
from tests.crawler.serving import serve

AGENT = "sitewinnow/0.1.0 (a crawler; its user has not set a contact)"
PUBLIC = ["https://harbour.example/"]


def settings(**values: str) -> Settings:
    read = Settings()
    read.setmodule("crawler.settings")
    for name, value in values.items():
        read.set(name, value, priority="cmdline")
    return read


@pytest.mark.parametrize(
    ("contact", "agent"),
    [
        ("", AGENT),
        ("me@harbour.example", "sitewinnow/0.1.0 (me@harbour.example)"),
        ("https://harbour.example/bot", "sitewinnow/0.1.0 (+https://harbour.example/bot)"),
    ],
)
def test_the_contact_stands_in_the_name(contact: str, agent: str) -> None:
    assert name_agent(settings(USER_AGENT_CONTACT=contact)) == agent


def test_a_name_of_the_user_s_own_stays_as_it_is() -> None:
    own = settings(
        USER_AGENT="tide-reader/2 (+https://x.example)", USER_AGENT_CONTACT="a@b.example"
    )

    assert name_agent(own) == "tide-reader/2 (+https://x.example)"
    assert not lacks_contact(settings(USER_AGENT="tide-reader/2"), PUBLIC)


def test_a_contact_is_missed_on_the_site_of_somebody_else_alone() -> None:
    assert lacks_contact(settings(), PUBLIC)
    assert lacks_contact(settings(), ["http://127.0.0.1:8000/", *PUBLIC])
    assert not lacks_contact(settings(USER_AGENT_CONTACT="me@harbour.example"), PUBLIC)
    assert not lacks_contact(settings(), ["http://127.0.0.1:8000/", "http://localhost/"])


@pytest.mark.parametrize(
    "contact",
    ["me", "me@", "me@a.example)", "ftp://a.example/", "https://a.example/ b", "a@b\r\nX: y"],
)
def test_what_nobody_can_write_to_is_no_contact(contact: str) -> None:
    with pytest.raises(ValueError, match="neither an e-mail address nor"):
        read_contact(contact)


def test_a_site_sees_the_contact_and_its_user_is_not_asked_again(workplace: Workplace) -> None:
    with serve({"/": "<title>Home</title><p>The boats leave at noon."}) as served:
        run = workplace.crawl(served.url, settings=("USER_AGENT_CONTACT=me@harbour.example",))

    agents = {asked.headers["User-Agent"] for asked in served.requests}
    assert agents == {"sitewinnow/0.1.0 (me@harbour.example)"}
    assert "who crawls?" not in run.stderr


def test_a_crawl_without_a_contact_asks_for_one_in_a_line_and_goes_on(workplace: Workplace) -> None:
    url = "url=http://harbour.invalid/"
    run = workplace.run("crawl", "site", "-a", url, settings=("RETRY_TIMES=0", "LOG_ENABLED=False"))

    assert run.stderr.splitlines()[0].startswith(
        "who crawls? sites cannot tell: add -s USER_AGENT_C"
    )
    assert run.stderr.count("who crawls?") == 1
    assert "START FAILED" in run.stderr
