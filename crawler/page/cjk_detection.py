"""Which Chinese, Japanese or Korean encoding some undeclared bytes are in, by their letters."""

import re
from collections.abc import Callable
from typing import Final

# Share of letters that are no letters of the encoding up to which it may be the one.
# Unmeasured: a sample is cut at both ends, so one or two of a hundred are.
MAX_BAD_SHARE: Final = 0.03

# Letters beyond ASCII from which the shares below mean something.
MIN_LETTERS: Final = 4

_KANA: Final = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]")


def _lead(char: str, codec: str) -> int:
    code = char.encode(codec, "replace")
    return code[0] if len(code) == 2 and code[0] > 0x80 else 0


def _is_common_gb(char: str) -> bool:
    """Level 1 of GB 2312 has the 3,755 common characters, rows A1 and A3 the punctuation."""
    lead = _lead(char, "gb18030")
    return 0xB0 <= lead <= 0xD7 or lead in (0xA1, 0xA3)


def _is_common_big5(char: str) -> bool:
    """The first plane of Big5 has the 5,401 common characters, rows A1 to A3 the punctuation."""
    return 0xA1 <= _lead(char, "big5hkscs") <= 0xC6


def _is_common_korean(char: str) -> bool:
    """KS X 1001 has the 2,350 syllables in use, rows A1 and A3 the punctuation."""
    lead = _lead(char, "euc-kr")
    return 0xB0 <= lead <= 0xC8 or lead in (0xA1, 0xA3)


# Codec, which letters tell, and their least share. Kana are a third or more of Japanese; the
# share of common letters is near one in the right encoding and about half in the wrong one.
# Unmeasured beyond the tests: the tables' own frequencies leave room on both sides.
_SIGNS: Final[tuple[tuple[str, Callable[[str], bool], float], ...]] = (
    ("euc-jp", lambda char: bool(_KANA.match(char)), 0.25),
    ("cp932", lambda char: bool(_KANA.match(char)), 0.25),
    ("cp949", _is_common_korean, 0.97),
    ("gb18030", _is_common_gb, 0.85),
    ("big5hkscs", _is_common_big5, 0.85),
)


def detect_cjk(sample: bytes) -> str | None:
    """Tell the codec of Chinese, Japanese or Korean text; nothing for other scripts."""
    for codec, is_sign, least in _SIGNS:
        letters = [char for char in sample.decode(codec, "replace") if char > "\x7f"]
        bad = letters.count("\ufffd")
        if len(letters) < MIN_LETTERS or bad > max(1, len(letters) * MAX_BAD_SHARE):
            continue
        if sum(map(is_sign, letters)) >= least * (len(letters) - bad):
            return codec
    return None
