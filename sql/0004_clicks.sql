-- Clicks. Days and hours are whole ones since 1970 in UTC, so that no time zone can move a count. Texts that repeat
-- (browsers, systems, referrers) are words with an id; 0 is unknown, or direct for a referrer.
--
-- Cost, measured over 100,000 links (see test/bench/results.md): a click is one row of `clicks` (65 bytes written in
-- key order, 120 as clicks come) and, the first time that day, one of `click_visitors` (70 bytes, dropped after 30
-- days); a link with clicks costs one row an hour and one a day (120 to 250 bytes each on average; some kilobytes for
-- a link with hundreds of different referrers).

-- A batch's mark is written in the transaction that stores its clicks, so that a batch delivered twice is counted once.
-- released_at: when the spool let go of it; only then may the mark be deleted, after some days.
CREATE TABLE click_batches (
  no          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  id          VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  recorded_at DATETIME(3) NOT NULL,
  released_at DATETIME(3) NULL,
  UNIQUE KEY click_batches_id (id),
  KEY click_batches_released_at (released_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One salt a day for the visitors' hashes, deleted when the day is over.
CREATE TABLE click_salts (
  day  SMALLINT UNSIGNED NOT NULL PRIMARY KEY,
  salt BINARY(32) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

CREATE TABLE click_words (
  id   INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  word VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  UNIQUE KEY click_words_word (word)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO click_words (id, word) VALUES (1, '(other)');

-- Every click, bots too, in the order an export reads them: a day, a workspace, a link, its time (ms of the day).
-- seq (batch number and place in it) makes a click unique. flags: 1 QR code, 2 bot, 4 first of its visitor that day.
-- country: two letters' codes. device: as in daemon/clicks/agent.ts. One partition a day, made by the worker.
CREATE TABLE clicks (
  day          SMALLINT UNSIGNED NOT NULL,
  workspace_id INT UNSIGNED NOT NULL,
  link_id      INT UNSIGNED NOT NULL,
  ms           INT UNSIGNED NOT NULL,
  seq          BIGINT UNSIGNED NOT NULL,
  visitor      BIGINT UNSIGNED NOT NULL,
  country      SMALLINT UNSIGNED NOT NULL,
  device       TINYINT UNSIGNED NOT NULL,
  os           INT UNSIGNED NOT NULL,
  browser      INT UNSIGNED NOT NULL,
  referrer     INT UNSIGNED NOT NULL,
  flags        TINYINT UNSIGNED NOT NULL,
  PRIMARY KEY (day, workspace_id, link_id, ms, seq)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci
  PARTITION BY RANGE (day) (PARTITION rest VALUES LESS THAN MAXVALUE);

-- Who has clicked what on a day: a visitor's first click of a link is the unique one. `batch_no` tells the batch that
-- stored a row which rows it stored.
CREATE TABLE click_visitors (
  day      SMALLINT UNSIGNED NOT NULL,
  link_id  INT UNSIGNED NOT NULL,
  visitor  BIGINT UNSIGNED NOT NULL,
  batch_no BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (day, link_id, visitor)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci
  PARTITION BY RANGE (day) (PARTITION rest VALUES LESS THAN MAXVALUE);

-- Counts of a link in an hour and in a day; link 0 is the whole workspace. last_ms: the last click, counted from the
-- start of the hour or day. breakdown: daemon/clicks/breakdown.ts; a batch only appends to it.
CREATE TABLE click_hours (
  workspace_id  INT UNSIGNED NOT NULL,
  hour          MEDIUMINT UNSIGNED NOT NULL,
  link_id       INT UNSIGNED NOT NULL,
  clicks        INT UNSIGNED NOT NULL,
  unique_clicks INT UNSIGNED NOT NULL,
  bot_clicks    INT UNSIGNED NOT NULL,
  last_ms       INT UNSIGNED NULL,
  breakdown     MEDIUMBLOB NOT NULL,
  PRIMARY KEY (workspace_id, hour, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC;

CREATE TABLE click_days (
  workspace_id  INT UNSIGNED NOT NULL,
  day           SMALLINT UNSIGNED NOT NULL,
  link_id       INT UNSIGNED NOT NULL,
  clicks        INT UNSIGNED NOT NULL,
  unique_clicks INT UNSIGNED NOT NULL,
  bot_clicks    INT UNSIGNED NOT NULL,
  last_ms       INT UNSIGNED NULL,
  breakdown     MEDIUMBLOB NOT NULL,
  PRIMARY KEY (workspace_id, day, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC;

-- The most clicked links of an hour or a day that is over, made when they are first asked for: link ids, clicks and
-- unique clicks as varints. Deleted when a late click arrives.
CREATE TABLE click_top_links (
  workspace_id INT UNSIGNED NOT NULL,
  unit         CHAR(4) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  bucket       MEDIUMINT UNSIGNED NOT NULL,
  links        BLOB NOT NULL,
  PRIMARY KEY (workspace_id, unit, bucket)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What is left of a deleted link, written in the transaction that deletes it: clicks still under way find their
-- workspace, and exports and top links can name it.
CREATE TABLE deleted_links (
  id           BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id BIGINT UNSIGNED NOT NULL,
  hostname     VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NULL,
  slug         VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  url          VARCHAR(2048) NOT NULL,
  title        VARCHAR(200) NULL,
  deleted_at   DATETIME(3) NOT NULL,
  KEY deleted_links_workspace (workspace_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
