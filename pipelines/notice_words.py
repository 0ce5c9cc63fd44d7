"""Words by which pages that are none say so, in the languages of many sites. Data, no logic.

Texts are compared lower-cased, their white space collapsed, their apostrophes straight.
"""

import re
from typing import Final

_THING: Final = (
    r"(?:(?:the|this|that|your|requested|web) ?)*"
    r"(?:page|url|file|document|content|address|resource|link|article|product|item|post|topic"
    r"|story|listing)"
)
_WANTED: Final = (
    r"(?: (?:that )?you(?:'re| are| were|'ve| have)?"
    r" (?:looking for|requested|tried to \w+|trying to \w+|wanted)| requested)?"
)
_MISSING: Final = (
    r"(?=.*(?:\bnot\b|n't\b|no longer|cannot|missing|unavailable|gone|removed|deleted))"
    r"(?: (?:was|is|could|can|does|has|been|be|cannot|can't|couldn't|isn't|wasn't|doesn't|not|no"
    r"|longer|to|seems?|appears?|or|and|available|here|anymore|exists?|found|moved|removed"
    r"|deleted|missing|unavailable|gone))+"
)
_SORRY: Final = r"(?:(?:oops|sorry|whoops|uh oh|uh-oh|oh no|error|http|404)\W+)*"
_NO_FIND: Final = (
    r"(?:we|i)(?:'re| are)? ?(?:sorry\W+)?(?:but )?(?:we )?"
    r"(?:couldn't|could not|can't|cannot|can not|were unable to|are unable to|did not|didn't)"
    r" find"
    r" (?:(?:the|that|this|your|a|any) (?:\w+ )?(?:page|url|file|document|content|address)"
    r"|what you).{0,60}"
)
# A whole title, or a part of one between separators, that says a page is not there.
NOT_FOUND: Final = re.compile(
    rf"{_SORRY}(?:{_THING}{_WANTED}{_MISSING}|{_NO_FIND}"
    r"|(?:die |diese |angeforderte |gesuchte )*seite (?:wurde |konnte |existiert |ist )?"
    r"(?:leider )?nicht (?:gefunden|vorhanden|verfügbar|mehr verfügbar)"
    r"(?: werden)?|seite existiert nicht"
    r"|(?:la |cette )?page (?:demandée )?(?:est )?(?:non trouvée|introuvable|inexistante"
    r"|n'existe (?:pas|plus)|n'a pas été trouvée)"
    r"|(?:la )?página (?:solicitada )?no (?:encontrada|existe|se encuentra|ha sido encontrada)"
    r"|no (?:se ha encontrado|se encontró|encontramos|se pudo encontrar) (?:la|esa|esta) página"
    r"|(?:a |esta )?página não (?:foi )?(?:encontrada|existe)"
    r"|(?:la )?pagina (?:richiesta )?(?:non (?:è stata )?(?:trovata|esiste)|inesistente)"
    r"|(?:de |deze )?pagina (?:is |werd )?niet gevonden|(?:deze )?pagina bestaat niet(?: meer)?"
    r"|nie znaleziono (?:takiej )?strony|strona nie (?:została znaleziona|istnieje)"
    r"|stránka (?:nebyla )?(?:nenalezena|nalezena|neexistuje)"
    r"|sidan (?:kunde inte hittas|hittades inte|finns inte)"
    r"|siden (?:blev ikke fundet|ble ikke funnet|findes ikke|finnes ikke|eksisterer ikke)"
    r"|sivua ei (?:löydy|löytynyt)|az oldal nem található|pagina nu a fost găsită"
    r"|(?:запрашиваемая )?страница не (?:найдена|существует)"
    r"|сторінк[уа] не (?:знайдено|знайдена|існує)|(?:aradığınız )?sayfa bulunamadı"
    r"|halaman tidak ditemukan|không tìm thấy trang|الصفحة غير موجودة|η σελίδα δεν βρέθηκε"
    r"|(?:お探しの|指定された|該当する)?ページ(?:が|は)(?:見つかりません(?:でした)?|存在しません)"
    r"|(?:您访问的|该|此)?页面(?:不存在|未找到|找不到(?:了)?)|找不到.{0,6}[页頁]面|頁面不存在"
    r"|페이지를 찾을 수 (?:없습니다|없음))"
)
# A title that says so where the text under it says so too: a number and a word have other uses.
MAY_BE_NOT_FOUND: Final = re.compile(
    r"(?:http )?(?:error )?(?:404|410)(?: error)?(?:\W+(?:page )?not found)?|not found|error"
    r"|(?:oops|sorry|whoops)(?:\W.{0,40})?|fehler 404|erreur 404|error 404|erro 404|errore 404"
)
# In a text: that a page is not there, or why it may not be.
SAYS_NOT_FOUND: Final = re.compile(
    r"(?:page|url|address|file|link|document|content|resource)\b.{0,60}"
    r"(?:n't\b|not (?:be )?(?:found|exist)|does not|no longer|cannot|moved|removed|deleted|typo)"
    r"|(?:couldn't|could not|can't|cannot) (?:be found|find)"
    r"|(?:nicht gefunden|introuvable|no encontrada|não encontrada|non trovata|niet gevonden)"
    r"|не найдена|見つかりません|不存在|找不到|찾을 수 없"
)

