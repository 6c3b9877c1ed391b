-- Email templates. sent, bounced, clicked, unsubscribed: numbers of letters, counted in the transactions that change letters.
CREATE TABLE {prefix}letters_templates (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name         VARCHAR(200) NOT NULL,
  subject      VARCHAR(500) NOT NULL,
  preheader    VARCHAR(500) NOT NULL DEFAULT '',
  format       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  body         MEDIUMTEXT NOT NULL,
  text         MEDIUMTEXT NOT NULL,
  from_name    VARCHAR(100) NOT NULL DEFAULT '',
  from_email   VARCHAR(254) NOT NULL DEFAULT '',
  reply_to     VARCHAR(254) NOT NULL DEFAULT '',
  version      INT UNSIGNED NOT NULL DEFAULT 1,
  sent         BIGINT UNSIGNED NOT NULL DEFAULT 0,
  bounced      BIGINT UNSIGNED NOT NULL DEFAULT 0,
  clicked      BIGINT UNSIGNED NOT NULL DEFAULT 0,
  unsubscribed BIGINT UNSIGNED NOT NULL DEFAULT 0,
  created_at   DATETIME(3) NOT NULL,
  updated_at   DATETIME(3) NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Letters: emails from templates that were sent to contacts, recorded in the transaction that marks the email as sent. id: the
-- email's id in the outbox. bounced, clicked, unsubscribed: 1 after the first event. Rows are deleted with their contact.
CREATE TABLE {prefix}letters_mails (
  id           BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  template_id  BIGINT UNSIGNED NOT NULL,
  contact_id   BIGINT UNSIGNED NOT NULL,
  sent_at      DATETIME(3) NOT NULL,
  bounced      TINYINT UNSIGNED NOT NULL DEFAULT 0,
  clicked      TINYINT UNSIGNED NOT NULL DEFAULT 0,
  unsubscribed TINYINT UNSIGNED NOT NULL DEFAULT 0,
  KEY letters_mails_contact (contact_id, sent_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The rate of a site: when its next letter can be sent.
CREATE TABLE {prefix}letters_pace (
  id      TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  next_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
