"""Which single-byte encoding some undeclared bytes are in, by how well its letters make words."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from crawler.page.encoding_labels import CODECS_BY_LANGUAGE

# Share of the letters that must speak for a reading other than windows-1252, oddities taken off.
# Unmeasured beyond the tests: true readings have 0.9 or more, wrong ones of the same bytes 0.6.
MIN_SCORE: Final = 0.75

# What the page's own language is worth beside the letters, as a share of them: it decides between
# readings that are alike, and gives way to a text that is plainly in another script.
LANGUAGE_BONUS: Final = 0.3

# The reading that mixes the letters of all western languages, as in a list of names: it wins where
# no single language fits, and loses to each that does. Unmeasured.
_MIXED_SCORE: Final = 0.8

# The small letters beyond ASCII of each language, its most usual encodings in order. Those of the
# same letters go by one name.
_LATIN: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "fr": ("àâæçèéêëîïôœùûüÿ", ("cp1252",)),
    "de": ("äöüßéàè", ("cp1252",)),
    "es": ("áéíóúüñçºª", ("cp1252",)),
    "pt": ("áâãàçéêíóôõúüºª", ("cp1252",)),
    "ca": ("àáçèéíïòóúüñ", ("cp1252",)),
    "it": ("àèéìíîòóùú", ("cp1252",)),
    "nl": ("áéëèêïíóöüú", ("cp1252",)),
    "sv": ("åäöéáàü", ("cp1252",)),
    "da": ("æøåéèôêü", ("cp1252",)),
    "no": ("æøåéòôèàü", ("cp1252",)),
    "nb": ("æøåéòôèàü", ("cp1252",)),
    "nn": ("æøåéòôèàü", ("cp1252",)),
    "fi": ("äöåé", ("cp1252",)),
    "is": ("áðéíóúýþæö", ("cp1252",)),
    "tr": ("çğıöşüâîûi̇", ("cp1254",)),
    "pl": ("ąćęłńóśźż", ("cp1250", "iso8859-2")),
    "cs": ("áčďéěíňóřšťúůýž", ("cp1250", "iso8859-2")),
    "sk": ("áäčďéíĺľňóôŕšťúýž", ("cp1250", "iso8859-2")),
    "hu": ("áéíóöőúüű", ("cp1250", "iso8859-2")),
    "sl": ("čšž", ("cp1250", "iso8859-2")),
    "hr": ("čćđšž", ("cp1250", "iso8859-2")),
    "ro": ("ăâîşţ", ("cp1250", "iso8859-2")),
    "lt": ("ąčęėįšųūž", ("cp1257",)),
    "lv": ("āčēģīķļņšūž", ("cp1257",)),
    "et": ("äõöüšž", ("cp1257",)),
}
_RUSSIAN: Final = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
# Hebrew first: its letters are the bytes of small Cyrillic ones but for the last five, among them
# the most usual endings, so that a text which reads as both has none of those.
_SCRIPTS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "he": ("אבגדהוזחטיךכלםמןנסעףפץצקרשת", ("cp1255",)),
    "ru": (_RUSSIAN, ("cp1251", "koi8-r")),
    "uk": ("абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", ("cp1251", "koi8-u")),
    "be": ("абвгдеёжзійклмнопрстуўфхцчшыьэюя", ("cp1251",)),
    "bg": ("абвгдежзийклмнопрстуфхцчшщъьюяѝ", ("cp1251",)),
    "sr": ("абвгдђежзијклљмнњопрстћуфхцчџш", ("cp1251",)),
    "mk": ("абвгдѓежзѕијклљмнњопрстќуфхцчџш", ("cp1251",)),
    "el": ("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", ("cp1253", "iso8859-7")),
    "ar": ("ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْ", ("cp1256",)),
    "fa": ("ءآأؤئابتثجحخدذرزسشصضطظعغفقلمنهوپچژکگىيك", ("cp1256",)),
    "th": ("".join(map(chr, range(0xE01, 0xE4F))), ("cp874",)),
}
_ALPHABETS: Final = _LATIN | _SCRIPTS
_WESTERN: Final = frozenset(
    "".join(letters for letters, codecs in _LATIN.values() if codecs == ("cp1252",))
)
# Letters and what stands like a letter among them: no digits and no marks of a sentence.
_WORD: Final = re.compile(
    r"[^\x00-\x40\x5b-\x60\x7b-\xa0\xa9\xab\xae\xb0\xb7\xbb\u200b-\u205e\u2122\ufffd]+"
)


def detect_letters(sample: bytes, tag: str) -> str:
    """Tell the codec in which a text's letters make words.

    Args:
        sample: text without markup, in some encoding of single bytes.
        tag: the page's language in lower case; empty when it names none.
    """
    language = tag.partition("-")[0]
    best, best_score = "cp1252", MIN_SCORE
    for score, codec in _weigh(sample, language):
        if score > best_score:
            best, best_score = codec, score
    return best


def _weigh(sample: bytes, language: str) -> Iterator[tuple[float, str]]:
    western = _Reading(sample, "cp1252")
    readings = {"cp1252": western}
    others = CODECS_BY_LANGUAGE.get(language, ())
    # A page that says English says little: it is what templates come with.
    is_western = language not in ("", "en") and language not in _ALPHABETS and not others
    bonus = LANGUAGE_BONUS / 2 if is_western else 0.0
    yield western.score(_WESTERN) * _MIXED_SCORE + bonus, "cp1252"
    if language not in _ALPHABETS:
        for codec in others:
            yield MIN_SCORE + LANGUAGE_BONUS / 2, codec
    for name, (letters, codecs) in _ALPHABETS.items():
        for codec in codecs:
            reading = readings.get(codec) or _Reading(sample, codec)
            readings[codec] = reading
            own = LANGUAGE_BONUS if name == language else 0.0
            yield reading.score(frozenset(letters)) + own, codec


class _Reading:
    """The letters beyond ASCII of one reading, counted, and what no text in words has."""

    def __init__(self, sample: bytes, codec: str) -> None:
        text = sample.decode(codec, "replace")
        self._letters: dict[str, int] = {}
        self._total = 0
        self._odd = 0
        for match in _WORD.finditer(text):
            word = match[0]
            if not word.isascii():
                self._take(word)
        self._odd += sum("\x80" <= char < "\xa0" or char == "\ufffd" for char in text)

    def _take(self, word: str) -> None:
        before = ""
        for char in word:
            if char > "\x7f":
                self._take_char(char, before)
            before = char
        if any(char > "\u036f" for char in word):
            self._odd += sum(char < "\x7f" for char in word)  # two scripts in one word

    def _take_char(self, char: str, before: str) -> None:
        category = unicodedata.category(char)
        if category[0] in "LM":
            self._total += 1
            small = char.lower()
            self._letters[small] = self._letters.get(small, 0) + 1
            self._odd += before.islower() and char.isupper()
        else:
            self._odd += before.isalpha()

    def score(self, alphabet: frozenset[str]) -> float:
        """Give the share of letters that are the alphabet's, oddities taken off."""
        if not self._total:
            return 0.0
        fitting = sum(count for char, count in self._letters.items() if char in alphabet)
        return (fitting - self._odd) / self._total
