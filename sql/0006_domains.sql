-- Custom domains: what was found in DNS and of their certificates, and the certificates the product obtains itself.

-- A removed domain stays until its links are gone; it holds its hostname no longer, so anyone may connect that again.
-- dns_records: JSON text of the records to set and whether they were found. failures and failing_since: the checks that
-- found the records wrong, one after another. trusted: verified by the operator, whatever DNS says.
ALTER TABLE domains
  ADD COLUMN dns_status             VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending' AFTER status,
  ADD COLUMN dns_records            TEXT NULL,
  ADD COLUMN failures               INT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN failing_since          DATETIME(3) NULL,
  ADD COLUMN trusted                TINYINT(1) NOT NULL DEFAULT 0,
  ADD COLUMN certificate_status     VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'none',
  ADD COLUMN certificate_expires_at DATETIME(3) NULL,
  ADD COLUMN certificate_error      VARCHAR(300) NULL,
  ADD COLUMN last_checked_at        DATETIME(3) NULL,
  ADD COLUMN verified_at            DATETIME(3) NULL,
  ADD COLUMN next_check_at          DATETIME(3) NULL,
  ADD COLUMN removed_at             DATETIME(3) NULL,
  ADD COLUMN held_hostname          VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin
    GENERATED ALWAYS AS (IF(removed_at IS NULL, hostname, NULL)) VIRTUAL,
  DROP KEY domains_hostname,
  ADD UNIQUE KEY domains_hostname (held_hostname),
  ADD KEY domains_next_check_at (next_check_at),
  ADD KEY domains_removed_at (removed_at);

-- One row for each name a certificate is wanted for. private_key is encrypted; key_id names the secret it was encrypted
-- with. claimed_until: a worker is ordering. next_attempt_at: after failures, not before then.
CREATE TABLE certificates (
  hostname        VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  chain           MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NULL,
  private_key     VARBINARY(8192) NULL,
  key_id          CHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  issued_at       DATETIME(3) NULL,
  expires_at      DATETIME(3) NULL,
  failures        INT UNSIGNED NOT NULL DEFAULT 0,
  error           VARCHAR(300) NULL,
  next_attempt_at DATETIME(3) NULL,
  claimed_until   DATETIME(3) NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The account at a certificate authority, by the address of its directory.
CREATE TABLE acme_accounts (
  directory   VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  url         VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  private_key VARBINARY(8192) NOT NULL,
  key_id      CHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What every process answers below /.well-known/acme-challenge/ while an order is under way.
CREATE TABLE acme_challenges (
  token             VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  key_authorization VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at        DATETIME(3) NOT NULL,
  KEY acme_challenges_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
