-- Filters with a name. filter is the JSON of the parameters, as given; parent_id is the segment that it names. counted is
-- how many contacts met it at counted_at, for when they cannot be counted at once. holds grows whenever something comes to
-- name the segment, so that whoever names it and whoever changes or deletes it meet at its row, on every node of a cluster.
CREATE TABLE {prefix}automations_segments (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name       VARCHAR(200) NOT NULL,
  name_key   VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  filter     MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  parent_id  BIGINT UNSIGNED NULL,
  counted    INT UNSIGNED NULL,
  counted_at DATETIME NULL,
  holds      BIGINT UNSIGNED NOT NULL DEFAULT 0,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL,
  UNIQUE KEY segments_name (name_key),
  KEY segments_parent (parent_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
