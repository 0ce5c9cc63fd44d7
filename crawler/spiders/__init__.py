"""The spiders: where the pages of a crawl come from."""
