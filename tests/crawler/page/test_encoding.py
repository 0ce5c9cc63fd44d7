import codecs

import pytest

from crawler.page.encoding import decode_html, find_declared_codec, is_utf8
from crawler.page.encoding_labels import CODEC_BY_LABEL

CHINESE = (
    "河边小路长约九公里，志愿者在早春清理了第一段荆棘，并铺上碎石，使路面在大雨之后能够很快排水。"
)
JAPANESE = "川沿いの道はおよそ九キロで、春の初めに人びとが最初の区間の草を刈りました。"
KOREAN = "강변 길은 약 구 킬로미터이며 이른 봄에 자원봉사자들이 첫 구간을 정리했습니다."
RUSSIAN = "Тропа вдоль реки тянется почти девять километров, и весной её расчистили добровольцы."
FRENCH = "Le sentier longe la rivière sur près de neuf kilomètres, réparé à l’été."


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("gbk", "gbk", CHINESE),
        ("gb2312", "gb18030", CHINESE),
        ("big5", "big5hkscs", "河邊小路長約九公里，志願者在早春清理了第一段荊棘。"),
        ("shift_jis", "cp932", JAPANESE + "①"),
        ("windows-31j", "cp932", JAPANESE),
        ("euc-jp", "euc-jp", JAPANESE),
        ("iso-2022-jp", "iso2022-jp", JAPANESE),
        ("euc-kr", "cp949", KOREAN),
        ("ks_c_5601-1987", "cp949", KOREAN),
        ("windows-1251", "cp1251", RUSSIAN),
        ("koi8-r", "koi8-r", RUSSIAN),
        ("iso-8859-1", "cp1252", FRENCH),
        ("ascii", "cp1252", FRENCH),
        ("iso-8859-2", "iso8859-2", "Ścieżka wzdłuż rzeki ma dziewięć kilometrów"),
        ("utf-8", "utf-8", CHINESE),
    ],
)
def test_a_declared_encoding_is_read_from_header_and_meta_alike(
    label: str, codec: str, text: str
) -> None:
    in_header = f"<p>{text}".encode(codec)
    in_meta = f'<meta charset="{label}"><p>{text}'.encode(codec)

    assert decode_html(in_header, f"text/html; charset={label}").endswith(text)
    assert decode_html(in_meta, "text/html").endswith(text)


@pytest.mark.parametrize(
    "declaration",
    [
        '<meta http-equiv="Content-Type" content="charset=gbk">',
        '<meta http-equiv=Content-Type content="text/html; charset=GBK">',
        "<META CHARSET='gb2312'>",
        "<meta charset=gbk>",
        '<?xml version="1.0" encoding="gbk"?>',
        "<!-- <meta charset=utf-8> --><meta charset=gbk>",
        f"<!--{'x' * 2000}--><meta charset=gbk>",
        "<meta charset=no-such-thing><meta charset=gbk>",
    ],
)
def test_a_page_declares_its_encoding_in_many_ways(declaration: str) -> None:
    page = f"{declaration}<p>{CHINESE}".encode("gbk")

    assert find_declared_codec(page) == "gb18030"
    assert decode_html(page).endswith(CHINESE)


def test_a_mention_of_charset_outside_meta_declares_nothing() -> None:
    assert find_declared_codec(b"<p>charset=gbk</p><!-- <meta charset=gbk> -->") is None


def test_utf16_in_markup_that_reads_as_ascii_means_utf8() -> None:
    assert decode_html("<meta charset=utf-16><p>é".encode()).endswith("é")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_is_read_with_and_without_its_mark(codec: str) -> None:
    mark = codecs.BOM_UTF16_LE if codec.endswith("le") else codecs.BOM_UTF16_BE
    page = f"<p>{CHINESE}".encode(codec)

    assert decode_html(mark + page, "text/html; charset=gbk") == f"<p>{CHINESE}"
    assert decode_html(page) == f"<p>{CHINESE}"


def test_a_byte_order_mark_beats_every_declaration() -> None:
    page = codecs.BOM_UTF8 + f"<meta charset=gbk>{FRENCH}".encode()

    assert decode_html(page, "text/html; charset=iso-8859-1").endswith(FRENCH)


