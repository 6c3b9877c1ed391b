-- Imports: files of contacts that somebody hands in, and what became of each of their rows; the columns mean what they do in the link
-- service (sql/0052_imports.sql).
CREATE TABLE {prefix}automations_imports (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  actor         VARCHAR(500) NOT NULL,
  status        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  format_asked  VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  format        VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  on_taken      VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  dry_run       TINYINT(1) NOT NULL,
  options       MEDIUMTEXT NOT NULL,
  mapping       MEDIUMTEXT NULL,
  columns_found MEDIUMTEXT NULL,
  columns_hash  BINARY(32) NULL,
  preview       MEDIUMTEXT NULL,
  file_form     VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NULL,
  tallies       MEDIUMTEXT NULL,
  total         INT UNSIGNED NULL,
  position      INT UNSIGNED NOT NULL DEFAULT 0,
  created       INT UNSIGNED NOT NULL DEFAULT 0,
  changed       INT UNSIGNED NOT NULL DEFAULT 0,
  skipped       INT UNSIGNED NOT NULL DEFAULT 0,
  failed        INT UNSIGNED NOT NULL DEFAULT 0,
  needed        INT UNSIGNED NOT NULL DEFAULT 0,
  error         VARCHAR(500) NULL,
  file          VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  file_name     VARCHAR(255) NOT NULL,
  created_at    DATETIME(3) NOT NULL,
  started_at    DATETIME(3) NULL,
  ended_at      DATETIME(3) NULL,
  undo_status   VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  undo_actor    VARCHAR(500) NULL,
  undo_deleted  INT UNSIGNED NOT NULL DEFAULT 0,
  undo_restored INT UNSIGNED NOT NULL DEFAULT 0,
  undo_kept     INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY imports_public_id (public_id),
  KEY imports_mapping (columns_hash, id),
  KEY imports_status (status),
  KEY imports_undo (undo_status),
  KEY imports_ended (ended_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Rows of which somebody wants to know why: fate is failed, skipped, changed or, of an undo, kept. cells is JSON,
-- as the file had them; of kept ones, what is there now.
CREATE TABLE {prefix}automations_import_rows (
  import_id BIGINT UNSIGNED NOT NULL,
  row_no    INT UNSIGNED NOT NULL,
  fate      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  cells     LONGTEXT NOT NULL,
  why       VARCHAR(1000) NOT NULL,
  PRIMARY KEY (import_id, row_no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- By which an import is undone: object_id is the id of a contact, former is JSON with what it was, null for one that did not exist;
-- version is a digest of what it was after the row. Of a dry run, object_id is a digest of an address.
CREATE TABLE {prefix}automations_import_changes (
  import_id BIGINT UNSIGNED NOT NULL,
  row_no    INT UNSIGNED NOT NULL,
  object_id VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  former    MEDIUMTEXT NULL,
  version   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (import_id, row_no, object_id),
  KEY import_changes_object (import_id, object_id),
  KEY import_changes_contact (object_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Which process has a piece of work, and until when by the server's clock.
CREATE TABLE {prefix}automations_leases (
  name       VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  owner      CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at DATETIME(3) NOT NULL
) ENGINE=InnoDB;
