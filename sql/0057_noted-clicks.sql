-- Clicks of links that are counted in click_days and not yet in links.clicks and links.last_click_at: written by a transaction that
-- stores clicks of many links, gone in the one that adds them to the links, some seconds later.
--
-- shard: as in click_shards. clicks: varints, for each link its id, its clicks and the last of them in Unix ms.
CREATE TABLE noted_clicks (
  id       BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  shard    TINYINT UNSIGNED NOT NULL,
  noted_at DATETIME(3) NOT NULL,
  clicks   MEDIUMBLOB NOT NULL,
  KEY noted_clicks_shard (shard),
  KEY noted_clicks_noted_at (noted_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
