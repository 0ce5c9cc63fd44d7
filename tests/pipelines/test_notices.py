"""Pages that hold nothing of their own, each beside the real page that looks like it."""

import pytest

from crawler import extract

PROSE = (
    "The weir was built in nineteen hundred and four by the mill's last owner, who wanted a pond "
    "for his geese. "
)
SCRIPT = '<script src="/app.js"></script>'


def flags(html: str) -> tuple[str, ...]:
    return extract(f"<!doctype html><html><body>{html}", "https://weir.example/page").flags


@pytest.mark.parametrize(
    "body",
    [
        f"{SCRIPT}<noscript>You need to enable JavaScript to run this app.</noscript>"
        '<div id="root"></div>',
        f'{SCRIPT}<div id="app"><p>Loading…</p></div>',
        f'{SCRIPT}<header><nav><a href="/">Home</a></nav></header><div id="__next"></div>',
        f"{SCRIPT}<p>Bitte aktivieren Sie JavaScript, um diese Seite zu sehen.</p>",
        SCRIPT,
    ],
)
def test_a_shell_that_its_scripts_would_fill_needs_them(body: str) -> None:
    assert "needs_js" in flags(body)


@pytest.mark.parametrize(
    "body",
    [
        f"{SCRIPT}<h1>Visit us</h1><p>4 Weir Lane, open on Sundays.</p>",
        f"{SCRIPT}<noscript>Please enable JavaScript for the map.</noscript><h1>Visit us</h1>"
        "<p>4 Weir Lane, Mossbank, open on Sundays from ten to four.</p>",
        f'{SCRIPT}<h1>The weir</h1><p>{PROSE}</p><div id="app"></div>',
        f'{SCRIPT}<div id="root"><!-- served --><h1>The weir</h1><p>{PROSE}</p></div>',
        f'{SCRIPT}<div id="root"><img src="/weir.jpg" alt="The weir in spring"></div>',
        "",
    ],
)
def test_a_short_page_with_scripts_is_a_page(body: str) -> None:
    assert "needs_js" not in flags(body)


@pytest.mark.parametrize(
    "heading",
    [
        *("Page not found", "404 – Page not found", "We could not find that page", "404 Not Found"),
        "Oops! That page can’t be found.",
        "The page you requested no longer exists",
        *("Seite nicht gefunden", "Die Seite wurde leider nicht gefunden", "Page introuvable"),
        *("Página no encontrada", "Página não encontrada", "Pagina non trovata"),
        *("Pagina niet gevonden", "Страница не найдена", "Sidan kunde inte hittas"),
        *("ページが見つかりません", "页面不存在", "페이지를 찾을 수 없습니다"),
    ],
)
def test_a_page_that_says_there_is_none_is_a_soft_404(heading: str) -> None:
    body = "<p>The page may have moved, or the address cannot be found.</p>"

    assert flags(f"<title>{heading} | Mossbank Trust</title><h1>{heading}</h1>{body}") == (
        "soft_404",
    )


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>The 404 bus</h1><p>{PROSE}</p>",
        "<h1>404</h1><p>The Peugeot 404 is a large family car, made from 1960 to 1975.</p>",
        f"<h1>Page not found</h1><p>{PROSE * 8}</p>",
        f"<h1>The page that was lost and found</h1><p>{PROSE}</p>",
        f"<h1>Found: the page from the mill's ledger</h1><p>{PROSE}</p>",
        "<h1>Error</h1><p>An error is the difference of a measured value and the true one.</p>",
    ],
)
def test_a_page_about_something_like_it_is_no_soft_404(body: str) -> None:
    assert flags(body) == ()


FORM = (
    '<form action="/in"><label>Name <input name="n"></label>'
    '<label>Password <input type="password" name="p"></label><button>Go</button></form>'
)


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>Log in to your account</h1>{FORM}<p>Forgot your password? Write to the office.</p>",
        f"<main><h2>Anmelden</h2>{FORM}<p>Nur für Mitglieder des Vereins am Wehr.</p></main>",
        FORM,
    ],
)
def test_a_page_that_is_a_password_form_is_a_login(body: str) -> None:
    assert flags(body) == ("login",)


@pytest.mark.parametrize(
    "body",
    [
        f"<header>{FORM}</header><h1>Opening hours</h1><p>Sundays, ten to four.</p>",
        f'<div class="modal" id="login">{FORM}</div><h1>Opening hours</h1><p>Sundays.</p>',
        f'<div style="display: none">{FORM}</div><h1>Opening hours</h1><p>Sundays.</p>',
        f"<h1>How to sign in</h1><p>{PROSE * 6}</p>{FORM}",
        f"<h1>The weir</h1><p>{PROSE}</p>{FORM}",
        "<h1>Log in</h1><p>The trunk across the weir is called the log.</p>",
    ],
)
def test_a_page_that_can_let_people_in_is_no_login(body: str) -> None:
    assert flags(body) == ()


@pytest.mark.parametrize(
    "body",
    [
        "<title>Just a moment...</title><h1>weir.example</h1>"
        "<p>Checking your browser before accessing weir.example.</p>",
        "<title>Access Denied</title><h1>Access Denied</h1><p>You don't have permission to access "
        '"http://weir.example/" on this server.<p>Reference #18.2a4',
        '<title>weir.example</title><script src="/_Incapsula_Resource?a=1"></script>'
        "<p>Please verify you are human.</p>",
        "<title>Robot or human?</title><p>Press and hold the button to go on.</p>"
        '<div id="px-captcha"></div>',
        "<h1>The mill's ledger</h1><p>Subscribe to continue reading.</p>",
        "<h1>Der Müller</h1><p>Dieser Artikel ist nur für Abonnenten.</p>",
    ],
)
def test_what_a_guard_or_a_till_puts_in_front_of_a_page_is_a_wall(body: str) -> None:
    assert flags(body) == ("wall",)


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>Just a moment</h1><p>{PROSE}</p>",
        f"<h1>How sites check your browser</h1><p>{PROSE * 8} Checking your browser.</p>",
        f"<h1>The mill's ledger</h1><p>{PROSE * 3}</p><p>Subscribe to continue reading.</p>",
        '<h1>Write to us</h1><form><div class="g-recaptcha"></div><textarea></textarea></form>'
        "<p>Please solve the captcha and press send.</p>",
        '<h1>Opening hours</h1><script src="/_Incapsula_Resource?a=1"></script><p>Sundays.</p>',
    ],
)
def test_a_page_with_a_guard_or_a_till_on_it_is_a_page(body: str) -> None:
    assert flags(body) == ()
