-- Actions on all contacts of a filter. filter and action are the JSON of what was asked; error is the last reason why some
-- contacts could not be changed. A job that could not go on is tried again at due_at; tries counts since its last part.
CREATE TABLE {prefix}automations_jobs (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  status     VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  filter     MEDIUMTEXT NOT NULL,
  action     MEDIUMTEXT NOT NULL,
  total      INT UNSIGNED NOT NULL,
  done       INT UNSIGNED NOT NULL DEFAULT 0,
  failed     INT UNSIGNED NOT NULL DEFAULT 0,
  error      VARCHAR(255) NULL,
  tries      TINYINT UNSIGNED NOT NULL DEFAULT 0,
  due_at     DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:00',
  by_type    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  by_id      BIGINT UNSIGNED NOT NULL,
  by_name    VARCHAR(200) NOT NULL,
  created_at DATETIME NOT NULL,
  started_at DATETIME NULL,
  ended_at   DATETIME NULL,
  KEY jobs_open (status, id),
  KEY jobs_ended (ended_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The contacts that a job is still to change, as they were found when it was asked for: a JSON list of ids. A part goes in
-- the transaction that changes its contacts, so that none is changed twice.
CREATE TABLE {prefix}automations_job_parts (
  job_id      BIGINT UNSIGNED NOT NULL,
  number      INT UNSIGNED NOT NULL,
  contact_ids MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (job_id, number)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
