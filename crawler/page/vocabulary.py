"""The words that class names and ids use for a page's parts: data, no logic.

Names are lower case with `-` between words (`siteFooter`, `site_footer` and `site-footer` are one
name). Sources: the class names of the default themes of WordPress, Drupal, Joomla, MediaWiki,
Sphinx, MkDocs, Docusaurus, Hugo, Jekyll, Discourse, phpBB, vBulletin and Bootstrap, and the
accessibility roles of WAI-ARIA 1.2.
"""

from typing import Final

from models.page import Region, Widget

ROLE_REGIONS: Final = {
    "navigation": Region.NAV,
    "menubar": Region.NAV,
    "menu": Region.NAV,
    "doc-toc": Region.NAV,
    "doc-index": Region.NAV,
    "directory": Region.NAV,
    "banner": Region.HEADER,
    "contentinfo": Region.FOOTER,
    "doc-credits": Region.FOOTER,
    "complementary": Region.ASIDE,
    "main": Region.MAIN,
    "article": Region.ARTICLE,
}

TAG_REGIONS: Final = {
    "nav": Region.NAV,
    "header": Region.HEADER,
    "footer": Region.FOOTER,
    "aside": Region.ASIDE,
    "main": Region.MAIN,
    "article": Region.ARTICLE,
}

NAMED_REGIONS: Final = {
    **dict.fromkeys(
        (
            "footer page-footer site-footer global-footer main-footer footer-wrapper footer-nav "
            "footer-links footer-content footer-container footer-menu footer-widgets colophon "
            "bottom-bar copyright site-info credits-bar section-footer"
        ).split(),
        Region.FOOTER,
    ),
    **dict.fromkeys(
        (
            "sidebar side-bar site-sidebar page-sidebar left-sidebar right-sidebar sidebar-left "
            "sidebar-right sidebar-primary sidebar-secondary primary-sidebar secondary-sidebar "
            "sphinxsidebar sidenav side-nav widget-area left-column right-column leftcol rightcol "
            "left-nav leftnav rightnav right-rail left-rail sidebar-container sidebar-wrapper "
            "sidebar-column bd-sidebar"
        ).split(),
        Region.ASIDE,
    ),
    **dict.fromkeys(
        (
            "nav navbar navigation menu main-menu main-nav main-navigation mainnav mainmenu topnav "
            "top-nav top-menu site-nav site-navigation site-menu primary-menu primary-nav "
            "secondary-menu secondary-nav global-nav globalnav mega-menu megamenu mobile-menu "
            "mobile-nav nav-menu nav-bar nav-links nav-list navlist menu-wrapper menu-container "
            "offcanvas off-canvas quicklinks quick-links skip-link skip-links skip-to-content "
            "skiplink toc table-of-contents sub-menu submenu dropdown-menu nav-wrapper local-nav "
            "user-menu language-switcher lang-switcher language-selector language-menu"
        ).split(),
        Region.NAV,
    ),
    **dict.fromkeys(
        (
            "header site-header page-header-top global-header main-header masthead topbar top-bar "
            "header-wrapper header-top header-container header-main top-header navbar-header "
            "site-branding branding"
        ).split(),
        Region.HEADER,
    ),
}

