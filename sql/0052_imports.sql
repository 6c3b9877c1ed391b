-- Imports: files of links that somebody hands in, and what became of each of their rows.

-- actor, mapping, columns_found, options, file_form and tallies are JSON; preview holds the first rows, tallies how many rows each
-- reason, note and unknown host is about. position: rows whose fate is stored; it,
-- the counts and what a batch makes change in one transaction. file: its name below the folder of imports of one machine, null once
-- it is deleted. needed: rows that ask for a new link. undo_status: null, queued, running or done.
CREATE TABLE imports (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  actor         VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
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
  undo_actor    VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NULL,
  undo_deleted  INT UNSIGNED NOT NULL DEFAULT 0,
  undo_restored INT UNSIGNED NOT NULL DEFAULT 0,
  undo_kept     INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY imports_public_id (public_id),
  KEY imports_workspace (workspace_id, id),
  KEY imports_mapping (workspace_id, columns_hash, id),
  KEY imports_status (status),
  KEY imports_undo (undo_status),
  KEY imports_ended (ended_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Rows of which somebody wants to know why: fate is failed, skipped, changed or, of an undo, kept. cells is JSON,
-- as the file had them; of kept ones, what is there now.
CREATE TABLE import_rows (
  import_id  BIGINT UNSIGNED NOT NULL,
  row_no INT UNSIGNED NOT NULL,
  fate       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  cells      LONGTEXT NOT NULL,
  why        VARCHAR(1000) NOT NULL,
  PRIMARY KEY (import_id, row_no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- By which an import is undone: object_id is the public id of what a row made or changed, former is JSON with what it was before, null
-- for what did not exist; version is that after the row. Of a dry run, object_id is a digest of what the row would take.
CREATE TABLE import_changes (
  import_id  BIGINT UNSIGNED NOT NULL,
  row_no INT UNSIGNED NOT NULL,
  object_id  VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  former     MEDIUMTEXT NULL,
  version    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (import_id, row_no, object_id),
  KEY import_changes_object (import_id, object_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
