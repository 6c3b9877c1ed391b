-- Addresses at which anyone who has one sees a link's statistics, one a link. The token is found by its SHA-256, and kept
-- encrypted besides, because it is shown again to those who keep the link.
CREATE TABLE link_shares (
  link_id          BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  workspace_id     BIGINT UNSIGNED NOT NULL,
  token_hash       BINARY(32) NOT NULL,
  token            VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  show_destination TINYINT(1) NOT NULL DEFAULT 0,
  created_at       DATETIME(3) NOT NULL,
  UNIQUE KEY link_shares_token_hash (token_hash),
  KEY link_shares_workspace (workspace_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
