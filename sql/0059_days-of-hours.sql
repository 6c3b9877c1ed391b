-- Counts of links by day are made of those by hour once a day is over. The place in the order of their keys up to which they are made:
-- what is before it counts in click_hours and click_days as it comes, what is behind it in click_hours only. Rows of whole workspaces
-- (link 0) always count in both.
CREATE TABLE click_days_made (
  id           TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  day          SMALLINT UNSIGNED NOT NULL,
  workspace_id INT UNSIGNED NOT NULL,
  link_id      INT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Where there are clicks, those of this day count in both: earlier processes may still run.
INSERT INTO click_days_made (id, day, workspace_id, link_id)
  SELECT 1, DATEDIFF(UTC_DATE(), '1970-01-01') + EXISTS (SELECT 1 FROM click_blocks), 0, 0;
