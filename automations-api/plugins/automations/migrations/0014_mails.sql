-- Mails waiting to be sent, and those that were. A row is written in the transaction of what gives the reason; what it says
-- follows from its kind and data when it is sent, so that no token is stored. `due_at` is when it may be tried next: whoever
-- sends it puts that into the future first, so that a worker that was killed leaves it to another.
CREATE TABLE {prefix}automations_mails (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  recipient  VARCHAR(254) NOT NULL,
  contact_id BIGINT UNSIGNED NULL,
  data       MEDIUMTEXT NOT NULL,
  status     VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'waiting',
  attempts   INT UNSIGNED NOT NULL DEFAULT 0,
  due_at     DATETIME(3) NOT NULL,
  last_error VARCHAR(500) NULL,
  created_at DATETIME(3) NOT NULL,
  sent_at    DATETIME(3) NULL,
  KEY mails_due (status, due_at),
  KEY mails_created (status, created_at),
  KEY mails_contact (contact_id, kind, created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
