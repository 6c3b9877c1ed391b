-- Sessions, invitations, single-use tokens, mails waiting to be sent, and the audit log.

-- After a downgrade: the highest plan the workspace had, and when it went down last.
ALTER TABLE workspaces
  ADD COLUMN former_plan   VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER plan,
  ADD COLUMN downgraded_at DATETIME(3) NULL AFTER former_plan;

-- Only the SHA-256 of a session's token is kept.
CREATE TABLE sessions (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id    BIGINT UNSIGNED NOT NULL,
  hash       BINARY(32) NOT NULL,
  created_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  UNIQUE KEY sessions_hash (hash),
  KEY sessions_user (user_id),
  KEY sessions_expires_at (expires_at),
  CONSTRAINT sessions_of_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Ends with the token that joins, with its withdrawal, or at expires_at.
CREATE TABLE invites (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id BIGINT UNSIGNED NOT NULL,
  email        VARCHAR(254) NOT NULL,
  role         VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  invited_by   BIGINT UNSIGNED NOT NULL,
  created_at   DATETIME(3) NOT NULL,
  expires_at   DATETIME(3) NOT NULL,
  UNIQUE KEY invites_public_id (public_id),
  UNIQUE KEY invites_workspace_email (workspace_id, email),
  CONSTRAINT invites_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What a mailed token allows: to join by invite `subject_id`, or to set the password of user `subject_id`. A subject may
-- have several, because each mail carries one of its own, made when it is sent.
CREATE TABLE tokens (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  purpose    VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject_id BIGINT UNSIGNED NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  KEY tokens_subject (purpose, subject_id),
  KEY tokens_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Written in the transaction that gives the reason for the mail. `data` is JSON text and holds nothing secret.
CREATE TABLE mails (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  recipient  VARCHAR(254) NOT NULL,
  data       TEXT NOT NULL,
  status     VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'waiting',
  last_error VARCHAR(500) NULL,
  created_at DATETIME(3) NOT NULL,
  sent_at    DATETIME(3) NULL,
  KEY mails_status (status, created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Who did what to which object. Written in the transaction of the change; rows are never changed. `details` is JSON text.
CREATE TABLE audit_entries (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  workspace_id  BIGINT UNSIGNED NULL,
  action        VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  object_id     VARCHAR(300) NOT NULL,
  actor         VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id       BIGINT UNSIGNED NULL,
  key_public_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  details       TEXT NULL,
  created_at    DATETIME(3) NOT NULL,
  KEY audit_entries_workspace (workspace_id, id),
  KEY audit_entries_created_at (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
