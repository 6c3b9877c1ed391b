-- Sessions of WordPress users, who are not users of Waypost. Only the hash of a token is stored. wp_password: a digest of
-- WordPress's own hash of the password; the session ends when WordPress stores another hash. network: a keyed hash, for the
-- sign-in limits.
CREATE TABLE {prefix}waypost_wordpress_sessions (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  hash         BINARY(32) NOT NULL,
  wp_user_id   BIGINT UNSIGNED NOT NULL,
  wp_password  BINARY(16) NOT NULL,
  network      BINARY(16) NOT NULL,
  created_at   DATETIME(3) NOT NULL,
  last_used_at DATETIME(3) NOT NULL,
  expires_at   DATETIME(3) NOT NULL,
  UNIQUE KEY wordpress_sessions_hash (hash),
  KEY wordpress_sessions_user (wp_user_id),
  KEY wordpress_sessions_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
