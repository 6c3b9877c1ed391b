-- Incoming webhooks.
-- The tables have WordPress's prefix, like all tables of contact automation. Times are in UTC.

-- Hooks: URLs that receive messages. secret_hash: the SHA-256 of the secret in the URL, by which a request finds its hook. secret,
-- signing_secret: encrypted with a key that is not in MySQL. signature: kind, header and encoding as JSON. autonami_hash: the SHA-256
-- of id and key of a FunnelKit webhook, whose URL also reaches the hook. refused: messages with a wrong signature or an unreadable
-- body, which are not stored.
CREATE TABLE {prefix}automations_hooks (
  id             BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name           VARCHAR(100) NOT NULL,
  active         TINYINT(1) NOT NULL DEFAULT 1,
  secret_hash    BINARY(32) NOT NULL,
  secret         VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  mapping        MEDIUMTEXT NOT NULL,
  signature      TEXT NULL,
  signing_secret TEXT CHARACTER SET ascii COLLATE ascii_bin NULL,
  autonami_id    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NULL,
  autonami_hash  BINARY(32) NULL,
  received       BIGINT UNSIGNED NOT NULL DEFAULT 0,
  last_at        DATETIME(3) NULL,
  refused        BIGINT UNSIGNED NOT NULL DEFAULT 0,
  refused_at     DATETIME(3) NULL,
  refused_detail VARCHAR(200) NOT NULL DEFAULT '',
  created_at     DATETIME(3) NOT NULL,
  updated_at     DATETIME(3) NULL,
  UNIQUE KEY hooks_secret (secret_hash),
  UNIQUE KEY hooks_autonami (autonami_hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Messages of hooks, with their bodies as JSON. outcome is waiting until the message's job has run; the transaction that changes the
-- contact also sets the outcome, so a message counts exactly once. The last ten other messages of a hook are kept. due_at: the next
-- attempt. The key hook_messages_outcome has the id last, so that a hook's messages are worked on in order.
CREATE TABLE {prefix}automations_hook_messages (
  id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  hook_id     BIGINT UNSIGNED NOT NULL,
  received_at DATETIME(3) NOT NULL,
  outcome     VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'waiting',
  detail      VARCHAR(1000) NOT NULL DEFAULT '',
  contact_id  BIGINT UNSIGNED NULL,
  attempts    TINYINT UNSIGNED NOT NULL DEFAULT 0,
  due_at      DATETIME(3) NOT NULL,
  body        MEDIUMTEXT NOT NULL,
  KEY hook_messages_outcome (outcome, hook_id, id),
  KEY hook_messages_hook (hook_id, id),
  KEY hook_messages_contact (contact_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Ids that count once, as SHA-256: of deliveries, and the ids in messages that mappings name. They are deleted at forget_at.
CREATE TABLE {prefix}automations_hook_deliveries (
  hook_id       BIGINT UNSIGNED NOT NULL,
  delivery_hash BINARY(32) NOT NULL,
  forget_at     DATETIME(3) NOT NULL,
  PRIMARY KEY (hook_id, delivery_hash),
  KEY hook_deliveries_forget (forget_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
