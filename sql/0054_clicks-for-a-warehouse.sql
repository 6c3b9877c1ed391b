-- Clicks that wait to be sent to CLICKS_EXPORT_URL: written in the transaction that stores them, and gone once they were taken.
-- Without that setting nothing is written.
--
-- data: clicks of a day, by link and time (daemon/clicks/bytes/block.ts). name: 48 random bits; with its place in the row it is
-- the id of a click. batch: the message a row is part of, fixed before the first try, so that each try sends the same clicks.
CREATE TABLE warehouse_clicks (
  id        BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name      BIGINT UNSIGNED NOT NULL,
  day       SMALLINT UNSIGNED NOT NULL,
  clicks    SMALLINT UNSIGNED NOT NULL,
  stored_at DATETIME(3) NOT NULL,
  batch     CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  data      MEDIUMBLOB NOT NULL,
  KEY warehouse_clicks_batch (batch)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC;

-- How many clicks left the table above, in the transactions that delete its rows.
CREATE TABLE warehouse_totals (
  outcome VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  clicks  BIGINT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT IGNORE INTO warehouse_totals (outcome, clicks) VALUES ('sent', 0), ('dropped', 0);
