-- What each workspace pays for, the payment service's events that were followed, and the links to the local billing page.

-- `plan` is what billing grants; a workspace's own plan differs where an operator set it. `revision` counts the writes,
-- so that an older view of a subscription never replaces a newer one.
CREATE TABLE billing_accounts (
  workspace_id           BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  plan                   VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'free',
  billing_interval       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  status                 VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'none',
  current_period_end     DATETIME(3) NULL,
  cancel_at_period_end   TINYINT(1) NOT NULL DEFAULT 0,
  grace_until            DATETIME(3) NULL,
  stripe_customer_id     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  stripe_subscription_id VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  revision               INT UNSIGNED NOT NULL DEFAULT 0,
  updated_at             DATETIME(3) NOT NULL,
  UNIQUE KEY billing_accounts_customer (stripe_customer_id),
  KEY billing_accounts_grace (grace_until),
  KEY billing_accounts_period (current_period_end),
  CONSTRAINT billing_accounts_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Written in the transaction that follows the event, so that one sent again changes nothing.
CREATE TABLE billing_events (
  id          VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  received_at DATETIME(3) NOT NULL,
  KEY billing_events_received_at (received_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- A link to the local billing page: for one workspace and who asked for it, until it is used or too old. Only its
-- SHA-256 is kept. `plan` and `billing_interval` are what the page proposes.
CREATE TABLE billing_page_links (
  hash             BINARY(32) NOT NULL PRIMARY KEY,
  workspace_id     BIGINT UNSIGNED NOT NULL,
  user_id          BIGINT UNSIGNED NOT NULL,
  key_public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  plan             VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  billing_interval VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  expires_at       DATETIME(3) NOT NULL,
  KEY billing_page_links_expires_at (expires_at),
  CONSTRAINT billing_page_links_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