@pytest.mark.parametrize(
    ("header", "meta"),
    [("iso-8859-1", ""), ("iso-8859-1", "utf-8"), ("", ""), ("", "iso-8859-1"), ("gbk", "utf-8")],
)
def test_text_that_is_plainly_utf8_is_read_as_utf8(header: str, meta: str) -> None:
    page = f"{f'<meta charset={meta}>' if meta else ''}<p>{CHINESE}{FRENCH}".encode()
    content_type = f"text/html; charset={header}" if header else "text/html"

    assert decode_html(page, content_type).endswith(FRENCH)


def test_text_that_is_not_utf8_keeps_its_latin_1_declaration() -> None:
    assert decode_html(FRENCH.encode("cp1252"), "text/html; charset=iso-8859-1") == FRENCH


def test_a_false_utf8_label_gives_way_to_the_true_one() -> None:
    page = f"<meta charset=gbk><p>{CHINESE}".encode("gbk")

    assert decode_html(page, "text/html; charset=utf-8").endswith(CHINESE)


def test_a_latin_1_default_of_the_server_gives_way_to_the_page() -> None:
    page = f"<meta charset=shift_jis><p>{JAPANESE}".encode("cp932")

    assert decode_html(page, "text/html; charset=ISO-8859-1").endswith(JAPANESE)


def test_a_broken_byte_costs_one_character_of_a_utf8_page() -> None:
    page = f"<meta charset=utf-8><p>{CHINESE}".encode() + b"\xff\xe6 end"

    assert decode_html(page).endswith(f"{CHINESE}\ufffd\ufffd end")


@pytest.mark.parametrize(
    ("text", "codec", "lang"),
    [
        (RUSSIAN, "cp1251", "ru"),
        (JAPANESE, "euc-jp", "ja"),
        (JAPANESE, "cp932", "ja"),
        (KOREAN, "cp949", "ko"),
        (CHINESE, "gb18030", "zh-CN"),
        ("河邊小路長約九公里，志願者", "big5hkscs", "zh-TW"),
    ],
)
def test_an_undeclared_encoding_is_told_by_the_pages_language(
    text: str, codec: str, lang: str
) -> None:
    assert decode_html(f'<html lang="{lang}"><p>{text}'.encode(codec)).endswith(text)


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (RUSSIAN * 5, "cp1251"),
        (JAPANESE * 5, "cp932"),
        (CHINESE * 5, "gb18030"),
        (FRENCH, "cp1252"),
    ],
)
def test_an_undeclared_encoding_is_told_by_its_letters(text: str, codec: str) -> None:
    assert decode_html(f"<html><p>{text}".encode(codec)).endswith(text)


def test_plain_utf8_is_told_from_what_must_be_decoded() -> None:
    assert is_utf8(b"ascii")
    assert is_utf8(CHINESE.encode())
    assert not is_utf8(CHINESE.encode("gbk"))
    assert not is_utf8(b"ascii", "text/html; charset=utf-16")
    assert not is_utf8(JAPANESE.encode("iso2022-jp"))


@pytest.mark.parametrize("codec", sorted(set(CODEC_BY_LABEL.values())))
def test_every_label_has_a_codec_that_never_raises(codec: str) -> None:
    bytes(range(256)).decode(codec, "replace")


