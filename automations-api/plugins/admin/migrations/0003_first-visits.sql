-- How often a first account was made, which makes the next code for one another. The row is held by who makes one, so that one wins.
CREATE TABLE {prefix}waypost_admin_first_visits (
  id   TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  uses INT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT IGNORE INTO {prefix}waypost_admin_first_visits (id, uses) VALUES (1, 0);
