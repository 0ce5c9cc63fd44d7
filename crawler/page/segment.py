"""A tree becomes blocks: one walk in document order, without recursion."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from lxml.html import HtmlElement

from crawler.page.carried import Carried, list_carried
from crawler.page.context import (
    BULLET,
    Context,
    NamedSpan,
    level_of,
    path_step,
    read_int,
    set_in_place,
    settle_named,
)
from crawler.page.frames import (
    BARE_TAGS,
    BLOCK_TAGS,
    CODE_TAGS,
    HIDING_TAGS,
    INLINE_LEAVES,
    MARKING_TAGS,
    MATH_TAGS,
    SPACED_TAGS,
    Frame,
    Interrupted,
    Run,
    is_bare_alike,
    is_unseen,
)
from crawler.page.hidden import HiddenReader
from crawler.page.markdown import (
    Mark,
    Rendered,
    is_data_table,
    is_display_math,
    is_math,
    render_inline,
)
from crawler.page.parse import UnreadablePageError
from crawler.page.regions import NO_NAMES, Names, read_names
from crawler.page.standalone import Standalone, read_code, read_math, read_select, read_table
from crawler.page.styles import find_style_hidden
from crawler.page.surroundings import TELLING_TAGS, Surroundings
from crawler.page.tokens import make_mark
from models.drafts import make_quickly
from models.page import Block, BlockKind, Hidden
from models.words import count_words

# Blocks of one page. Unmeasured: forty times the longest page of the boards, so that only a page
# made to exhaust memory reaches it.
MAX_BLOCKS: Final = 200_000


_make_block: Final = make_quickly(Block)

# Characters of an element's class and id that are kept. Utility frameworks write long ones.
# Unmeasured: ten names.
MAX_KEPT_NAMES: Final = 200


def segment(
    tree: HtmlElement, base_url: str, carried: Carried | None = None
) -> tuple[tuple[Block, ...], dict[str, str]]:
    """Split a page into the blocks a browser sets on lines of their own.

    A block ends where the default style sheet ends one or at two `<br>` in a row. Inline parts
    with a state of their own (hidden, an edit link) become blocks behind the one they stand in,
    so that no sentence is cut.

    Args:
        tree: the parsed page; read, never changed.
        base_url: what relative addresses in the Markdown resolve against; may be empty.
        carried: what the tree's elements carry, where that is listed already.

    Returns:
        Blocks in document order, none without text but images; and the class and id of each
        element that has them, as `Page.names` keeps them.

    Raises:
        UnreadablePageError: more than `MAX_BLOCKS` blocks.
    """
    walk = _Walk(tree, base_url, carried or list_carried(tree))
    return walk.blocks(), walk.names


def _may_be_math(tag: str, class_: str | None) -> bool:
    """Leave out nearly all of what is no formula, without touching the element."""
    return tag in MATH_TAGS or (class_ is not None and ("ath" in class_ or "tex" in class_))


class _Walk:
    def __init__(self, tree: HtmlElement, base_url: str, carried: Carried) -> None:
        self._tree = tree
        self._base_url = base_url
        styles = find_style_hidden(tree, carried)
        self._surroundings = Surroundings(HiddenReader(carried, styles))
        self._is_unseen: Callable[[HtmlElement], bool] = lambda element: (
            element.get("hidden") is not None or styles(element)
        )
        self._out: list[Block] = []
        self._frames: list[Frame] = []
        self._inlines: list[HtmlElement] = []
        self._run: Run | None = None
        self._marker: str | None = None
        self._named: list[NamedSpan] = []
        self._images: dict[Context, Context] = {}  # by the context around them
        self.names: dict[str, str] = {}

    def blocks(self) -> tuple[Block, ...]:
        for tag in ("body", "frameset"):
            for root in self._tree.iterchildren(tag):
                self._walk_from(root, tag, f"/html/{tag}", Context())
        for noscript in self._tree.findall("head/noscript"):
            context = Context(hidden=Hidden.NOSCRIPT)
            self._walk_from(noscript, "noscript", "/html/head/noscript", context)
        return tuple(settle_named(self._out, self._named))

    def _walk_from(self, root: HtmlElement, tag: str, path: str, context: Context) -> None:
        self._open(root, tag, path, context, is_block=True)
        frames = self._frames
        while frames:
            frame = frames[-1]
            for child in frame.children:
                if self._visit(frame, child):
                    break
            else:
                self._close(frame)
                if frames and (tail := frame.element.tail):
                    self._text(frames[-1], tail)

    def _visit(self, frame: Frame, element: HtmlElement) -> bool:
        """Read an element and the text behind it; true if it is open, and its text yet to come."""
        tag = element.tag
        if isinstance(tag, str):
            counts = frame.counts
            count = counts[tag] = counts.get(tag, 0) + 1
            class_ = element.get("class")
            path = f"{frame.path}/{path_step(tag)}[{count}]"
            if _may_be_math(tag, class_) and is_math(element):
                self._read_math(frame, element, path)
            elif tag not in HIDING_TAGS or not is_unseen(element, tag):
                self._enter(frame, element, tag, class_, path)
                if self._frames[-1] is not frame:
                    return True
        if tail := element.tail:
            self._text(frame, tail)
        return False

    def _enter(
        self, frame: Frame, element: HtmlElement, tag: str, class_: str | None, path: str
    ) -> None:
        """Read an element: at once where it is a leaf, else by opening a frame."""
        if tag in INLINE_LEAVES:
            self._leaf(frame, element, tag, path)
            return
        attributes = element.keys()
        if not attributes and tag in BARE_TAGS and element.text is None and not len(element):
            self._note_bare(element)
            return
        id_ = element.get("id") if "id" in attributes else None
        names = NO_NAMES
        if class_ or id_:
            names_kept = f"{class_ or ''} {id_}" if id_ else class_ or ""
            self.names[path] = names_kept[:MAX_KEPT_NAMES]
            names = read_names(class_, id_)
        context = frame.context
        if attributes or tag in TELLING_TAGS:
            context = self._surroundings.read(self._frames, element, tag, class_, attributes, names)
        is_block = tag in BLOCK_TAGS
        if is_block:
            if self._run is not None:
                self._flush()
            frame.has_blocks = True
        if tag in CODE_TAGS:
            self._emit_all(read_code(element, path, self._base_url), context)
        elif tag == "select":
            self._emit_all(read_select(element, path, self._base_url), context)
        elif tag == "table" and is_data_table(element):
            self._emit_all(read_table(element, path, self._base_url, self._is_unseen), context)
        elif not is_block and context is frame.context and not len(element):
            self._read_inline(frame, element, tag, path)
        elif is_block and names is NO_NAMES and tag not in MARKING_TAGS and not len(element):
            self._read_leaf(element, path, context)
        else:
            self._open(element, tag, path, context, is_block=is_block, names=names)
            if not len(element):
                self._close(self._frames[-1])

    def _read_leaf(self, element: HtmlElement, path: str, context: Context) -> None:
        """Read a block that holds nothing but text: as opening and closing it would."""
        text = element.text
        if text and not text.isspace():
            run = self._start_run(context)
            run.has_text = True
            run.tokens.append(text)
            self._flush(whole=path)

    def _read_inline(self, frame: Frame, element: HtmlElement, tag: str, path: str) -> None:
        """Read an inline element that holds nothing but text: as opening and closing it would."""
        text, run = element.text or "", self._run
        has_text = bool(text) and not text.isspace()
        if run is None and not has_text:
            return
        self._inlines.append(element)
        if run is None:
            run = self._start_run(frame.context)
        else:
            run.tokens.append(make_mark((element, True)))
            run.opened.append(element)
            if tag in SPACED_TAGS:
                run.tokens.append(" ")
        if has_text:
            run.has_text = True
            run.breaks = 0
            run.slot = run.slot or self._slot_of_inline(path)
            run.tokens.append(text)
        elif text:
            run.tokens.append(" ")
        self._inlines.pop()
        self._close_inline(run, element, tag)

    def _close_inline(self, run: Run, element: HtmlElement, tag: str) -> None:
        """Close an inline element in the run, if it is the innermost open there."""
        if run.opened and run.opened[-1] is element:
            run.opened.pop()
            run.tokens.append(make_mark((element, False)))
            if tag in SPACED_TAGS:
                run.tokens.append(" ")

    def _slot_of_inline(self, path: str) -> str:
        """The outermost inline element that the one at `path` stands in, or is."""
        for outer in reversed(self._frames):
            if outer.is_block:
                break
            path = outer.path
        return path

    def _leaf(self, frame: Frame, element: HtmlElement, tag: str, path: str) -> None:
        if tag == "hr":
            self._flush()
            frame.has_blocks = True
            return
        if tag == "br":
            run = self._run
            if run is not None and run.breaks and run.has_text:
                self._flush()
                frame.has_blocks = True
                return
            if run is None or run.breaks > 1:
                return  # a break at the start of a block or behind two others shows nothing
        run = self._run or self._start_run(frame.context)
        if tag == "br":
            run.breaks += 1
        elif tag != "wbr":
            run.breaks = 0
        if tag in ("img", "picture"):
            run.has_image = True
            run.slot = run.slot or path
        run.tokens += (make_mark((element, True)), make_mark((element, False)))

    def _note_bare(self, element: HtmlElement) -> None:
        """Keep an empty element for the joint it makes, once of any number in a row."""
        run = self._run
        if run is None:
            return
        last = run.tokens[-1] if run.tokens else None
        if not (isinstance(last, Mark) and is_bare_alike(last, element)):
            run.tokens += (make_mark((element, True)), make_mark((element, False)))

    def _text(self, frame: Frame, text: str) -> None:
        frame.texts += 1
        run = self._run
        if not text.isspace():
            run = run or self._start_run(frame.context)
            run.has_text = True
            run.breaks = 0
            if not run.slot:
                run.slot = self._slot_of_text(frame)
            run.tokens.append(text)
        elif run is not None and run.tokens:
            run.tokens.append(" ")

    def _slot_of_text(self, frame: Frame) -> str:
        if frame.is_block:
            return f"{frame.path}/text()[{frame.texts}]"
        return self._slot_of_inline(frame.path)

    def _start_run(self, context: Context) -> Run:
        """Start a run; the inline elements around it are opened again, once per kind."""
        run = self._run = Run(context)
        if self._inlines:
            run.opened = list({element.tag: element for element in self._inlines}.values())
            run.tokens = [make_mark((element, True)) for element in run.opened]
        return run

    # Opening and closing elements

    def _open(
        self,
        element: HtmlElement,
        tag: str,
        path: str,
        context: Context,
        *,
        is_block: bool,
        names: Names = NO_NAMES,
    ) -> None:
        frame = Frame(element, tag, path, context, iter(element), is_block)
        if is_block:
            if tag in MARKING_TAGS:
                self._open_list(frame)
            if names is not NO_NAMES and (names.region or names.widget):
                frame.named_from = len(self._out)
        else:
            outer = self._frames[-1].context
            if context.hidden != outer.hidden or context.widget != outer.widget:
                frame.interrupted = Interrupted(self._run, self._out, self._marker)
                self._run, self._out, self._marker = None, [], None
            self._inlines.append(element)
            if self._run is not None:
                self._run.tokens.append(make_mark((element, True)))
                self._run.opened.append(element)
        self._frames.append(frame)
        if tag in SPACED_TAGS and self._run is not None:
            self._run.tokens.append(" ")
        if text := element.text:
            self._text(frame, text)

    def _close(self, frame: Frame) -> None:
        if frame.is_block:
            if self._run is not None:
                self._flush(whole=None if frame.has_blocks else frame.path)
            if frame.tag == "li":
                self._marker = None
        else:
            self._inlines.pop()
            if self._run is not None:
                self._close_inline(self._run, frame.element, frame.tag)
        if frame.interrupted is not None:
            self._resume(frame.interrupted)
        self._frames.pop()
        if frame.named_from >= 0:
            self._note_named(frame)
        if frame.has_blocks and not frame.is_block:
            self._frames[-1].has_blocks = True

    def _resume(self, interrupted: Interrupted) -> None:
        self._flush()
        aside = self._out
        self._run, self._out, self._marker = interrupted.run, interrupted.out, interrupted.marker
        if self._run is None:
            self._out += aside
        else:
            self._run.aside += aside

    def _open_list(self, frame: Frame) -> None:
        """Give a list item its marker and a quotation its prefix."""
        outer = self._frames[-1] if self._frames else None
        if frame.tag == "blockquote" and self._marker is not None:
            self._marker += "> "
        elif frame.tag == "ol":
            frame.number = read_int(frame.element.get("start"), 1) - 1
        elif frame.tag == "li" and outer is not None:
            marker = BULLET
            if frame.context.ordered:
                outer.number = read_int(frame.element.get("value"), outer.number + 1)
                marker = f"{outer.number}. "
            first = self._marker if self._marker is not None else outer.context.prefix
            self._marker = first + marker
            if len(marker) != len(BULLET):
                prefix = outer.context.prefix + " " * len(marker)
                frame.context = replace(frame.context, prefix=prefix)

    def _note_named(self, frame: Frame) -> None:
        outer = self._frames[-1].context if self._frames else Context()
        context = frame.context
        if context.widget != outer.widget or context.region != outer.region:
            self._named.append(NamedSpan(frame.named_from, len(self._out), context, outer))

    def _emit_all(self, blocks: Iterable[Standalone], context: Context) -> None:
        for block in blocks:
            around = replace(context, kind=block.kind, hidden=context.hidden or block.hidden)
            self._emit(block.rendered, block.slot, around, language=block.language)

    def _read_math(self, frame: Frame, element: HtmlElement, path: str) -> None:
        if not is_display_math(element):
            run = self._run or self._start_run(frame.context)
            run.has_text = True
            run.slot = run.slot or path
            run.tokens += (make_mark((element, True)), make_mark((element, False)))
            return
        self._flush()
        frame.has_blocks = True
        self._emit_all(read_math(element, path, self._base_url), frame.context)

    def _flush(self, whole: str | None = None) -> None:
        """End the run: `whole` is the slot when the run is all there is in its element."""
        run, self._run = self._run, None
        if run is None:
            return
        if run.has_text or run.has_image:
            if run.opened:
                run.tokens += [make_mark((element, False)) for element in reversed(run.opened)]
            is_heading = run.context.kind is BlockKind.HEADING
            rendered = render_inline(run.tokens, self._base_url, at_line_start=not is_heading)
            if rendered.text:
                self._emit(rendered, whole or run.slot, run.context)
            elif rendered.markdown:
                self._emit(rendered, whole or run.slot, self._context_of_image(run.context))
        self._out += run.aside

    def _context_of_image(self, around: Context) -> Context:
        context = self._images.get(around)
        if context is None:
            context = self._images[around] = replace(around, kind=BlockKind.IMAGE)
        return context

    def _emit(self, rendered: Rendered, slot: str, context: Context, *, language: str = "") -> None:
        first = self._marker
        self._marker = None
        text, linked = rendered.text, rendered.linked_text
        words = count_words(text)
        kind = context.kind
        if kind is BlockKind.LIST_ITEM and first is None:
            kind = BlockKind.PARAGRAPH
        self._out.append(
            _make_block(
                slot=slot,
                kind=kind,
                text=text,
                words=words,
                linked_words=words if linked == text else count_words(linked) if linked else 0,
                markdown=set_in_place(rendered.markdown, kind, context, first),
                level=level_of(kind, context),
                ordered=context.ordered and kind is BlockKind.LIST_ITEM,
                language=language,
                region=context.region,
                widget=context.widget,
                hidden=context.hidden,
                in_main=context.in_main,
                article=context.article,
                in_article_body=context.in_article_body,
            )
        )
        if len(self._out) > MAX_BLOCKS:
            raise UnreadablePageError("too many blocks", f"more than {MAX_BLOCKS} blocks")
