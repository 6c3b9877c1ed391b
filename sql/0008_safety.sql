-- What keeps links safe: threat lists, scans of destinations, bans and their reasons, and what a person has to decide.

-- Threat lists as every process holds them. `version` counts the changes of a list's content, `applied_version` those
-- whose added entries existing links have been checked against. The operator's own list is `operator`.
CREATE TABLE safety_lists (
  name            VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  source          VARCHAR(300) NOT NULL,
  version         INT UNSIGNED NOT NULL DEFAULT 0,
  applied_version INT UNSIGNED NOT NULL DEFAULT 0,
  entries         INT UNSIGNED NOT NULL DEFAULT 0,
  checksum        BINARY(32) NULL,
  etag            VARCHAR(300) NULL,
  checked_at      DATETIME(3) NULL,
  changed_at      DATETIME(3) NULL,
  last_error      VARCHAR(500) NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO safety_lists (name, source) VALUES ('operator', 'npm run links -- safety');

-- The sorted hash prefixes of a list (8 bytes each), `all` of its present version, and by which to look links up in
-- link_expressions because of what each version not yet applied has added.
CREATE TABLE safety_list_parts (
  list    VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  version INT UNSIGNED NOT NULL,
  content CHAR(6) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  part    INT UNSIGNED NOT NULL,
  data    MEDIUMBLOB NOT NULL,
  PRIMARY KEY (list, version, content, part)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The operator's own list. hash: the SHA-256 of the expression, which may be longer than an index takes. verdict: allow,
-- block, or clear for what was taken off the list; applied: existing links were checked against it.
CREATE TABLE safety_rules (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  verdict    CHAR(5) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expression VARCHAR(2300) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  hash       BINARY(32) NOT NULL,
  applied    TINYINT(1) NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY safety_rules_hash (hash),
  KEY safety_rules_applied (applied)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One row: up to where the change feed has been read for changed destinations, by whom, and up to which link all have
-- their row in link_scans (0: all of them).
CREATE TABLE safety_followers (
  id          TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  change_id   BIGINT UNSIGNED NULL,
  reader      CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  walked_to   BIGINT UNSIGNED NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO safety_followers (id) VALUES (1);

-- When each link is scanned next. No foreign key: a deleted link's row goes with its next scan. `fingerprint` tells which
-- destinations were indexed (NULL: none yet); `prefixes` are their rows in link_expressions. lane 0: clicked links, 1:
-- new and changed ones, 2: the others. stage: scans done since the last change.
CREATE TABLE link_scans (
  link_id     INT UNSIGNED NOT NULL PRIMARY KEY,
  fingerprint BINARY(8) NULL,
  prefixes    BLOB NULL,
  lane        TINYINT UNSIGNED NOT NULL,
  due_at      DATETIME(3) NOT NULL,
  stage       TINYINT UNSIGNED NOT NULL DEFAULT 0,
  failures    TINYINT UNSIGNED NOT NULL DEFAULT 0,
  scanned_at  DATETIME(3) NULL,
  KEY link_scans_due (lane, due_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Which links an entry of a list may concern: the first 4 bytes of the hashes of each destination's hosts, alone and with
-- its whole path.
CREATE TABLE link_expressions (
  prefix  INT UNSIGNED NOT NULL,
  link_id INT UNSIGNED NOT NULL,
  PRIMARY KEY (prefix, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Why a banned link is banned, and by whom. `fingerprint`: of the destinations that were found unsafe. An operator's ban
-- is lifted by an operator alone; `pardon` is what is left of a lifted one, so that a scan does not ban the same
-- destinations again.
CREATE TABLE link_bans (
  link_id      INT UNSIGNED NOT NULL PRIMARY KEY,
  workspace_id INT UNSIGNED NOT NULL,
  source       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  field        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  detail       VARCHAR(300) NULL,
  fingerprint  BINARY(8) NULL,
  banned_at    DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Bans made before this table existed were the operator's.
INSERT INTO link_bans (link_id, workspace_id, source, banned_at)
  SELECT id, workspace_id, 'operator', updated_at FROM links WHERE banned = 1;

-- What a person has to decide: doubtful findings, and reports by visitors. subject: one finding about one set of
-- destinations; the same again adds to `times`, also when it was dismissed.
CREATE TABLE safety_reviews (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  link_id      INT UNSIGNED NOT NULL,
  workspace_id INT UNSIGNED NOT NULL,
  source       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  field        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  detail       VARCHAR(1000) NULL,
  subject      BINARY(16) NOT NULL,
  times        INT UNSIGNED NOT NULL DEFAULT 1,
  status       VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'open',
  created_at   DATETIME(3) NOT NULL,
  updated_at   DATETIME(3) NOT NULL,
  decided_at   DATETIME(3) NULL,
  UNIQUE KEY safety_reviews_subject (subject),
  KEY safety_reviews_status (status, times, id),
  KEY safety_reviews_link (link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Automatic bans of a workspace since `since`; flagged_at: so many that doubtful findings ban its links too.
CREATE TABLE workspace_offences (
  workspace_id INT UNSIGNED NOT NULL PRIMARY KEY,
  bans         INT UNSIGNED NOT NULL,
  since        DATETIME(3) NOT NULL,
  flagged_at   DATETIME(3) NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
