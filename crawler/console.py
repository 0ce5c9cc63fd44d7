"""The `sitewinnow` console script: Scrapy's command line with this project's settings."""

import os


def main() -> None:
    """Run a command wherever the user stands; inside a Scrapy project, with its settings."""
    from scrapy.utils.conf import closest_scrapy_cfg

    if not closest_scrapy_cfg():
        os.environ.setdefault("SCRAPY_SETTINGS_MODULE", "crawler.settings")
    from scrapy.cmdline import execute

    execute()


if __name__ == "__main__":
    main()
