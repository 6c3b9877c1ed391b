-- The end of workspaces and accounts, and changes of address.

-- deleted_at: nobody is a member any more; the row stays while a worker clears away what was the workspace's. clear_at: when
-- it looks next, until the row itself goes.
ALTER TABLE workspaces
  ADD COLUMN deleted_at DATETIME(3) NULL,
  ADD COLUMN clear_at   DATETIME(3) NULL,
  ADD KEY workspaces_clear_at (clear_at);

-- An address that a user wants and has not yet shown to be theirs. Asked for anew it gets another id, so that a token mailed
-- to one address never confirms another.
CREATE TABLE address_changes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id    BIGINT UNSIGNED NOT NULL,
  email      VARCHAR(254) NOT NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY address_changes_user (user_id),
  KEY address_changes_created_at (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Addresses of deleted accounts, until they are taken out of the audit log; its entries up to searched_to have been looked at.
CREATE TABLE address_erasures (
  id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  email       VARCHAR(254) NOT NULL,
  searched_to BIGINT UNSIGNED NOT NULL DEFAULT 0
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

ALTER TABLE mails ADD KEY mails_recipient (recipient);
