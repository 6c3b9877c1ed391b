-- Webhooks of workspaces, what they are to be told, and the clicks set aside for them.

-- events: names joined by commas. hears_clicks: it is active and link.clicked is among them. The secrets sign and are
-- encrypted; the former one signs too until former_until. clicks_told_at: when the last delivery of clicks was made.
-- failing_since: the first try that failed after the last one that was taken; after days of it the webhook is turned off. From
-- deleted_at on it is no webhook any more, and goes with its deliveries.
CREATE TABLE webhooks (
  id             BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id   BIGINT UNSIGNED NOT NULL,
  url            VARCHAR(2048) NOT NULL,
  events         VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active         TINYINT(1) NOT NULL DEFAULT 1,
  hears_clicks   TINYINT(1) NOT NULL DEFAULT 0,
  secret         VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  former_secret  VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  former_until   DATETIME(3) NULL,
  clicks_told_at DATETIME(3) NULL,
  failing_since  DATETIME(3) NULL,
  created_at     DATETIME(3) NOT NULL,
  updated_at     DATETIME(3) NOT NULL,
  deleted_at     DATETIME(3) NULL,
  UNIQUE KEY webhooks_public_id (public_id),
  KEY webhooks_workspace (workspace_id, id),
  KEY webhooks_hears_clicks (hears_clicks, workspace_id),
  KEY webhooks_deleted_at (deleted_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The outbox: written in the transaction of the change it tells of. event_id is that of the message, the same for every
-- webhook that hears of the event and over all tries. The answer is that of the last try. One that was delivered is deleted
-- after some days, one that failed for good stays longer.
CREATE TABLE webhook_deliveries (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  webhook_id    BIGINT UNSIGNED NOT NULL,
  event_id      CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  event         VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  payload       MEDIUMTEXT NOT NULL,
  status        VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'new',
  attempts      INT UNSIGNED NOT NULL DEFAULT 0,
  last_error    VARCHAR(255) NULL,
  due_at        DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:00',
  answer_status SMALLINT UNSIGNED NULL,
  answer_body   TEXT NULL,
  took_ms       INT UNSIGNED NULL,
  created_at    DATETIME(3) NOT NULL,
  attempted_at  DATETIME(3) NULL,
  UNIQUE KEY webhook_deliveries_event (webhook_id, event_id),
  KEY webhook_deliveries_newest (webhook_id, id),
  KEY webhook_deliveries_status (webhook_id, status, id),
  KEY webhook_deliveries_due (status, webhook_id, due_at),
  KEY webhook_deliveries_old (status, created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Clicks set aside in the transaction that stores them, without their visitors, as blocks. Each row becomes part of one
-- delivery, in the transaction that makes it, and is gone with that.
CREATE TABLE webhook_clicks (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  webhook_id BIGINT UNSIGNED NOT NULL,
  day        SMALLINT UNSIGNED NOT NULL,
  clicks     SMALLINT UNSIGNED NOT NULL,
  data       MEDIUMBLOB NOT NULL,
  KEY webhook_clicks_webhook (webhook_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
