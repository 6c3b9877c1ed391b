-- What people show besides their password, or a passkey in its place. An authenticator app has a secret, which is encrypted with the
-- installation's, and counts from its first code on (confirmed_at). A passkey has the id its device knows it by, found by its SHA-256,
-- and a public key. counter: the last time step whose code was used, or the passkey's own count of signatures.
CREATE TABLE user_factors (
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
  UNIQUE KEY user_factors_public_id (public_id),
  UNIQUE KEY user_factors_credential (credential_hash),
  KEY user_factors_owner (owner_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Keyed hashes of codes that were not used yet: the use of one deletes it.
CREATE TABLE user_recovery_codes (
  owner_id BIGINT UNSIGNED NOT NULL,
  hash     BINARY(16) NOT NULL,
  PRIMARY KEY (owner_id, hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Challenges that a passkey has signed, so that none is answered twice; kept until they would be refused as too old.
CREATE TABLE used_challenges (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  expires_at DATETIME(3) NOT NULL,
  KEY used_challenges_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- How a session was begun: with a password alone, with a second factor or a passkey, or at a provider. Which of those begun
-- before this migration were begun at a provider is not known.
ALTER TABLE sessions
  ADD COLUMN begun_by VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'password';
