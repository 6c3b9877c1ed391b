-- Whom a provider of OpenID Connect knows by which subject, of the people with an account here: as the link service's table
-- user_identities, with its meanings.
CREATE TABLE {prefix}waypost_admin_identities (
  issuer     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject    VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  admin_id   BIGINT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE KEY admin_identities_admin (admin_id, issuer)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
