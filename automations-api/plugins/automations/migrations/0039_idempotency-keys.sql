-- Idempotency keys of requests that write contacts, with the sealed answer; the columns mean what they do in the link service.
CREATE TABLE {prefix}automations_idempotency_keys (
  workspace_id BIGINT UNSIGNED NOT NULL,
  key_hash     BINARY(32) NOT NULL,
  request_hash BINARY(32) NOT NULL,
  claim        BINARY(16) NOT NULL,
  claimed_at   DATETIME(3) NOT NULL,
  answer       MEDIUMBLOB NULL,
  PRIMARY KEY (workspace_id, key_hash),
  KEY idempotency_keys_claimed_at (claimed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
