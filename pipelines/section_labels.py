"""Headings and lines that name a part beside the content: data, no logic.

Lower case, without numbers before and signs around. Source: the default headings of Shopify,
WooCommerce, Magento and large shops.
"""

import re
from collections.abc import Sequence
from typing import Final


class Wording:
    """A pattern that is searched for only in texts with one of the words it cannot do without.

    A search for a constant costs a tenth of one for a pattern, and most text has none of them.
    """

    def __init__(self, words: Sequence[str], pattern: str) -> None:
        self._words = tuple(words)
        self._pattern = re.compile(pattern, re.IGNORECASE)

    def is_in(self, text: str) -> bool:
        """Whether the pattern matches somewhere in a text."""
        lowered = text.lower()
        for word in self._words:
            if word in lowered:
                return self._pattern.search(text) is not None
        return False


def _read(labels: str) -> frozenset[str]:
    return frozenset(label.strip() for label in re.split(r"[|\n]", labels) if label.strip())


PRODUCT_LABELS: Final = _read("""
    customer reviews | reviews | product reviews | ratings & reviews | ratings and reviews
    reviews & ratings | reviews and ratings | user reviews | verified reviews | write a review
    top reviews | all reviews | what customers are saying | what people are saying
    customers say | review summary | review highlights | customer photos
    customer questions & answers | questions & answers | questions and answers | q&a
    ask a question | similar items | similar products | related products | recommended products
    products related to this item | compare with similar items | compare similar products
    compare | customers also bought | customers also viewed | customers also liked
    frequently bought together | customers who bought this also bought
    people who bought this also bought | others also bought | recently viewed
    recently viewed items | recently viewed products | your recently viewed items
    you may also like | you might also like | you may also love | you might like
    complete the look | complete the set | complete your look | wear it with | pairs well with
    goes well with | shop the look | shop similar | more from this brand | more from this seller
    more from this collection | more to love | more to explore | best sellers | bestsellers
    new arrivals | top picks | top picks for you | our picks | trending products
    popular products | featured products | explore related items
    inspired by your browsing history | sponsored products | sponsored items | seller
    seller information | about the seller | about this seller | other sellers | more sellers
    sold by | seller feedback | detailed seller ratings | shipping & returns
    shipping and returns | shipping | returns | delivery & returns | return policy
    delivery and returns | shipping information | delivery | payment methods
    payment & security | join our newsletter | need help | why buy from us | why shop with us
    gift cards | store locator
""")

TEASER_STARTS: Final = re.compile(
    r"(?:also read|read also|read more|read next|related|see also|more on this|don't miss"
    r"|lesen sie auch|mehr zum thema|à lire aussi|lire aussi|lea también|lee también|leia também"
    r"|leggi anche|lees ook|les også|läs också|czytaj także|czytaj też|читайте также"
    r"|читайте також|ayrıca okuyun)\b",
    re.IGNORECASE,
)
"""What opens a line that links to another page in the middle of a text."""

POST_FURNITURE: Final = re.compile(
    r"\b(?:joined|join date|member since|registered|registriert|mitglied seit|inscrit|beiträge"
    r"|posts|messages|reputation|location|сообщений|регистрация)\b[^.!?]{0,20}?\d"
    r"|\d[\d,.]*\s+(?:posts|messages|beiträge|comments|points|likes|karma)\b"
    r"|(?:reply|quote|report|like|share|edit|flag)(?:\s+(?:reply|quote|report|like|share|edit|flag))+$",
    re.IGNORECASE,
)
"""What a short line beside a forum's post says of its author, and a row of what a reader may do."""

