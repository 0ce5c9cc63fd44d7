"""`scrapy extract FILE|URL|-`: one page in, its content out, by the decision a crawl makes too."""

import argparse
import json
import os
import sys
from typing import Any, Final
from urllib.parse import urljoin

from scrapy.commands import ScrapyCommand

from crawler import UnreadablePageError
from crawler.commands import STOPPED, refuse
from crawler.contact import name_agent
from crawler.page import read_page
from crawler.page.css_marks import SelectorError, read_css_rules
from crawler.page.encoding import decode_html
from crawler.page_source import FetchError, Source, SourceError, read_source
from crawler.private_addresses import read_network
from crawler.setting_checks import SettingError, check_settings
from crawler.terminal import shorten, strip_controls, tell
from models.chrome import ChromeProfile
from models.content import Content, Decision
from models.css_rules import CssRules
from pipelines.assemble import join_markdown, join_text
from pipelines.content import select_content

EXIT_NO_PAGE: Final = 1
# Ways to find the content: the project's own selection, the densitometric classifier alone, or
# the cleaner for Markdown that was converted elsewhere.
METHODS: Final = ("content", "density", "markdown")
# Flag of a page that the classifier left nothing of, or that has one block: it is whole.
DENSITY_FALLBACK: Final = "density_fallback"
# Columns of the terminal that a block's text may fill in `--explain`.
TEXT_COLUMNS: Final = 56
# Characters of an error; what strangers' servers and files say in it has no end.
LINE_COLUMNS: Final = 400


class Command(ScrapyCommand):
    """Exits with 1 when an address gave no page, with 2 for a bad argument."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "[options] FILE|URL|-"

    def short_desc(self) -> str:
        return "Print the content of one page, from a file, an address or standard input"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--whole", action="store_true", help="print the whole page instead")
        parser.add_argument(
            "--explain",
            action="store_true",
            help="list every block: kept or dropped, by which step and why",
        )
        parser.add_argument(
            "--json",
            action="store_true",
            help="print one JSON object; with --explain it has a list of decisions",
        )
        parser.add_argument(
            "--method",
            choices=METHODS,
            default=METHODS[0],
            help="how the content is found: by selection (content), or by counts of words and "
            "link words of neighbouring blocks alone (density), or in a file of Markdown that came "
            "from a page, by the shape of its blocks (markdown, with --url and --media-type)",
        )
        parser.add_argument(
            "--media-type",
            default="",
            metavar="TYPE",
            help="what a Markdown file was converted from, such as text/html",
        )
        parser.add_argument(
            "--url", default="", metavar="URL", help="the address of a page read from a file or -"
        )
        parser.add_argument(
            "--include-css",
            default="",
            metavar="SELECTORS",
            help="take the content from the elements that these match",
        )
        parser.add_argument(
            "--exclude-css",
            default="",
            metavar="SELECTORS",
            help="take no content from the elements that these match",
        )
        parser.add_argument(
            "--site", metavar="SITE", help="use what the store has learned about this site's chrome"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if complaint := _find_bad_argument(args, opts):
            refuse("extract", complaint)
        find_text = self._clean if opts.method == "markdown" else self._select
        try:
            text = find_text(args[0], opts)
        except FetchError as error:
            _notify(str(error))
            self.exitcode = EXIT_NO_PAGE
        except (SettingError, SourceError) as error:
            refuse("extract", shorten(str(error), LINE_COLUMNS))
        except KeyboardInterrupt:
            _notify("stopped")
            self.exitcode = STOPPED
        else:
            _print(text)

    def _select(self, name: str, opts: argparse.Namespace) -> str:
        """Read a page and render what was asked of it."""
        assert self.settings is not None
        networks = map(read_network, self.settings.getlist("PRIVATE_ADDRESSES_ALLOWED"))
        source = read_source(name, name_agent(self.settings), tuple(networks))
        content = _extract(source, opts, self._load_profile(opts.site))
        if DENSITY_FALLBACK in content.flags:
            _notify("density found no content; this is the whole page")
        return _render(content, opts)

    def _clean(self, name: str, opts: argparse.Namespace) -> str:
        """Take the site chrome out of a Markdown file, if it is said where it came from."""
        # One method at a time is asked for, and a page waits for no other's code.
        from crawler.markdown_files import clean_file

        assert self.settings is not None
        check_settings(self.settings)
        is_on = self.settings.getbool("MARKDOWN_CLEANER_ENABLED")
        cleaned = clean_file(name, url=opts.url, media_type=opts.media_type, enabled=is_on)
        if cleaned.notice:
            _notify(cleaned.notice)
        return cleaned.markdown.removesuffix("\n")

    def _load_profile(self, site: str | None) -> ChromeProfile | None:
        if site is None:
            return None
        # SQLAlchemy takes half of the time this command may take, and few runs need it.
        from models.store import Store, StoreError

        assert self.settings is not None
        try:
            with Store.open(self.settings["STORE_URL"], create=False) as store:
                return store.load_profile(site)
        except StoreError as error:
            raise SourceError(str(error)) from error


def _extract(source: Source, opts: argparse.Namespace, chrome: ChromeProfile | None) -> Content:
    address = opts.url or source.url
    try:
        if opts.method == "density":
            return extract_by_density(source.body, address, source.content_type)
        page = read_page(source.body, address, source.content_type, css=_read_css(opts))
    except UnreadablePageError as error:
        raise SourceError(f"{address or 'the page'}: {error}") from error
    if page.css.included == ():
        _notify("--include-css matches nothing on this page: it takes nothing out")
    return select_content(page, chrome, explains=opts.explain)


def extract_by_density(html: bytes, url: str, content_type: str | None = None) -> Content:
    """Read one page and take what the densitometric classifier keeps as its content.

    Raises:
        UnreadablePageError: the page cannot be read; `reason` says why.
    """
    from pipelines.density import filter_density

    page = read_page(html, url, content_type)
    result = filter_density(decode_html(html, content_type))
    content = read_page(result.html, url).blocks
    metadata = page.metadata
    return Content(
        markdown=join_markdown(page.blocks),
        content_markdown=join_markdown(content),
        content_text=join_text(content),
        title=metadata.title,
        site_name=metadata.site_name,
        author=metadata.author,
        published_at=metadata.published_at,
        language=metadata.language,
        flags=(DENSITY_FALLBACK,) if result.is_fallback else (),
        content_methods=() if all(result.kept) else ("density",),
    )


def _find_bad_argument(args: list[str], opts: argparse.Namespace) -> str:
    unknown = [arg for arg in args if arg.startswith("-") and arg != "-"]
    if unknown:
        return f"unknown option {unknown[0]}"
    if len(args) != 1:
        return f"needs one FILE, URL or - for standard input, got {len(args)}"
    if opts.whole and (opts.json or opts.explain):
        return "--whole prints the page alone; leave out --json and --explain"
    if opts.method == "density" and (opts.whole or opts.explain or opts.site is not None):
        return "--method density judges one page by counts; leave out --whole, --explain and --site"
    if opts.method == "markdown" and (
        opts.whole or opts.json or opts.explain or opts.site is not None
    ):
        return "--method markdown prints Markdown alone, without --whole, --json, --explain, --site"
    if opts.media_type and opts.method != "markdown":
        return "--media-type goes with --method markdown"
    if opts.method != "content" and (opts.include_css or opts.exclude_css):
        return "--include-css and --exclude-css go with --method content"
    return _find_bad_selector(opts) or _find_bad_address(opts.url)


def _find_bad_selector(opts: argparse.Namespace) -> str:
    for option, text in (("--include-css", opts.include_css), ("--exclude-css", opts.exclude_css)):
        try:
            read_css_rules(text or ())
        except SelectorError as error:
            return f"{option} {text}: {error}"
    return ""


def _read_css(opts: argparse.Namespace) -> CssRules:
    return read_css_rules(opts.include_css or (), opts.exclude_css or ())


def _find_bad_address(url: str) -> str:
    """What cannot be taken apart resolves no link; any scheme may, a saved page's `file:` too."""
    try:
        urljoin(url, "page")
    except ValueError as error:
        return f"--url {url}: not an address ({error})"
    return ""


