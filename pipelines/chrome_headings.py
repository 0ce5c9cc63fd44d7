"""What sites call the headings of their chrome, in the languages pages are written in: data.

Names are folded: case folded, words parted by one space, no punctuation. Left out on purpose is
what articles call their own last sections ("see also", "references", "external links", "notes").
Sources: the headings for screen readers and the widget titles in the default themes of GitHub,
GitLab, WordPress, Drupal, Joomla, MediaWiki, Shopify and Discourse, and their translations.
"""

from typing import Final

_NAVIGATION: Final = """
    navigation
    navigation menu
    main navigation
    primary navigation
    secondary navigation
    site navigation
    page navigation
    footer navigation
    global navigation
    mobile navigation
    user navigation
    post navigation
    posts navigation
    main menu
    primary menu
    secondary menu
    footer menu
    mobile menu
    user menu
    user account menu
    personal tools
    site menu
    menu
    quick links
    quicklinks
    useful links
    site links
    site map
    sitemap
    breadcrumb
    breadcrumbs
    you are here
    skip links
    explore our site
    language
    languages
    select language
    choose language
    hauptnavigation
    hauptmenü
    navigationsmenü
    seitennavigation
    sprache
    sprachen
    menu principal
    menu de navigation
    navigation principale
    navegación
    navegación principal
    menú
    menú principal
    menú de navegación
    idiomas
    navegação
    navegação principal
    navegação do site
    menu de navegação
    navigazione
    menu di navigazione
    menu principale
    navigatie
    hoofdnavigatie
    hoofdmenu
    huvudmeny
    hovedmeny
    hovedmenu
    päävalikko
    nawigacja
    menu główne
    navigace
    hlavní menu
    navigáció
    главное меню
    навигация
    меню
    навігація
    головне меню
    ana menü
    menü
    القائمة
    القائمة الرئيسية
    תפריט
    תפריט ראשי
    ナビゲーション
    ナビゲーションメニュー
    メニュー
    メインメニュー
    サイトマップ
    导航
    导航菜单
    菜单
    主菜单
    网站地图
    導覽
    導覽選單
    選單
    網站導覽
    내비게이션
    메뉴
    사이트맵
"""

_FOOTER: Final = """
    footer
    page footer
    site footer
    footer links
    site information
    legal
    legal information
    legal links
    fußzeile
    seitenfuß
    pied de page
    pie de página
    rodapé
    piè di pagina
    voettekst
    sidfot
    stopka
    zápatí
    подвал
    フッター
    页脚
    頁尾
    푸터
"""

_SIDEBAR: Final = """
    sidebar
    primary sidebar
    recent posts
    recent comments
    recent articles
    latest posts
    latest news
    popular posts
    most popular
    most read
    most viewed
    trending
    trending now
    related posts
    related articles
    related stories
    related news
    you may also like
    you might also like
    more stories
    more from this author
    archives
    categories
    tag cloud
    blogroll
    meta
    advertisement
    sponsored
    seitenleiste
    neueste beiträge
    neueste kommentare
    ähnliche beiträge
    das könnte dich auch interessieren
    das könnte sie auch interessieren
    meistgelesen
    kategorien
    anzeige
    articles récents
    articles similaires
    commentaires récents
    les plus lus
    à lire aussi
    catégories
    entradas recientes
    comentarios recientes
    artículos relacionados
    noticias relacionadas
    lo más leído
    más leídas
    categorías
    publicidad
    posts recentes
    comentários recentes
    artigos relacionados
    notícias relacionadas
    mais lidas
    categorias
    publicidade
    articoli recenti
    articoli correlati
    commenti recenti
    potrebbe interessarti anche
    i più letti
    categorie
    recente berichten
    meest gelezen
    gerelateerde berichten
    senaste inläggen
    mest läst
    ostatnie wpisy
    najnowsze komentarze
    najczęściej czytane
    nejčtenější
    свежие записи
    похожие статьи
    популярные статьи
    рубрики
    архивы
    читайте также
    son yazılar
    最新の記事
    最近の投稿
    最近のコメント
    関連記事
    人気記事
    カテゴリー
    アーカイブ
    最新文章
    近期文章
    相关文章
    热门文章
    相关推荐
    相關文章
    熱門文章
    최근 글
    관련 글
    인기 글
    카테고리
"""

_SOCIAL: Final = """
    share
    share this
    share this article
    share this page
    share this post
    share on
    follow us
    follow us on
    connect with us
    stay connected
    social media
    social links
    newsletter
    subscribe
    subscribe to our newsletter
    sign up for our newsletter
    stay up to date
    join our newsletter
    log in
    login
    sign in
    register
    my account
    search
    search form
    search this site
    site search
    search results filters
    saved searches
    provide feedback
    use saved searches to filter your results more quickly
    search code repositories users issues pull requests
    teilen
    folgen sie uns
    folge uns
    suche
    anmelden
    partager
    suivez nous
    recherche
    rechercher
    connexion
    compartir
    síguenos
    síguenos en
    buscar
    boletín
    compartilhe
    compartilhar
    siga nos
    pesquisar
    condividi
    seguici
    seguici su
    cerca
    delen
    volg ons
    zoeken
    dela
    sök
    udostępnij
    szukaj
    поделиться
    поиск
    подписка
    мы в соцсетях
    paylaş
    ara
    検索
    シェア
    ログイン
    分享
    搜索
    登录
    关注我们
    搜尋
    登入
    검색
    공유하기
    로그인
"""

_CONSENT: Final = """
    cookies
    cookie settings
    cookie preferences
    cookie consent
    cookie policy
    cookie notice
    we use cookies
    we value your privacy
    your privacy
    your privacy choices
    manage consent
    manage consent preferences
    manage cookie preferences
    privacy preference center
    privacy overview
    this website uses cookies
    cookie einstellungen
    datenschutzeinstellungen
    diese webseite verwendet cookies
    gestion des cookies
    paramètres des cookies
    configuración de cookies
    definições de cookies
    impostazioni dei cookie
    cookie instellingen
    настройки файлов cookie
    クッキーの設定
"""

CHROME_HEADINGS: Final[frozenset[str]] = frozenset(
    name.strip().casefold()
    for group in (_NAVIGATION, _FOOTER, _SIDEBAR, _SOCIAL, _CONSENT)
    for name in group.strip().splitlines()
)
