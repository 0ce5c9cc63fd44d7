"""What happens to a page: it is observed, its content is selected, its row is written.

observe(page)                   chrome.py   what it adds to its site's profile
select_content(page, profile)   content.py  STEPS in order (select/), a reason for each drop
site_rows(store, site)          export.py   one flat row a page, once the whole site is known
"""
