"""The Scrapy settings of the project, each with its reason."""

from typing import Any, Final

from models.version import ENGINE_VERSION

BOT_NAME: Final = "sitewinnow"
SPIDER_MODULES: Final = ["crawler.spiders"]
COMMANDS_MODULE: Final = "crawler.commands"

# Where pages are kept: one SQLite file in the current folder, or a PostgreSQL address.
STORE_URL: Final = "sqlite:///sites.db"

# A TOML file with a section for each site: what `-a` says of all, said of one, and its limits.
SITES_FILE: Final[str | None] = None

# --- who asks -------------------------------------------------------------------------------
# A site's owner must be able to tell who comes and to write a rule for it. `ROBOTSTXT_USER_AGENT`
# is the name that robots.txt knows: the product token alone, whatever USER_AGENT is set to.
USER_AGENT: Final = f"sitewinnow/{ENGINE_VERSION} (a crawler; its user has not set a contact)"
# An e-mail address or a page about the crawl, which takes the place of those words.
USER_AGENT_CONTACT: Final = ""
ROBOTSTXT_USER_AGENT: Final = "sitewinnow"
ROBOTSTXT_OBEY: Final = True
ROBOTSTXT_PARSER: Final = "crawler.robots.StandardRobotParser"
# What a page itself asks of crawlers: links of a page that says `nofollow` are left alone.
ROBOTS_META_OBEY: Final = True
# Seconds to wait before robots.txt is asked for again after a server error; when the last
# attempt fails the host is left alone (RFC 9309, 2.3.1.4).
ROBOTSTXT_RETRY_DELAYS_SECONDS: Final = [1, 2, 4, 8]
# A crawl that goes on for longer asks for robots.txt again (RFC 9309, 2.4).
ROBOTSTXT_MAX_AGE_SECONDS: Final = 86_400
# Longest Crawl-delay that is obeyed; a longer one is taken as this, or a crawl never ends.
ROBOTSTXT_MAX_CRAWL_DELAY_SECONDS: Final = 60.0
# Pages are taken in the language the site gives to everybody: Scrapy's default asks for English.
DEFAULT_REQUEST_HEADERS: Final = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.5"}

# --- how fast -------------------------------------------------------------------------------
# One request at a time per host, half a second apart or more; AutoThrottle waits as long again
# as the server took to answer. A crawl of one's own server may set all of them otherwise.
CONCURRENT_REQUESTS_PER_DOMAIN: Final = 1
DOWNLOADER: Final = "crawler.downloader.SteadyDownloader"
DOWNLOAD_DELAY: Final = 0.5
AUTOTHROTTLE_ENABLED: Final = True
AUTOTHROTTLE_START_DELAY: Final = 0.5
AUTOTHROTTLE_TARGET_CONCURRENCY: Final = 1.0
# A host that answers 429 or 503 is left in peace as long as its Retry-After says, and where it says
# nothing, for so many seconds, twice as long each time; never longer than the second number. After
# so many times in a row it is given up: about four minutes without a Retry-After.
BACKOFF_START_SECONDS: Final = 1.0
BACKOFF_MAX_SECONDS: Final = 300.0
BACKOFF_MAX_TIMES: Final = 8

# --- how much -------------------------------------------------------------------------------
# The limit of what is read as a page (crawler.page); decompression counts too.
DOWNLOAD_MAXSIZE: Final = 32 * 1024 * 1024
DOWNLOAD_WARNSIZE: Final = 0  # the limit itself is reported; a warning below it says nothing
DOWNLOAD_TIMEOUT: Final = 60
# A page that was cut off in transfer is retried, never stored half.
DOWNLOAD_FAIL_ON_DATALOSS: Final = True
RETRY_TIMES: Final = 2
RETRY_GIVE_UP_LOG_LEVEL: Final = "DEBUG"  # crawler.failure_log names the address
REDIRECT_MAX_TIMES: Final = 10
# A page that moves on at once is a redirect; one that reloads later is a page.
METAREFRESH_MAXDELAY: Final = 5

# --- where a site has no end ----------------------------------------------------------------
# Each ends one kind of endless addresses; 0 is no bound. Addresses that a sitemap names are
# always asked for. Unmeasured but for the hard positives in tests/crawler/traps.
# Relative links that nest (`a/b/a/b/a/b/`): a tree names a floor like the one above it, hardly
# twice in a row.
TRAP_MAX_PATH_REPEATS: Final = 2
# Entities and parameters that every page adds once more to the address it was asked by.
TRAP_MAX_QUERY_REPEATS: Final = 4
# Session ids under names nobody knows: the same page again under another one.
TRAP_MAX_EQUAL_PAGES: Final = 50
# Calendars and filters: pages in a row without new text. Only links from such pages to each other
# are left out then.
TRAP_MAX_BARREN_PAGES: Final = 40
# A list in pages that say something new each and name no page of their own: text made up on
# request, or a thread of posts without authors to link to. Lists of entries name pages.
TRAP_MAX_LONE_LIST_PAGES: Final = 150
# A list in pages, by the number in `page=`, `/page/2` and the like: with ten entries each this
# is a list of ten thousand.
TRAP_MAX_LIST_PAGES: Final = 1_000
# Addresses that differ in numbers alone, whatever their pages say: the ids of a large site.
TRAP_MAX_TEMPLATE_PAGES: Final = 100_000

