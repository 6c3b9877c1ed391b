-- Addresses whose contacts were erased at their own request, so that no import brings them back: a keyed hash of each, which
-- tells nothing to whoever lacks the installation's secret. `key_id` names that secret: under another one no address is found.
CREATE TABLE {prefix}automations_erased (
  hash      BINARY(16) NOT NULL PRIMARY KEY,
  key_id    BINARY(16) NOT NULL,
  erased_at DATETIME NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