NAMED_WIDGETS: Final = {
    **dict.fromkeys(
        (
            "cookie-banner cookie-bar cookie-consent cookie-notice cookie-popup "
            "cookie-message cookie-law cookie-law-info-bar cookie-policy-banner cookie-disclaimer "
            "cookie-alert cookie-modal cookie-overlay cookie-warning cookiebanner cookieconsent "
            "cookienotice cookiebar cc-window cc-banner consent-banner consent-popup "
            "consent-modal consent-bar gdpr gdpr-banner gdpr-consent gdpr-popup eu-cookie "
            "eu-cookie-law onetrust-banner-sdk onetrust-consent-sdk onetrust-pc-sdk "
            "cybotcookiebotdialog cybot-cookiebot-dialog didomi-host didomi-popup "
            "osano-cm-window qc-cmp2-container truste-banner truste_overlay "
            "usercentrics-root sp-message-container iubenda-cs-banner "
            "cmplz-cookiebanner moove-gdpr-info-bar-container privacy-banner privacy-notice-banner"
        ).split(),
        Widget.CONSENT,
    ),
    **dict.fromkeys(
        (
            "share shares sharing share-bar share-buttons share-links share-tools share-icons "
            "share-widget share-this sharethis social-share social-sharing social-buttons "
            "social-links social-icons social-media social-bar social-media-links addtoany "
            "a2a-kit a2a_kit addthis addthis-toolbox sharedaddy sd-sharing jp-relatedposts "
            "post-share article-share entry-share ssba heateor-sss-sharing-container "
            "most-read mostread most-popular mostpopular most-viewed most-shared most-commented "
            "popular-posts popular-articles popular-stories trending trending-now trending-posts "
            "ad ads advert adverts advertisement advertising ad-slot ad-unit ad-container "
            "ad-wrapper ad-banner ad-block ad-box ad-placeholder adsbygoogle google-ad "
            "banner-ad sponsored sponsored-content sponsor-box dfp-ad gpt-ad taboola outbrain "
            "related related-posts related-articles related-stories related-content "
            "related-links related-news related-topics related-items related-reading "
            "recommended recommendations recommended-posts recommended-articles read-more-posts "
            "more-stories more-news more-articles more-posts you-may-also-like you-might-also-like "
            "also-like recent-posts latest-posts latest-news recent-articles "
            "newsletter newsletter-signup newsletter-form newsletter-box email-signup "
            "signup-form signup sign-up subscribe subscribe-box subscription-box mailing-list "
            "mc-embed-signup"
        ).split(),
        Widget.RAIL,
    ),
    **dict.fromkeys(
        (
            "filters filter-bar filter-panel filter-list filter-group filter-sidebar facets facet "
            "facet-list faceted-search refinements refinement-list sort-by sorting sort-bar "
            "product-filter product-filters search-filters layered-nav toolbar-sorter"
        ).split(),
        Widget.FILTER,
    ),
    **dict.fromkeys(
        (
            "signature sig post-signature user-signature message-signature postprofile "
            "post-profile post-actions post-controls post-buttons "
            "user-card usercard user-details user-info message-user message-user-block "
            "post-user-info postbit-user author-signature post-author-profile poster-profile "
            "respond comment-respond comment-form comment-reply reply-form"
        ).split(),
        Widget.POST_FURNITURE,
    ),
    **dict.fromkeys(
        (
            "comments comments-area comment-list commentlist comments-list comments-section "
            "comment-section comments-wrapper comments-container post-comments article-comments "
            "disqus-thread disqus fb-comments "
            "comments-block user-comments reader-comments"
        ).split(),
        Widget.COMMENTS,
    ),
    **dict.fromkeys(
        (
            "pagination paginator pager page-numbers page-navigation page-nav paging nav-previous "
            "nav-next nav-below nav-above post-navigation posts-navigation post-nav "
            "prev-next previous-next prevnext pagination-nav navfooter navheader "
            "article-navigation entry-navigation wp-pagenavi rst-footer-buttons"
        ).split(),
        Widget.PAGER,
    ),
    **dict.fromkeys(
        (
            "breadcrumb breadcrumbs breadcrumb-nav breadcrumb-trail breadcrumb-list "
            "breadcrumb-container bread-crumb bread-crumbs crumbs crumb wy-breadcrumbs navpath "
            "rank-math-breadcrumb yoast-breadcrumbs"
        ).split(),
        Widget.BREADCRUMBS,
    ),
    **dict.fromkeys(
        (
            "edit-link edit-this-page edit-page edit-on-github editthispage theme-edit-this-page "
            "mw-editsection edit-button page-edit-link view-source improve-this-page"
        ).split(),
        Widget.EDIT_LINK,
    ),
}

CONSENT_STEMS: Final = frozenset({"cookie", "cookies", "consent", "gdpr"})
CONSENT_PARTS: Final = frozenset(
    (
        "banner bar layer popup modal notice dialog overlay wall box message panel prompt alert "
        "manager wrapper container window drawer disclaimer warning toast bottom footer"
    ).split()
)
"""A name that begins with a stem and ends with a part is a consent banner."""

ARTICLE_BODY_NAMES: Final = frozenset(
    (
        "entry-content article-body articlebody article-content articlecontent story-body "
        "storybody story-content post-content postcontent post-body postbody article-text "
        "story-text body-copy article-body-text news-body wp-block-post-content"
    ).split()
)

CALLOUT_NAMES: Final = frozenset(
    (
        "admonition note warning tip caution important danger info callout alert hint notice "
        "pullquote pull-quote sidenote margin-note marginnote footnote footnotes example"
    ).split()
)
"""An `<aside>` so named belongs to the text around it."""

OPENED_NAMES: Final = frozenset(
    (
        "tab-pane tabpane tab-panel tabpanel tab-content tabs-content tabcontent tabs-panel "
        "accordion accordion-content accordion-body accordion-panel accordion-collapse "
        "accordion-item collapse collapsed collapsible collapsible-content collapse-content "
        "panel-collapse expandable expander toggle-content toggle-body faq-answer answer "
        "faq-content spoiler spoiler-content show-more read-more more-text more-content"
    ).split()
)
"""A hidden element so named is opened by a control beside it."""
