import pytest

from crawler.page.markdown import render_code
from tests.crawler.page.fragments import BASE, parse


def code_of(fragment):
    page = parse(fragment)
    return render_code(next(page.iter("pre")), BASE)


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("<pre>  a\n\tb\n\n c\n</pre>", "  a\n\tb\n\n c"),
        ("<pre>a\r\nb</pre>", "a\nb"),
        ("<pre>a<br>b<br>c</pre>", "a\nb\nc"),
        ("<pre><code>\n  a</code></pre>", "  a"),
        (
            "<pre><span>import</span><span> </span><span>quill</span>\n\n<b>def</b> x</pre>",
            "import quill\n\ndef x",
        ),
        ("<pre><div>a</div><div></div><div>b</div></pre>", "a\n\nb"),
        ("<pre><span class=line>a</span><span class=line>b</span></pre>", "a\nb"),
        ("<pre><span class=line>a</span>\n<span class=line>b</span></pre>", "a\nb"),
        ("<pre><span class=line>a\n</span><span class=line>b\n</span></pre>", "a\nb"),
        ("<pre><code>a</code><code>b</code></pre>", "a\nb"),
        ("<pre>use <code>a</code> now</pre>", "use a now"),
        ("<pre><ol><li>a</li><li>b</li></ol></pre>", "a\nb"),
        ("<pre>a<button>Copy</button><!-- x -->b</pre>", "ab"),
        ("<pre>a&lt;b&gt; * _c_</pre>", "a<b> * _c_"),
    ],
)
def test_code_is_as_written(fragment, text):
    assert code_of(fragment).text == text
    assert code_of(fragment).markdown == f"```\n{text}\n```"


@pytest.mark.parametrize(
    "fragment",
    [
        "<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>b</pre>",
        "<pre><code><table><tr><td class='hljs-ln-numbers'>1</td><td>a</td></tr>"
        "<tr><td class='hljs-ln-numbers'>2</td><td>b</td></tr></table></code></pre>",
        "<pre><span class=ln data-line-number=1></span>a\nb</pre>",
    ],
)
def test_line_numbers_are_left_out(fragment):
    assert code_of(fragment).text == "a\nb"


def test_a_gutter_beside_the_code_has_no_text():
    gutter = "<table><tr><td class=gutter><div><pre>1\n2</pre></div></td></tr></table>"

    assert code_of(gutter).text == ""
    assert code_of(gutter).markdown == ""


@pytest.mark.parametrize(
    "fragment",
    [
        "<pre><span class=ln>x1</span></pre>",
        "<pre><span class=number>42</span></pre>",
        "<table><tr><td class=data><pre>42</pre></td></tr></table>",
    ],
)
def test_numbers_that_are_code_stay(fragment):
    assert code_of(fragment).text in ("x1", "42")


@pytest.mark.parametrize(
    ("fragment", "language"),
    [
        ("<pre><code class='language-Python'>x</code></pre>", "python"),
        ("<pre class='lang-c++'>x</pre>", "c++"),
        ("<pre class='prettyprint lang-js'>x</pre>", "js"),
        ("<pre class='brush: java; toolbar'>x</pre>", "java"),
        ("<pre><code class='hljs rust'>x</code></pre>", "rust"),
        ("<pre><code class='sourceCode bash'>x</code></pre>", "bash"),
        ("<pre data-lang=go>x</pre>", "go"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x</pre></div></div>",
         "python"),
        ("<div class='language-ruby highlighter-rouge'><div class='highlight'>"
         "<pre class='highlight'><code>x</code></pre></div></div>", "ruby"),
        ("<div class='highlight-source-js'><pre>x</pre></div>", "js"),
        ("<pre class='src src-sh'>x</pre>", "sh"),
    ],
)  # fmt: skip
def test_the_language_is_read_where_highlighters_write_it(fragment, language):
    assert code_of(fragment).language == language
    assert code_of(fragment).markdown.startswith(f"```{language}\n")


@pytest.mark.parametrize(
    "fragment",
    [
        "<pre>x</pre>",
        "<pre class='highlight'>x</pre>",
        "<pre><code class='language-plaintext'>x</code></pre>",
        "<pre class='wrap'>x</pre>",
        "<pre data-lang='a`b c'>x</pre>",
        "<div class='language-switch'><p>a</p><p>b</p><p>c</p><pre>x</pre></div>",
    ],
)
def test_a_name_that_is_no_language_gives_none(fragment):
    assert code_of(fragment).language == ""


def test_the_fence_is_longer_than_any_run_of_backticks_inside():
    assert code_of("<pre>a\n````\nb</pre>").markdown == "`````\na\n````\nb\n`````"


def test_a_picture_in_code_follows_the_fence():
    assert code_of("<pre>a<img src='/d.png' alt=plan></pre>").markdown == (
        "```\na\n```\n\n![plan](https://mill.example/d.png)"
    )
