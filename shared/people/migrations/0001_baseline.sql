-- The one store of people: everyone who can sign in to links or contacts, how, and with which roles.
--
-- The conventions are those of the link service's tables, which are in the same database and refer to these.

-- Everyone who can sign in.
-- password_hash: NULL for users who sign in through a provider only. email_verified_at: when the owner proved the email.
-- locks: raised by transactions that check something before they write. On different nodes of a cluster one of two such
-- transactions conflicts at COMMIT and runs again; a row lock excludes writers on the same node only.
CREATE TABLE users (
  id                BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id         VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  email             VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  email_verified_at DATETIME(3) NULL,
  name              VARCHAR(100) NOT NULL,
  password_hash     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  locks             INT UNSIGNED NOT NULL DEFAULT 0,
  created_at        DATETIME(3) NOT NULL,
  updated_at        DATETIME(3) NOT NULL,
  UNIQUE KEY users_public_id (public_id),
  UNIQUE KEY users_email (email)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Where users are signed in. Only the SHA-256 of a session's token is stored.
-- begun_by: a password, a factor (second factor or passkey) or a provider. last_used_at: to the minute.
-- address: the IP address cut to its network (/24 or /48).
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

-- Tokens of a session for a site of contacts. One opens nothing without its session.
CREATE TABLE session_tokens (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  session_id BIGINT UNSIGNED NOT NULL,
  site_id    BIGINT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL,
  KEY session_tokens_session (session_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Networks from which a user signed in: strangers' failed sign-ins do not count against these.
-- hash: keyed, of email and network.
CREATE TABLE user_networks (
  user_id      BIGINT UNSIGNED NOT NULL,
  hash         BINARY(16) NOT NULL,
  last_used_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, hash),
  KEY user_networks_last_used_at (last_used_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Second factors and passkeys.
-- secret: encrypted, of an authenticator app, which counts from its first code (confirmed_at).
-- credential_id: the id of a passkey on its device, found by its SHA-256. counter: the last time step whose code was used, or
-- the passkey's own count of signatures.
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

-- Challenges that a passkey has signed, so that none is used twice. Kept until they are too old to be accepted.
CREATE TABLE used_challenges (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  expires_at DATETIME(3) NOT NULL,
  KEY used_challenges_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The accounts that an OpenID Connect provider knows, by its subject. The first sign-in with a verified email writes the row;
-- from then on it identifies the account, whatever the email. A user has one subject at a provider: if the provider gives an
-- email to someone else, that person does not get into the previous owner's account.
CREATE TABLE user_identities (
  issuer     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject    VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id    BIGINT UNSIGNED NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE KEY user_identities_user (user_id, issuer)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What emailed tokens allow: to join by invitation subject_id, or to set a password, verify an email or change it as user
-- subject_id. A subject can have several, because every email has its own, created when it is sent.
-- mailed: it was sent by email, so anyone who has it reads that email. Others were returned by the API.
CREATE TABLE tokens (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  purpose    VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject_id BIGINT UNSIGNED NOT NULL,
  mailed     TINYINT(1) NOT NULL DEFAULT 0,
  expires_at DATETIME(3) NOT NULL,
  KEY tokens_subject (purpose, subject_id),
  KEY tokens_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Emails that users want and have not confirmed yet. A new request gets a new id, so that a token sent to one email never
-- confirms another.
CREATE TABLE address_changes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id    BIGINT UNSIGNED NOT NULL,
  email      VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY address_changes_user (user_id),
  KEY address_changes_created_at (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Open invitations. To a workspace with a role, to a site of contacts with a contacts_role, or to both. workspace_id, role: NULL
-- for contacts alone. site_id, contacts_role: NULL for a workspace alone.
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

-- Users who are operators of the installation. Set on the command line.
CREATE TABLE operators (
  user_id    BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  created_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One row. uses: number of first accounts created so far. Each one invalidates the code in the log. locks: as in users, raised by
-- transactions that create the first account or register a site.
CREATE TABLE first_visits (
  id    TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  uses  INT UNSIGNED NOT NULL,
  locks INT UNSIGNED NOT NULL DEFAULT 0
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO first_visits (id, uses) VALUES (1, 0);

-- The sites of contact automation whose users are here. Each writes its own row, and is known by its name when its URL changes.
-- connection_id: its row in contact_sites. offered_key: an encrypted key that connects it to a workspace, until it takes it. locks: as in
-- users.
CREATE TABLE sites (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name          VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  url           VARCHAR(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  connection_id BIGINT UNSIGNED NULL,
  offered_key   VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  locks         INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY sites_name (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Which users can sign in to a site of contacts, and their role: administrator, editor or viewer.
CREATE TABLE contact_roles (
  user_id    BIGINT UNSIGNED NOT NULL,
  site_id    BIGINT UNSIGNED NOT NULL,
  role       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (site_id, user_id),
  KEY contact_roles_user (user_id),
  CONSTRAINT contact_roles_of_user FOREIGN KEY (user_id) REFERENCES users (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What a browser carries from the dashboard to contacts, once and within a minute. challenge: SHA-256 of a secret in a cookie of the
-- browser that requested it. It has no foreign key: without its session a ticket opens nothing.
CREATE TABLE sign_in_tickets (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  session_id BIGINT UNSIGNED NOT NULL,
  challenge  BINARY(32) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  KEY sign_in_tickets_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Who did what to which object. Written in the transaction of the change, never changed. workspace_id, site_id: where its log is
-- shown, of links and of contacts. details: JSON.
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
