-- Contacts of an automation site whose clicks on a workspace's links are told to that site.

-- The site that a workspace is bound to. secret: the key of the site's contact tokens, encrypted; secret_hash: its SHA-256, by
-- which the site knows that it holds the same. Tokens made with former_secret are still taken.
CREATE TABLE contact_sites (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  secret        VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  secret_hash   BINARY(32) NOT NULL,
  former_secret VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  created_at    DATETIME(3) NOT NULL,
  updated_at    DATETIME(3) NOT NULL,
  UNIQUE KEY contact_sites_workspace (workspace_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Clicks of contacts on their way to the site: written in the transaction that stores the clicks, deleted in the site's that
-- takes them over. link_id is the link's public id; short_url and tags (JSON) are those it had when the click was stored.
-- machine: what is known not to be the contact. Rows that nobody takes go after some days.
CREATE TABLE contact_clicks (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  site_id      BIGINT UNSIGNED NOT NULL,
  workspace_id BIGINT UNSIGNED NOT NULL,
  contact_id   BIGINT UNSIGNED NOT NULL,
  link_id      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  short_url    VARCHAR(400) NOT NULL,
  tags         TEXT NOT NULL,
  qr           TINYINT(1) NOT NULL DEFAULT 0,
  machine      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  clicked_at   DATETIME(3) NOT NULL,
  stored_at    DATETIME(3) NOT NULL,
  KEY contact_clicks_due (site_id, stored_at, contact_id),
  KEY contact_clicks_contact (site_id, contact_id),
  KEY contact_clicks_workspace (workspace_id),
  KEY contact_clicks_old (stored_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
