-- The audit log: who did what to keys, webhooks, tags, contacts and the rest, written in the transaction of what it tells
-- of. `act` is a noun and a verb (`tag.deleted`), `subject` the id of the thing, `data` JSON without personal data. Entries
-- go after AUDIT_DAYS.
CREATE TABLE {prefix}automations_audit (
  id      BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  at      DATETIME NOT NULL,
  act     VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject VARCHAR(191) NOT NULL,
  by_type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  by_id   BIGINT UNSIGNED NOT NULL,
  by_name VARCHAR(200) NOT NULL,
  data    TEXT NULL,
  KEY audit_at (at, id),
  KEY audit_act (act, at, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
