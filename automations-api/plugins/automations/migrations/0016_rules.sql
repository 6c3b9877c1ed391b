-- Rules: when something happens to a contact, steps are done to it. A rule's row says which of its versions new runs
-- begin with; a run goes on with the version it began with.
CREATE TABLE {prefix}automations_rules (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name       VARCHAR(200) NOT NULL,
  version    INT UNSIGNED NOT NULL DEFAULT 1,
  active     TINYINT(1) NOT NULL,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- definition: JSON of the trigger, the conditions and the steps.
CREATE TABLE {prefix}automations_rule_versions (
  rule_id    BIGINT UNSIGNED NOT NULL,
  version    INT UNSIGNED NOT NULL,
  definition MEDIUMTEXT NOT NULL,
  PRIMARY KEY (rule_id, version)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- A rule's run for a contact, written in the transaction of the change that triggered it. step is the next one, from 0;
-- due_at is when. is_open is 1 until the run ends and then NULL, so that a contact has one open run of a rule at most.
-- chain: the ids of the rules that led to it, the first one first, joined by commas.
CREATE TABLE {prefix}automations_rule_runs (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  rule_id    BIGINT UNSIGNED NOT NULL,
  version    INT UNSIGNED NOT NULL,
  contact_id BIGINT UNSIGNED NOT NULL,
  event      VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  chain      VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  status     VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  step       SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  attempts   SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  reason     VARCHAR(255) NULL,
  is_open    TINYINT(1) NULL,
  due_at     DATETIME(3) NULL,
  created_at DATETIME(3) NOT NULL,
  ended_at   DATETIME(3) NULL,
  UNIQUE KEY rule_runs_open (contact_id, rule_id, is_open),
  KEY rule_runs_due (is_open, rule_id, due_at),
  KEY rule_runs_rule (rule_id, status),
  KEY rule_runs_contact (contact_id, created_at),
  KEY rule_runs_ended (ended_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What each step of a run did.
CREATE TABLE {prefix}automations_rule_run_steps (
  run_id  BIGINT UNSIGNED NOT NULL,
  step    SMALLINT UNSIGNED NOT NULL,
  at      DATETIME(3) NOT NULL,
  outcome VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  detail  VARCHAR(255) NOT NULL DEFAULT '',
  PRIMARY KEY (run_id, step)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
