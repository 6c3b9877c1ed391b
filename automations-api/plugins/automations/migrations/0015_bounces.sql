-- What mail providers told of a contact's address: that it bounced, or that the contact complained. `message_key` stands for
-- the provider's id of the notice, so that one told twice counts once. `counted`: a soft bounce that goes towards the number
-- after which the contact has the status of it.
CREATE TABLE {prefix}automations_bounces (
  id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id  BIGINT UNSIGNED NOT NULL,
  kind        VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  source      VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  message_key BINARY(16) NULL,
  counted     TINYINT UNSIGNED NOT NULL DEFAULT 0,
  created_at  DATETIME(3) NOT NULL,
  UNIQUE KEY bounces_message (contact_id, message_key),
  KEY bounces_counted (contact_id, counted)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
