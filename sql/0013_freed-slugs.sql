-- Slugs on the default domain whose link is gone, and whose they were: for SLUG_QUARANTINE_DAYS no other workspace gets
-- them. Written in the transaction that frees the slug. A slug taken back keeps its row until that is old.
CREATE TABLE freed_slugs (
  slug         VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  workspace_id BIGINT UNSIGNED NOT NULL,
  freed_at     DATETIME(3) NOT NULL,
  KEY freed_slugs_freed_at (freed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
