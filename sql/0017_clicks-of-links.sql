-- What lists of links are sorted by.
--
-- clicks: all that are kept of the link, the sum of its click_days. last_click_at: the last of them, null without any. Bots
-- count in neither. Both change in the transactions that change click_days.
ALTER TABLE links
  ADD COLUMN clicks        INT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN last_click_at DATETIME(3) NULL;

-- Workers of the former release neither store clicks nor forget any since 0016, so nothing is changed behind this.
UPDATE links JOIN (
    SELECT link_id, SUM(clicks) AS clicks, MAX(day * 86400000 + last_ms) AS last_ms
    FROM click_days WHERE link_id > 0 GROUP BY link_id
  ) AS counted ON counted.link_id = links.id
SET links.clicks = counted.clicks,
  links.last_click_at = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL counted.last_ms * 1000 MICROSECOND;

-- One for each order of a list; with domain_id at the end, so that a list of one domain reads no rows of others.
ALTER TABLE links
  ADD KEY links_by_clicks (workspace_id, archived, clicks, id, domain_id),
  ADD KEY links_by_last_click (workspace_id, archived, last_click_at, id, domain_id),
  ADD KEY links_by_title (workspace_id, archived, title, id, domain_id);
