-- The users of links and contacts: their ways to sign in, and their roles.
--
-- The conventions of the link service's tables apply, which are in the same database and refer to these tables.

-- Users. password_hash: NULL for users who sign in through a provider only. email_verified_at: the time of the email address's
-- verification. language: of both applications; NULL for the browser's. locks: incremented by transactions that check something
-- before they write. On different nodes of a cluster, one of two such transactions conflicts at COMMIT and runs again; a row lock
-- only excludes writers on the same node.
CREATE TABLE users (
  id                BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id         VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  email             VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  email_verified_at DATETIME(3) NULL,
  name              VARCHAR(100) NOT NULL,
  language          VARCHAR(2) CHARACTER SET ascii COLLATE ascii_bin NULL,
  password_hash     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  locks             INT UNSIGNED NOT NULL DEFAULT 0,
  created_at        DATETIME(3) NOT NULL,
  updated_at        DATETIME(3) NOT NULL,
  UNIQUE KEY users_public_id (public_id),
  UNIQUE KEY users_email (email)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Sessions. Only the SHA-256 of a session's token is stored. begun_by: a password, a factor (second factor or passkey) or a
-- provider. last_used_at: to the minute. address: the IP address cut to its network (/24 or /48).
CREATE TABLE sessions (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id      BIGINT UNSIGNED NOT NULL,
  hash         BINARY(32) NOT NULL,
  begun_by     VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'password',
  created_at   DATETIME(3) NOT NULL,
  expires_at   DATETIME(3) NOT NULL,
  last_used_at DATETIME(3) NOT NULL,
  user_agent   VARCHAR(255) NULL,
  address      VARCHAR(50) CHARACTER SET ascii COLLATE ascii_bin NULL,
  UNIQUE KEY sessions_hash (hash),
  KEY sessions_user (user_id),
  KEY sessions_expires_at (expires_at),
  CONSTRAINT sessions_by_user FOREIGN KEY (user_id) REFERENCES users (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- A session's tokens for a site of contacts. A token is useless without its session.
CREATE TABLE session_tokens (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  session_id BIGINT UNSIGNED NOT NULL,
  site_id    BIGINT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL,
  KEY session_tokens_session (session_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Networks from which a user signed in: failed sign-ins from other networks do not use up their limits. hash: a keyed hash of the
-- email address and the network.
CREATE TABLE user_networks (
  user_id      BIGINT UNSIGNED NOT NULL,
  hash         BINARY(16) NOT NULL,
  last_used_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, hash),
  KEY user_networks_last_used_at (last_used_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Second factors and passkeys. secret: an authenticator app's encrypted secret; the app is valid from its first code on
-- (confirmed_at). credential_id: the id of a passkey on its device, found by its SHA-256. counter: the last time step whose code
-- was used, or the passkey's own count of signatures.
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

-- Keyed hashes of unused recovery codes. Using a code deletes its row.
CREATE TABLE user_recovery_codes (
  owner_id BIGINT UNSIGNED NOT NULL,
  hash     BINARY(16) NOT NULL,
  PRIMARY KEY (owner_id, hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Challenges that a passkey has signed, so that none is used twice. They are kept until they are too old to be accepted.
CREATE TABLE used_challenges (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  expires_at DATETIME(3) NOT NULL,
  KEY used_challenges_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Users' identities at an OpenID Connect provider, by its subject. The first sign-in with a verified email writes the row; from
-- then on the subject identifies the account, even if the email changes. A user has one subject at a provider: if the provider
-- gives an email to someone else, that person cannot enter the previous owner's account.
CREATE TABLE user_identities (
  issuer     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject    VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id    BIGINT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE KEY user_identities_user (user_id, issuer)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tokens in emails. A token accepts the invitation subject_id, or sets a password, verifies an email address or changes it for
-- the user subject_id. A subject can have several tokens, because each email has its own, created when it is sent. mailed: 1 if
-- only an email contained the token, so its bearer can read that email. The API returned the others.
CREATE TABLE tokens (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  purpose    VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject_id BIGINT UNSIGNED NOT NULL,
  mailed     TINYINT(1) NOT NULL DEFAULT 0,
  expires_at DATETIME(3) NOT NULL,
  KEY tokens_subject (purpose, subject_id),
  KEY tokens_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- New email addresses that users have not confirmed yet. Each request gets a new id, so that a token sent to one address never
-- confirms another.
CREATE TABLE address_changes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id    BIGINT UNSIGNED NOT NULL,
  email      VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY address_changes_user (user_id),
  KEY address_changes_created_at (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Open invitations. Each is for a workspace with a role, for a site of contacts with a contacts_role, or for both. workspace_id,
-- role: NULL for contacts only. site_id, contacts_role: NULL for a workspace only.
CREATE TABLE invites (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id  BIGINT UNSIGNED NULL,
  email         VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  role          VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  site_id       BIGINT UNSIGNED NULL,
  contacts_role VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  invited_by    BIGINT UNSIGNED NOT NULL,
  created_at    DATETIME(3) NOT NULL,
  expires_at    DATETIME(3) NOT NULL,
  UNIQUE KEY invites_public_id (public_id),
  UNIQUE KEY invites_workspace_email (workspace_id, email),
  KEY invites_site (site_id, workspace_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Users who are operators of the installation. The command line sets them.
CREATE TABLE operators (
  user_id    BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  created_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One row. uses: number of first accounts created so far. Each of them invalidates the code in the log. locks: as in users,
-- incremented by transactions that create the first account or register a site.
CREATE TABLE first_visits (
  id    TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  uses  INT UNSIGNED NOT NULL,
  locks INT UNSIGNED NOT NULL DEFAULT 0
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO first_visits (id, uses) VALUES (1, 0);

-- The sites of contact automation whose users are here. Each site writes its own row, and keeps its name when its URL changes.
-- connection_id: its row in contact_sites. offered_key: an encrypted key that connects the site to a workspace, until the site
-- takes it. locks: as in users.
CREATE TABLE sites (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name          VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  url           VARCHAR(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  connection_id BIGINT UNSIGNED NULL,
  offered_key   VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  locks         INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY sites_name (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Users' roles at the sites of contacts: administrator, editor or viewer.
CREATE TABLE contact_roles (
  user_id    BIGINT UNSIGNED NOT NULL,
  site_id    BIGINT UNSIGNED NOT NULL,
  role       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (site_id, user_id),
  KEY contact_roles_user (user_id),
  CONSTRAINT contact_roles_of_user FOREIGN KEY (user_id) REFERENCES users (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tickets, with which a browser goes from the dashboard to contacts, once and within a minute. challenge: the SHA-256 of a secret
-- in a cookie of the browser that requested the ticket. There is no foreign key, because a ticket is useless without its session.
CREATE TABLE sign_in_tickets (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  session_id BIGINT UNSIGNED NOT NULL,
  challenge  BINARY(32) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  KEY sign_in_tickets_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The audit log. Entries are written in the transaction of the change, and never changed. workspace_id, site_id: the workspace
-- and the site of contacts whose log shows the entry. details: JSON.
CREATE TABLE audit_entries (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  workspace_id  BIGINT UNSIGNED NULL,
  site_id       BIGINT UNSIGNED NULL,
  action        VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  object_id     VARCHAR(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  actor         VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id       BIGINT UNSIGNED NULL,
  key_public_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  details       TEXT NULL,
  created_at    DATETIME(3) NOT NULL,
  KEY audit_entries_workspace (workspace_id, id),
  KEY audit_entries_site (site_id, created_at, id),
  KEY audit_entries_created_at (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
