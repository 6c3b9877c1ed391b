-- Users of the admin application.

-- Everyone who can sign in. Invited users have no password yet. Users of WordPress (wp_user_id) have neither a password nor an
-- email_key here: WordPress identifies them. Nor do users of the link service (links_user_id), whose email and name are those of
-- their last sign-in. locks: raised by transactions that count administrators, as in the link service's users.
CREATE TABLE {prefix}waypost_admins (
  id              BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  email           VARCHAR(254) NOT NULL,
  email_key       VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  name            VARCHAR(250) NOT NULL,
  role            VARCHAR(13) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  password_hash   VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  wp_user_id      BIGINT UNSIGNED NULL,
  links_user_id   BIGINT UNSIGNED NULL,
  locks           INT UNSIGNED NOT NULL DEFAULT 0,
  created_at      DATETIME(3) NOT NULL,
  last_sign_in_at DATETIME(3) NULL,
  UNIQUE KEY admins_email (email_key),
  UNIQUE KEY admins_wp_user (wp_user_id),
  UNIQUE KEY admins_links_user (links_user_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Where users are signed in. Only the SHA-256 of a session's token is stored. address: the sign-in's IP address, cut to its
-- network, for the user to read. network: a keyed hash of it, for sign-in limits. begun_by: a password, or a factor.
-- wp_password: a digest of the password hash in WordPress; the session ends when WordPress has another one.
-- links_session_id: the link service's session with which it ends.
CREATE TABLE {prefix}waypost_admin_sessions (
  id               BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  admin_id         BIGINT UNSIGNED NOT NULL,
  hash             BINARY(32) NOT NULL,
  begun_by         VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'password',
  wp_password      BINARY(16) NULL,
  links_session_id BIGINT UNSIGNED NULL,
  created_at       DATETIME(3) NOT NULL,
  expires_at       DATETIME(3) NOT NULL,
  last_used_at     DATETIME(3) NOT NULL,
  user_agent       VARCHAR(255) NULL,
  address          VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  network          BINARY(16) NOT NULL,
  UNIQUE KEY admin_sessions_hash (hash),
  KEY admin_sessions_admin (admin_id, expires_at),
  KEY admin_sessions_expires_at (expires_at),
  KEY admin_sessions_links_session (links_session_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Emailed tokens that work once: for an invitation or a new password.
CREATE TABLE {prefix}waypost_admin_tokens (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  purpose    VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  admin_id   BIGINT UNSIGNED NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  KEY admin_tokens_admin (admin_id),
  KEY admin_tokens_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One row. uses: number of first accounts created so far. Each one invalidates the code in the log. The transaction that creates
-- the first account locks the row.
CREATE TABLE {prefix}waypost_admin_first_visits (
  id   TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  uses INT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO {prefix}waypost_admin_first_visits (id, uses) VALUES (1, 0);

-- Second factors and passkeys, with the columns of the link service's user_factors.
CREATE TABLE {prefix}waypost_admin_factors (
  id              BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  owner_id        BIGINT UNSIGNED NOT NULL,
  type            VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name            VARCHAR(80) NOT NULL,
  secret          VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  credential_id   VARCHAR(1400) CHARACTER SET ascii COLLATE ascii_bin NULL,
  credential_hash BINARY(32) NULL,
  public_key      VARBINARY(4096) NULL,
  counter         BIGINT UNSIGNED NOT NULL DEFAULT 0,
  created_at      DATETIME(3) NOT NULL,
  confirmed_at    DATETIME(3) NULL,
  last_used_at    DATETIME(3) NULL,
  UNIQUE KEY admin_factors_public_id (public_id),
  UNIQUE KEY admin_factors_credential (credential_hash),
  KEY admin_factors_owner (owner_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Keyed hashes of unused recovery codes. Using a code deletes its row.
CREATE TABLE {prefix}waypost_admin_recovery_codes (
  owner_id BIGINT UNSIGNED NOT NULL,
  hash     BINARY(16) NOT NULL,
  PRIMARY KEY (owner_id, hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Challenges that a passkey has signed, so that none is used twice. Kept until they are too old to be accepted.
CREATE TABLE {prefix}waypost_admin_used_challenges (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  expires_at DATETIME(3) NOT NULL,
  KEY admin_used_challenges_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The accounts that an OpenID Connect provider knows, as in the link service's user_identities.
CREATE TABLE {prefix}waypost_admin_identities (
  issuer     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject    VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  admin_id   BIGINT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE KEY admin_identities_admin (admin_id, issuer)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
