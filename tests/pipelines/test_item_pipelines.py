from models.fetched import FetchedPage
from pipelines.item_pipelines import CrawledPage
from tests.models.store.building import SITE, make_page


def test_the_log_names_a_page_by_its_address_and_holds_none_of_its_text() -> None:
    page = make_page("/plants/1", ["Ferns want shade."])
    fetched = FetchedPage(page.url, page.url, 200, "text/html", b"<p>Ferns", "2026-03-01T10:00:00Z")

    assert f"{CrawledPage(SITE, fetched, page)}" == f"https://{SITE}/plants/1"
