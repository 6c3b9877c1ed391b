-- The link service. Every table has a numeric id for joins and, where clients see it, a random public_id.
-- Texts that are compared byte for byte (ids, slugs, hashes) are ascii_bin.

-- One row: which database this is, so that a snapshot of another one is recognised.
CREATE TABLE installation (
  id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO installation (id) VALUES (UUID());

CREATE TABLE users (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  email         VARCHAR(254) NOT NULL,
  name          VARCHAR(100) NOT NULL,
  password_hash VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  created_at    DATETIME(3) NOT NULL,
  updated_at    DATETIME(3) NOT NULL,
  UNIQUE KEY users_public_id (public_id),
  UNIQUE KEY users_email (email)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

CREATE TABLE workspaces (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name         VARCHAR(80) NOT NULL,
  plan         VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'free',
  suspended_at DATETIME(3) NULL,
  created_at   DATETIME(3) NOT NULL,
  updated_at   DATETIME(3) NOT NULL,
  UNIQUE KEY workspaces_public_id (public_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

CREATE TABLE members (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id BIGINT UNSIGNED NOT NULL,
  user_id      BIGINT UNSIGNED NOT NULL,
  role         VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  is_owner     TINYINT(1) NOT NULL DEFAULT 0,
  created_at   DATETIME(3) NOT NULL,
  UNIQUE KEY members_public_id (public_id),
  UNIQUE KEY members_workspace_user (workspace_id, user_id),
  KEY members_user (user_id),
  CONSTRAINT members_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
  CONSTRAINT members_of_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Only the SHA-256 of a key is kept; `prefix` is its first characters, enough to recognise it in a list.
CREATE TABLE api_keys (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id BIGINT UNSIGNED NOT NULL,
  created_by   BIGINT UNSIGNED NOT NULL,
  name         VARCHAR(80) NOT NULL,
  role         VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  prefix       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  hash         BINARY(32) NOT NULL,
  created_at   DATETIME(3) NOT NULL,
  last_used_at DATETIME(3) NULL,
  UNIQUE KEY api_keys_public_id (public_id),
  UNIQUE KEY api_keys_hash (hash),
  KEY api_keys_workspace (workspace_id, created_at, id),
  CONSTRAINT api_keys_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
  CONSTRAINT api_keys_of_user FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

CREATE TABLE domains (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id BIGINT UNSIGNED NOT NULL,
  hostname     VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending',
  created_at   DATETIME(3) NOT NULL,
  updated_at   DATETIME(3) NOT NULL,
  UNIQUE KEY domains_public_id (public_id),
  UNIQUE KEY domains_hostname (hostname),
  KEY domains_workspace (workspace_id),
  CONSTRAINT domains_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- domain_id 0 is the default short domain, whatever its name is today. geo and utm hold JSON text, which MySQL and
-- MariaDB then return alike.
CREATE TABLE links (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  domain_id     BIGINT UNSIGNED NOT NULL DEFAULT 0,
  slug          VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  url           VARCHAR(2048) NOT NULL,
  title         VARCHAR(200) NULL,
  password_hash VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  expires_at    DATETIME(3) NULL,
  expired_url   VARCHAR(2048) NULL,
  redirect_type SMALLINT UNSIGNED NOT NULL DEFAULT 302,
  ios_url       VARCHAR(2048) NULL,
  android_url   VARCHAR(2048) NULL,
  geo           MEDIUMTEXT NULL,
  utm           TEXT NULL,
  archived      TINYINT(1) NOT NULL DEFAULT 0,
  banned        TINYINT(1) NOT NULL DEFAULT 0,
  created_at    DATETIME(3) NOT NULL,
  updated_at    DATETIME(3) NOT NULL,
  UNIQUE KEY links_public_id (public_id),
  UNIQUE KEY links_domain_slug (domain_id, slug),
  KEY links_newest (workspace_id, created_at, id),
  KEY links_newest_by_archived (workspace_id, archived, created_at, id),
  CONSTRAINT links_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tags are compared as written (bytes, so that neither case nor a last space is lost). link_count is kept by the statements that change
-- link_tags, in the same transaction.
CREATE TABLE tags (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  workspace_id BIGINT UNSIGNED NOT NULL,
  name         VARBINARY(160) NOT NULL,
  link_count   INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY tags_workspace_name (workspace_id, name),
  CONSTRAINT tags_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

CREATE TABLE link_tags (
  link_id  BIGINT UNSIGNED NOT NULL,
  tag_id   BIGINT UNSIGNED NOT NULL,
  position TINYINT UNSIGNED NOT NULL,
  PRIMARY KEY (link_id, tag_id),
  KEY link_tags_tag (tag_id, link_id),
  CONSTRAINT link_tags_of_link FOREIGN KEY (link_id) REFERENCES links (id) ON DELETE CASCADE,
  CONSTRAINT link_tags_of_tag FOREIGN KEY (tag_id) REFERENCES tags (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The change feed. A row says which key of the slug map to read again (domain_id, slug); with an empty slug, that the
-- domain itself changed; with a slug no link can have (@12, ~7), that access to workspace 12 or of user 7 changed. It is
-- written last in the transaction that made the change, so that its id is taken shortly before it becomes visible.
CREATE TABLE link_changes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  domain_id  BIGINT UNSIGNED NOT NULL,
  slug       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  changed_at DATETIME(3) NOT NULL,
  KEY link_changes_changed_at (changed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
