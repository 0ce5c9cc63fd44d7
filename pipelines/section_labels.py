"""Headings that name a part beside the content: data, no logic.

Lower case, without numbers before and signs around. Source: the default headings of Shopify,
WooCommerce, Magento and large shops.
"""

import re
from typing import Final


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