# Two limits that Scrapy has none for; 0 is no limit. Bytes that a crawl may fetch, and requests
# that may wait for their turn: in memory each takes one to three kilobytes.
CLOSESPIDER_BYTES: Final = 0
QUEUE_MAX_REQUESTS: Final = 1_000_000

# Items and requests of one answer that are worked on side by side. Ours do not wait for anything,
# and Scrapy makes as many tasks for each answer, whatever came of it.
# Measured: benchmarks/log.md, 2026-12-01: 100, Scrapy's default, costs 5 ms of CPU time a page on
# a busy machine.
CONCURRENT_ITEMS: Final = 4

# --- in which order -------------------------------------------------------------------------
# Breadth first: a crawl that is cut short has the pages nearest to the start.
DEPTH_PRIORITY: Final = 1
SCHEDULER: Final = "crawler.crawl_limits.BoundedScheduler"
SCHEDULER_DISK_QUEUE: Final = "scrapy.squeues.PickleFifoDiskQueue"
SCHEDULER_MEMORY_QUEUE: Final = "scrapy.squeues.FifoMemoryQueue"

# --- what is one address --------------------------------------------------------------------
REQUEST_FINGERPRINTER_CLASS: Final = "crawler.seen.AddressFingerprinter"
DUPEFILTER_CLASS: Final = "crawler.seen.AddressDupeFilter"

# --- the edge -------------------------------------------------------------------------------
DOWNLOADER_MIDDLEWARES: Final[dict[str, Any]] = {
    # Scrapy's own asks the network for the public suffix list at the first cookie.
    "scrapy.downloadermiddlewares.cookies.CookiesMiddleware": None,
    "crawler.cookies.BundledListCookiesMiddleware": 700,
    "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": None,
    "crawler.contact.ContactUserAgentMiddleware": 500,
    # What lets a user in is for the sites of the crawl alone.
    "scrapy.downloadermiddlewares.httpauth.HttpAuthMiddleware": None,
    "crawler.access.OwnHeadersMiddleware": 290,
    "crawler.access.SiteAuthMiddleware": 300,
    "scrapy.downloadermiddlewares.defaultheaders.DefaultHeadersMiddleware": None,
    "crawler.access.SiteHeadersMiddleware": 400,
    # Scope is decided by crawler.scope, before a request is made and again at each redirect.
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "crawler.traps.middleware.TrapMiddleware": 90,
    "crawler.robots.CarefulRobotsMiddleware": 100,
    "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
    "crawler.compression.NamedCompressionMiddleware": 590,
    "crawler.backoff.HostBackoffMiddleware": 560,
    "crawler.ending.PromptEndingMiddleware": 570,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
    "crawler.redirects.ScopedMetaRefreshMiddleware": 580,
    "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": None,
    "crawler.redirects.ScopedRedirectMiddleware": 600,
}
SPIDER_MIDDLEWARES: Final[dict[str, Any]] = {
    "scrapy.spidermiddlewares.depth.DepthMiddleware": None,
    "crawler.crawl_limits.CountedDepthMiddleware": 900,
}
ITEM_PIPELINES: Final = {
    "pipelines.item_pipelines.ChromePipeline": 100,
    "pipelines.item_pipelines.ContentPipeline": 200,
}
EXTENSIONS: Final[dict[str, Any]] = {
    # Scrapy writes items as they come; ours writes the store's rows when the crawl ends.
    "scrapy.extensions.feedexport.FeedExporter": None,
    "crawler.feeds.StoreFeedExporter": 0,
    "crawler.crawl_limits.CloseOnBytes": 0,
}
# A page dropped for a reason is counted; it is no event for the log.
DEFAULT_DROPITEM_LOG_LEVEL: Final = "DEBUG"

# --- what is no page ------------------------------------------------------------------------
# Each host is asked once for an address that cannot exist, by robots.txt and at the pace of any
# other request. Where it answers with a page, pages that say nearly the same are soft 404s.
SOFT_404_PROBE_ENABLED: Final = True

# --- what is cleaned ------------------------------------------------------------------------
# For Markdown that came from a web page only: in a crawl, the content of pages on which no other
# step found it; with `scrapy extract --method markdown`, files whose origin is stated. Off is for
# whoever wants all as it stands.
MARKDOWN_CLEANER_ENABLED: Final = True

# --- closed doors ---------------------------------------------------------------------------
# Private addresses, and networks of them, that pages may lead to. The host of a start may always
# be private; what its pages, redirects and sitemaps lead to may not.
PRIVATE_ADDRESSES_ALLOWED: Final[list[str]] = []
# A server shows by its certificate that it is the one asked for; Scrapy itself believes any.
DOWNLOAD_VERIFY_CERTIFICATES: Final = True
# Pages come by http and https, through one handler that looks where a connection leads.
DOWNLOAD_HANDLERS: Final[dict[str, str | None]] = {
    "http": "crawler.connections.GuardedDownloadHandler",
    "https": "crawler.connections.GuardedDownloadHandler",
    "data": None,
    "file": None,
    "ftp": None,
    "s3": None,
}
# IPv6 too; Scrapy's default resolver knows IPv4 alone.
TWISTED_DNS_RESOLVER: Final = "scrapy.resolver.CachingHostnameResolver"
# Both let other processes of the machine run code in the crawl.
TELNETCONSOLE_ENABLED: Final = False
REMOTE_CONTROL_ENABLED: Final = False

LOG_LEVEL: Final = "INFO"
