-- Whom a provider of OpenID Connect knows by which subject. It is written when somebody first comes from there with an address
-- that the provider has verified, and from then on says whose account it is, whatever the address. A user is one subject of a
-- provider: an address that was given to somebody else there does not open the account of whoever had it before.
CREATE TABLE user_identities (
  issuer     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject    VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id    BIGINT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE KEY user_identities_user (user_id, issuer)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
