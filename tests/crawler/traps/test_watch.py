from crawler.traps.bounds import TrapBounds
from crawler.traps.news import PageTrace
from crawler.traps.watch import TrapWatch

SHOP = "http://shop.example/s/{:016x}/{}"


def test_pages_that_repeat_under_other_sessions_do_not_close_the_place_to_new_ones() -> None:
    watch = TrapWatch(TrapBounds(equal_pages=50, barren_pages=40))
    for session in range(100):
        number = session % 3
        watch.add(SHOP.format(session, number), PageTrace(number, ((number, 200),)), ())

    source = SHOP.format(99, 0)
    again = watch.find_trap(SHOP.format(100, 1), source)
    assert again is not None
    assert again.setting == "TRAP_MAX_EQUAL_PAGES"
    assert watch.find_trap(SHOP.format(100, 3), source) is None


def test_where_sessions_have_no_bound_pages_without_new_text_close_the_place() -> None:
    watch = TrapWatch(TrapBounds(barren_pages=40))
    for session in range(100):
        watch.add(SHOP.format(session, 0), PageTrace(0, ((0, 200),)), ())

    trap = watch.find_trap(SHOP.format(100, 3), SHOP.format(99, 0))
    assert trap is not None
    assert trap.setting == "TRAP_MAX_BARREN_PAGES"