UNDECLARED = [
    (
        "fr",
        "cp1252",
        "Où êtes-vous né à Besançon, c’est déjà l’été. Le chat dort dans la maison près "
        "de la forêt et les élèves étudient à l’école.",
    ),
    (
        "de",
        "cp1252",
        "Die Brücke über den Fluss wurde im Frühjahr erneuert, und für die Straße zum "
        "Hafen fehlen nur noch größere Steine.",
    ),
    (
        "es",
        "cp1252",
        "El próximo año la señora Muñoz enseñará música a los niños del pueblo; ¿quién "
        "vendrá también de la montaña?",
    ),
    (
        "pt",
        "cp1252",
        "A estação não abre amanhã porque as chuvas de março danificaram o chão, e a "
        "reconstrução só começa em três semanas.",
    ),
    (
        "pl",
        "cp1250",
        "Zażółć gęślą jaźń. Ścieżka wzdłuż rzeki ma dziewięć kilometrów, a most został "
        "odnowiony przez mieszkańców wsi.",
    ),
    (
        "pl",
        "iso8859_2",
        "Zażółć gęślą jaźń. Ścieżka wzdłuż rzeki ma dziewięć kilometrów, a most został "
        "odnowiony przez mieszkańców wsi.",
    ),
    (
        "cs",
        "cp1250",
        "Příští týden přijede starý vlak přes most a děti uvidí, jak řeka za deště "
        "stoupá k městu. Žádný člověk ještě neví proč.",
    ),
    (
        "cs",
        "iso8859_2",
        "Příští týden přijede starý vlak přes most a děti uvidí, jak řeka za deště "
        "stoupá k městu. Žádný člověk ještě neví proč.",
    ),
    (
        "hu",
        "cp1250",
        "A folyó menti ösvény kilenc kilométer hosszú, és az önkéntesek tavasszal "
        "kitisztították az első szakaszát, hogy az eső gyorsan lefolyjon a kőről.",
    ),
    (
        "tr",
        "cp1254",
        "Şehrin güneyindeki ırmak boyunca uzanan yol bu yıl yeniden açıldı; çocuklar "
        "artık köprüden geçip okula gidiyor.",
    ),
    (
        "ru",
        "cp1251",
        "Тропа вдоль реки тянется почти девять километров, и весной её расчистили добровольцы.",
    ),
    (
        "ru",
        "koi8_r",
        "Тропа вдоль реки тянется почти девять километров, и весной её расчистили добровольцы.",
    ),
    (
        "uk",
        "cp1251",
        "Стежка вздовж річки тягнеться майже дев’ять кілометрів, і навесні її розчистили "
        "мешканці села, які живуть поруч.",
    ),
    (
        "bg",
        "cp1251",
        "Пътеката край реката е дълга почти девет километра и през пролетта доброволците "
        "почистиха първата част.",
    ),
    (
        "el",
        "cp1253",
        "Το μονοπάτι δίπλα στο ποτάμι έχει μήκος εννέα χιλιόμετρα και την άνοιξη οι "
        "εθελοντές καθάρισαν το πρώτο τμήμα.",
    ),
    (
        "he",
        "cp1255",
        "השביל לאורך הנהר נמשך כמעט תשעה קילומטרים, ובאביב ניקו המתנדבים את הקטע הראשון.",
    ),
    (
        "ar",
        "cp1256",
        "يمتد الطريق على طول النهر مسافة تسعة كيلومترات تقريبا، وفي الربيع نظف المتطوعون "
        "الجزء الأول منه.",
    ),
    (
        "lt",
        "cp1257",
        "Takas palei upę tęsiasi beveik devynis kilometrus, o pavasarį savanoriai išvalė "
        "pirmąją dalį ir užpylė ją žvyru.",
    ),
]


@pytest.mark.parametrize("markup", ["<html lang={}>", "<html>", "<html lang=en>"])
@pytest.mark.parametrize(("lang", "codec", "text"), UNDECLARED)
def test_undeclared_text_of_single_bytes_is_told_by_its_letters(
    lang: str, codec: str, text: str, markup: str
) -> None:
    page = f"{markup.format(lang)}<p>{text}".encode(codec)

    assert decode_html(page).endswith(text)


@pytest.mark.parametrize(
    "text",
    [
        "Acme® sells café chairs at 20° – naïve, isn’t it?",
        "With us: Ångström, Besançon, Muñoz, São Paulo",
        "Écoute",
        "25 m² for £10",
        "¿Qué? ¡Sí!",
    ],
)
def test_few_letters_of_western_languages_stay_western(text: str) -> None:
    assert decode_html(f"<html><p>{text}".encode("cp1252")).endswith(text)


def test_text_in_another_script_overrules_the_language_of_a_template() -> None:
    assert decode_html(f"<html lang=fr><p>{RUSSIAN}".encode("cp1251")).endswith(RUSSIAN)
    assert decode_html(f"<html lang=ru><p>{FRENCH}".encode("cp1252")).endswith(FRENCH)
