-- Tags and lists that are deleted while contacts still hold them. The term's own row is gone, so that nothing shows or
-- finds it any more; its memberships go in parts, each telling webhooks, and this row with the last.
CREATE TABLE {prefix}automations_term_deletions (
  term_id    BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  type       TINYINT UNSIGNED NOT NULL,
  name       VARCHAR(200) NOT NULL,
  created_at DATETIME NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