FURNITURE_LABELS: Final = _read("""
    advertisement | advertising | advertisment | sponsored | sponsored content | promoted
    anzeige | werbung | publicité | publicidad | pubblicità | advertentie | reklama | reklam
    реклама | 广告 | 広告 | 광고
    back to top | to the top | scroll to top | nach oben | haut de page | volver arriba
    share | share this | share this article | share this story | share this page | share on
    share on facebook | share on twitter | share on linkedin | share via email | copy link
    copy url | tweet | pin it | email this | email this article | print this page | print
    print article | follow us | teilen | partager | compartir | condividi | 分享 | シェア | 공유
    read more | continue reading | learn more | show more | load more | view more | see more
    view all | see all | show all | weiterlesen | lire la suite | leer más
    skip to content | skip to main content | skip to navigation | skip to search | loading
    enlarge | enlarge image | enlarge this image | click to enlarge | view gallery
    toggle caption | hide caption | toggle navigation | open menu | close menu
    sign up | sign me up | sign in | log in | subscribe | subscribe now | register
    add to cart | add to bag | add to basket | put in basket | buy now | add to wishlist
    in den warenkorb | ajouter au panier | add to compare | add to favorites | add to favourites
    reply | quote | report | report abuse | report post | flag | upvote | downvote
    send a private message | log in to reply | sign in to reply | leave a comment
    leave a reply | post a comment | add a comment | write a comment | cancel reply
""")
"""Whole lines that are a control or a mark of what stands beside, never a sentence of the text."""

PHOTO_CREDIT: Final = re.compile(
    r"©|\(c\)"
    r"|\b(?:getty|reuters|ap photo|afp|epa|dpa|xinhua|imago|shutterstock|istock|alamy|bloomberg"
    r"|associated press|file photo|handout|courtesy of|photographer)\b"
    r"|\b(?:photos?|fotos?|images?|pictures?|photographs?|credit)\s*(?:[:/-]|by\b|courtesy)"
    r"|/\s*[^\W\d_][\w ]{2,30}$"
    r"|\([^()]{0,60}(?:/|photo|images|\bap\b)[^()]{0,60}\)",
    re.IGNORECASE,
)
"""A caption that says who took the picture or which agency sold it."""

PROMOTION: Final = Wording(
    (
        "newsletter", "inbox", "by signing", "by submitting", "by subscribing", "by registering",
        "by entering",
    ),
    r"(?:^\W*|[.!?:*]\s*|\bplease )(?:sign(?: me)? up|subscribe|join|get|receive)\b.*"
    r"\b(?:newsletters?|inbox)\b"
    r"|\bby (?:signing|submitting|subscribing|registering|entering)\b"
    r".{0,60}\byou (?:agree|consent)"
    r"|(?:^|[.!?:]\s*)(?:abonnieren sie|abonnez-vous|inscrivez-vous|suscríbete|iscriviti)\b"
    r".*\bnewsletter",
)  # fmt: skip
"""A line that asks the reader to subscribe, or says what a subscriber agrees to."""

RIGHTS: Final = Wording(
    (
        "rights reserved", "rechte vorbehalten", "droits réservés", "copyright", "©",
        "may not be ",
    ),
    r"\ball rights reserved\b|\balle rechte vorbehalten\b|\btous droits réservés\b"
    r"|\bsubject to copyright\b|\bmay not be (?:published|reproduced|republished)\b"
    r"|^(?:©|copyright (?:©|\(c\)|\d{4}))",
)  # fmt: skip
"""A line that says who may use the text."""

TIME_STAMP: Final = Wording(
    ("published", "updated"),
    r"^(?!.*\bby\b)(?=.*\b(?:published|updated)\b)(?=.*\b(?:19|20)\d\d\b).*\b\d{1,2}[:.]\d\d\b",
)
"""A line that says to the minute when the text came out, and not who wrote it."""

EMBEDDED_POST: Final = re.compile(
    r"\bpic\.twitter\.com/|(?:https?:)?//t\.co/|\b(?:twitter|x)\.com/\w+/status/"
    r"|—[^—]{0,80}\(@\w{1,20}\)",
    re.IGNORECASE,
)
"""The link or the signature that the markup of an embedded post carries."""

CAPTION_NAME: Final = re.compile(
    r"(?:^|[\s_-])(?:captions?(?:-text)?|figcaption)(?:$|[\s_-])", re.IGNORECASE
)
"""A class or id of what stands under a picture: `wp-caption-text`, `image_caption`."""