# A whole title of a page that a guard puts in front of a site.
WALL_TITLE: Final = re.compile(
    r"just a moment\W*|attention required!?|access (?:to this page has been )?denied"
    r"|one moment,? please\W*"
    r"|(?:are you a robot|robot or human|are you human)\W*|pardon our interruption\W*"
    r"|(?:ddos-guard|bot verification|human verification|security check(?:point)?|captcha)"
    r"|please verify (?:that )?you are (?:a )?human\W*|checking your browser\W*|einen moment\W*"
    r"|un instant\W*|un momento\W*|один момент\W*|请稍候\W*|請稍候\W*|しばらくお待ちください\W*"
)
# In a text: what such a page asks for.
SAYS_WALL: Final = re.compile(
    r"checking your browser"
    r"|verif(?:y|ying)(?: that)? you(?:'re| are) (?:a |not a )?(?:human|robot|bot)"
    r"|unusual (?:traffic|activity) (?:from|has been detected)"
    r"|(?:complete|solve) the (?:captcha|security)"
    r"|your browser is being checked|needs to review the security of your connection"
    r"|don't have permission to access .{0,300}on this server|reference #\d|ray id"
    r"|enable (?:javascript and )?cookies to continue|press (?:and|&) hold|are you a robot"
    r"|you have been blocked|why have i been blocked|made us think that you are a bot"
    r"|confirm (?:that )?you(?:'re| are) (?:a )?human|detected unusual activity"
)
# In a text: that the rest of it is for those who pay.
SAYS_PAYWALL: Final = re.compile(
    r"subscribe (?:now |today )?to (?:continue|keep) reading"
    r"|to (?:continue|keep) reading,? (?:please )?(?:subscribe|log ?in|sign ?in|register)"
    r"|(?:article|content|story|page) is (?:only |exclusively )?"
    r"(?:for|available to|reserved for) (?:our )?(?:paying |paid )?(?:subscribers|members)"
    r"|réservée? aux abonnés|weiterlesen mit|nur für abonnenten|solo para suscriptores"
    r"|riservato agli abbonati|alleen voor abonnees"
)

# A whole title or heading of a page that lets people in.
LOGIN_TITLE: Final = re.compile(
    r"(?:please )?(?:log|sign)[ -]?(?:in|on)"
    r"(?:\W? (?:to|with|into|or|for|required|page|here).{0,60})?"
    r"|(?:member|user|account|admin|customer|client|staff|student)s?'? (?:log|sign)[ -]?in"
    r"|.{0,40}\b(?:log ?in|sign ?in)|authentication required|welcome back\W*"
    r"|anmelden|anmeldung|einloggen|connexion|se connecter|identifiez-vous|iniciar sesi[óo]n|acceso"
    r"|entrar|iniciar sessão|accedi|accesso|inloggen|aanmelden|zaloguj(?: się)?|logowanie|logga in"
    r"|log ind|logg inn|kirjaudu(?: sisään)?|přihlášení|bejelentkezés|войти|вход|авторизация"
    r"|giriş(?: yap)?|ログイン|サインイン|登录|登錄|登入|로그인|تسجيل الدخول|đăng nhập|masuk"
)

# In a text: that nothing comes without scripts, whatever the language around the name.
NAMES_SCRIPTS: Final = re.compile(r"java ?script", re.IGNORECASE)
