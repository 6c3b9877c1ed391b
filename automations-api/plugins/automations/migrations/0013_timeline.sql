-- What happened to each contact, written in the transaction in which it happened. One contact's entries are in the order of
-- their ids. `data` is JSON. Entries go with the contact, or after TIMELINE_DAYS. The key of a contact holds the event, so
-- that a page of some events passes over the others in the index alone.
CREATE TABLE {prefix}automations_timeline (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT UNSIGNED NOT NULL,
  event      VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  at         DATETIME NOT NULL,
  by_type    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  by_id      BIGINT UNSIGNED NOT NULL,
  by_name    VARCHAR(200) NOT NULL,
  data       TEXT NOT NULL,
  KEY timeline_contact (contact_id, id, event)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What people wrote about contacts. The timeline names a note by its id and does not repeat its text.
CREATE TABLE {prefix}automations_notes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT UNSIGNED NOT NULL,
  note       TEXT NOT NULL,
  by_type    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  by_id      BIGINT UNSIGNED NOT NULL,
  by_name    VARCHAR(200) NOT NULL,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL,
  KEY notes_contact (contact_id, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
