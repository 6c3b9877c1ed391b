-- The people who sign in to the admin application. One who is invited has no password yet. One of WordPress has none here, and
-- no key of an address: WordPress says who they are, and their row is only what their sessions hang on.
CREATE TABLE {prefix}waypost_admins (
  id              BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  email           VARCHAR(254) NOT NULL,
  email_key       VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  name            VARCHAR(250) NOT NULL,
  role            VARCHAR(13) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  password_hash   VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  wp_user_id      BIGINT UNSIGNED NULL,
  created_at      DATETIME(3) NOT NULL,
  last_sign_in_at DATETIME(3) NULL,
  UNIQUE KEY admins_email (email_key),
  UNIQUE KEY admins_wp_user (wp_user_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Where they are signed in. Of a token only its hash is kept. `address` is the network of the sign-in, for its owner to read;
-- `network` is a keyed hash of it, for the limits of sign-ins.
CREATE TABLE {prefix}waypost_admin_sessions (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  admin_id     BIGINT UNSIGNED NOT NULL,
  hash         BINARY(32) NOT NULL,
  created_at   DATETIME(3) NOT NULL,
  expires_at   DATETIME(3) NOT NULL,
  last_used_at DATETIME(3) NOT NULL,
  user_agent   VARCHAR(255) NULL,
  address      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  network      BINARY(16) NOT NULL,
  UNIQUE KEY admin_sessions_hash (hash),
  KEY admin_sessions_admin (admin_id, expires_at),
  KEY admin_sessions_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tokens that are mailed and work once: an invitation, or a new password.
CREATE TABLE {prefix}waypost_admin_tokens (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  purpose    VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  admin_id   BIGINT UNSIGNED NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  KEY admin_tokens_admin (admin_id),
  KEY admin_tokens_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