def _render(content: Content, opts: argparse.Namespace) -> str:
    if opts.json:
        return json.dumps(as_row(content, explain=opts.explain), ensure_ascii=False)
    if opts.explain:
        return "\n".join(explain_decision(decision) for decision in content.decisions)
    return content.markdown if opts.whole else content.content_markdown


def as_row(content: Content, *, explain: bool) -> dict[str, Any]:
    """The fields of a `Content` as a flat object; `decisions` is a list, only when `explain`."""
    row: dict[str, Any] = {
        "title": content.title,
        "site_name": content.site_name,
        "author": content.author,
        "published_at": content.published_at,
        "language": content.language,
        "page_type": content.page_type,
        "page_type_score": content.page_type_score,
        "flags": " ".join(content.flags),
        "content_methods": " ".join(content.content_methods),
        "content_markdown": content.content_markdown,
        "content_text": content.content_text,
        "comments_markdown": content.comments_markdown,
        "markdown": content.markdown,
    }
    if explain:
        row["decisions"] = [_as_object(decision) for decision in content.decisions]
    return row


def _as_object(decision: Decision) -> dict[str, Any]:
    return {
        "slot": decision.slot,
        "kind": decision.kind.value,
        "text": decision.text,
        "hidden": decision.hidden.value,
        "kept": decision.kept,
        "step": decision.step,
        "reason": decision.reason,
        "value": decision.value,
        "evidence": dict(decision.evidence),
    }


def explain_decision(decision: Decision) -> str:
    """Lines: verdict, kind and how the text begins; slot, step and reason; value and its parts."""
    verdict = "kept" if decision.kept else "dropped"
    hidden = f"[{decision.hidden.value}] " if decision.hidden else ""
    text = shorten(hidden + decision.text, TEXT_COLUMNS)
    why = "" if decision.kept else f"  {decision.step}: {shorten(decision.reason, 200)}"
    lines = f"{verdict:<8}{decision.kind.value:<12}  {text}\n{'':<8}{decision.slot}{why}"
    if decision.value is None:
        return lines
    parts = "  ".join(f"{name} {part:+.2f}" for name, part in decision.evidence)
    return f"{lines}\n{'':<8}value {decision.value:.2f}  {parts}".rstrip()


def _notify(message: str) -> None:
    tell(f"scrapy extract: {shorten(message, LINE_COLUMNS)}")


def _print(text: str) -> None:
    """Write UTF-8 whatever the locale says, without what a terminal would act on."""
    try:
        sys.stdout.buffer.write(strip_controls(text).encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The reader has seen enough (`| head`); Python would complain again when it closes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
