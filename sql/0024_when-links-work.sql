-- When a link works: from starts_at on, and for max_clicks clicks. uses: the clicks that count towards that, added by the
-- transaction that stores them (daemon/clicks/use-queries.ts). note: for those who keep the link, never for visitors.
ALTER TABLE links
  ADD COLUMN starts_at       DATETIME(3) NULL,
  ADD COLUMN not_started_url VARCHAR(2048) NULL,
  ADD COLUMN max_clicks      INT UNSIGNED NULL,
  ADD COLUMN uses            INT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN note            TEXT NULL;

-- For exports, as in 0012.
ALTER TABLE deleted_links
  ADD COLUMN not_started_url VARCHAR(2048) NULL;
