-- The change feed of contacts: which contact's row, tags or lists changed, or that it is gone. The index that each process
-- keeps in memory follows it. A row says only which contact; what it is now is read afresh. A row of contact 0 changes
-- nothing: it marks the state of a database in which nobody has changed a contact yet.
CREATE TABLE {prefix}automations_contact_changes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT UNSIGNED NOT NULL,
  changed_at DATETIME(3) NOT NULL,
  KEY contact_changes_changed_at (changed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
