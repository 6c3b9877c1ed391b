-- Clicks of contacts on short links, taken over from the link service.

-- Every click, also those that are not believed to be the contact's own: doubt says why. They go with the contact.
CREATE TABLE {prefix}automations_link_clicks (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT UNSIGNED NOT NULL,
  link_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  clicked_at DATETIME(3) NOT NULL,
  qr         TINYINT(1) NOT NULL DEFAULT 0,
  doubt      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  KEY link_clicks_contact (contact_id, clicked_at, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What contacts have clicked, by their confirmed clicks: links (kind 1, name is the link's id) and the tags these had then
-- (kind 2). There is a row from the first click on.
CREATE TABLE {prefix}automations_clicked (
  kind       TINYINT UNSIGNED NOT NULL,
  name       VARBINARY(160) NOT NULL,
  contact_id BIGINT UNSIGNED NOT NULL,
  clicks     INT UNSIGNED NOT NULL,
  first_at   DATETIME(3) NOT NULL,
  last_at    DATETIME(3) NOT NULL,
  PRIMARY KEY (kind, name, contact_id),
  KEY clicked_contact (contact_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The short URL of each link that was clicked, as it was last.
CREATE TABLE {prefix}automations_short_links (
  link_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  url     VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  KEY short_links_url (url)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
