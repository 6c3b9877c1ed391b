-- What lists of a tag's links are sorted by, copied from links, so that a page is read from one index however many links
-- the tag has and whatever the tag has to do with the order. title is written by whoever holds the link's row; clicks and
-- last_click_at follow within seconds (daemon/tags/follow-clicks.ts), all rows of a link at once.
ALTER TABLE link_tags
  ADD COLUMN clicks        INT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN last_click_at DATETIME(3) NULL,
  ADD COLUMN title         VARCHAR(200) NULL;

-- Which links' totals changed: JSON text of ids, a row with each transaction that changed some. Gone when the copies have
-- followed.
CREATE TABLE clicked_links (
  id    BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  links MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

UPDATE link_tags JOIN links ON links.id = link_tags.link_id
SET link_tags.clicks = links.clicks, link_tags.last_click_at = links.last_click_at, link_tags.title = links.title;

ALTER TABLE link_tags
  ADD KEY link_tags_by_clicks (tag_id, archived, clicks, link_id),
  ADD KEY link_tags_by_last_click (tag_id, archived, last_click_at, link_id),
  ADD KEY link_tags_by_title (tag_id, archived, title, link_id);
