-- Tags and lists that become part of another one of their kind. As with deletions the term's own row is gone at once; its
-- contacts get the other one, into_id, in its place, in parts, and this row goes with the last. by_* is who asked for it.
CREATE TABLE {prefix}automations_term_merges (
  term_id    BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  type       TINYINT UNSIGNED NOT NULL,
  name       VARCHAR(200) NOT NULL,
  into_id    BIGINT UNSIGNED NOT NULL,
  by_type    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  by_id      BIGINT UNSIGNED NOT NULL,
  by_name    VARCHAR(200) NOT NULL,
  created_at DATETIME NOT NULL,
  KEY term_merges_into (into_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tags and lists in the order of their names.
ALTER TABLE {prefix}automations_terms ADD KEY terms_by_name (type, name, id);
