"""What hosts serve where there is no page is kept by site and host."""

from dataclasses import replace

from sqlalchemy import text

from models.address import url_key
from models.page import Sign
from models.store import Store
from models.store.engine import open_engine, writing
from pipelines.chrome import observe
from tests.models.store.building import SITE, commit, make_page, make_record


def test_a_probe_is_kept_replaced_and_forgotten(store: Store) -> None:
    first, second = make_page("/x1", ["Lost?"]), make_page("/x1", ["Lost again?"])
    store.put_probe(SITE, SITE, first)
    store.put_probe(SITE, f"www.{SITE}", first)
    store.put_probe(SITE, SITE, second)

    assert store.probes(SITE) == {SITE: second, f"www.{SITE}": first}

    store.put_probe(SITE, SITE, None)

    assert store.probes(SITE) == {f"www.{SITE}": first}
    assert store.page_count(SITE) == 0


def test_a_damaged_probe_costs_itself_alone(store_url: str) -> None:
    with Store.open(store_url) as store:
        for host in ("a.example", "b.example"):
            store.put_probe(SITE, host, make_page("/x1", ["Lost?"]))
    engine = open_engine(store_url, create=False)
    with writing(engine) as connection:
        connection.execute(
            text("UPDATE probe SET blocks = :blocks WHERE host = 'a.example'"), {"blocks": b"no"}
        )
    engine.dispose()

    with Store.open(store_url) as store:
        assert list(store.probes(SITE)) == ["b.example"]


def test_what_an_answer_said_beside_its_body_is_kept(store: Store) -> None:
    page = replace(make_page("/a", ["Kept."]), signs=(Sign.CUT_OFF, Sign.SCRIPTS))
    record = make_record(page)
    fetched = replace(record.fetched, robots="noindex,nofollow", is_cut_off=True)
    store.commit_page(replace(record, fetched=fetched), [], observe(page))
    commit(store, make_page("/b", ["Plain."]))

    stored = store.get_page(SITE, url_key(page.url))
    plain = store.get_page(SITE, url_key(f"https://{SITE}/b"))
    assert stored is not None
    assert plain is not None
    assert (stored.fetched.robots, stored.fetched.is_cut_off) == ("noindex,nofollow", True)
    assert stored.page.signs == (Sign.CUT_OFF, Sign.SCRIPTS)
    assert (plain.fetched.robots, plain.fetched.is_cut_off, plain.page.signs) == ("", False, ())
