-- Contact automation. Tables carry WordPress's prefix so that they can live in a WordPress database.

CREATE TABLE {prefix}automations_api_keys (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  hash         BINARY(32) NOT NULL,
  permission   VARCHAR(5) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  description  VARCHAR(200) NOT NULL DEFAULT '',
  active       TINYINT(1) NOT NULL DEFAULT 1,
  created_at   DATETIME NOT NULL,
  last_used_at DATETIME NULL,
  UNIQUE KEY {prefix}automations_api_keys_hash (hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tags and lists are one kind of thing: type 1 is a tag, type 2 a list. Names are unique per type without regard
-- to case.
CREATE TABLE {prefix}automations_terms (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  type       TINYINT UNSIGNED NOT NULL,
  name       VARCHAR(255) NOT NULL,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL,
  UNIQUE KEY {prefix}automations_terms_name (type, name),
  KEY {prefix}automations_terms_newest (type, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
