-- Contacts that were merged into another, whose tokens in mails sent before mean that one now. It goes with that one.
CREATE TABLE {prefix}automations_merged_contacts (
  contact_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  uid        CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  into_id    BIGINT UNSIGNED NOT NULL,
  KEY merged_contacts_into (into_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
