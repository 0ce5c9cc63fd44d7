"""The yardstick of `crawl`: what Scrapy costs when nothing is done with a page."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

from scrapy import Request, Spider
from scrapy.http import HtmlResponse, Response


class BareSpider(Spider):
    """Follows the links of a site's pages, and does nothing else; `-a url=…`."""

    name = "bare"

    def __init__(self, url: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._home = url

    async def start(self) -> AsyncIterator[Request]:
        # Filtered, or a link to the home page would fetch it once more.
        yield Request(self._home)

    def parse(self, response: Response, **_: Any) -> Iterator[Request]:
        if not isinstance(response, HtmlResponse):
            return
        for link in response.css("a::attr(href)").getall():
            url = response.urljoin(link)
            if url.startswith(self._home):
                yield Request(url)
