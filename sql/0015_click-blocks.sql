-- Clicks by the thousand: some 12 bytes each, where a row of `clicks` takes 117. Rows of `clicks` from before stay where they
-- are until they age out; none are added.
--
-- data: clicks of a workspace and day, by link and time (daemon/clicks/block.ts). level: 0 as stored; small blocks are
-- merged into ones of the next level, and those of level 3 stay. no: that of a batch in it, with a place among its blocks.
-- first_link and last_link: an export reads only the blocks that may hold what comes next. One partition a day.
CREATE TABLE click_blocks (
  day          SMALLINT UNSIGNED NOT NULL,
  level        TINYINT UNSIGNED NOT NULL,
  workspace_id INT UNSIGNED NOT NULL,
  no           BIGINT UNSIGNED NOT NULL,
  clicks       SMALLINT UNSIGNED NOT NULL,
  first_link   INT UNSIGNED NOT NULL,
  last_link    INT UNSIGNED NOT NULL,
  data         MEDIUMBLOB NOT NULL,
  PRIMARY KEY (day, level, workspace_id, no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC
  PARTITION BY RANGE (day) (PARTITION rest VALUES LESS THAN MAXVALUE);
