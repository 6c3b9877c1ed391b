-- Contact automation. Tables carry WordPress's prefix so that they can live in a WordPress database. Names and
-- addresses that are unique without regard to case have a lower-case copy, compared byte by byte, so that accents
-- still tell them apart.

-- Settings of the plugin host and its plugins, as JSON text.
CREATE TABLE {prefix}waypost_options (
  name     VARCHAR(191) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  value    MEDIUMTEXT NOT NULL,
  autoload TINYINT(1) NOT NULL DEFAULT 1,
  KEY autoloaded (autoload)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

CREATE TABLE {prefix}automations_api_keys (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  hash         BINARY(32) NOT NULL,
  permission   VARCHAR(5) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  description  VARCHAR(200) NOT NULL DEFAULT '',
  active       TINYINT(1) NOT NULL DEFAULT 1,
  created_at   DATETIME NOT NULL,
  last_used_at DATETIME NULL,
  UNIQUE KEY api_keys_hash (hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tags and lists are one kind of thing: type 1 is a tag, type 2 a list.
CREATE TABLE {prefix}automations_terms (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  type       TINYINT UNSIGNED NOT NULL,
  name       VARCHAR(200) NOT NULL,
  name_key   VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL,
  UNIQUE KEY terms_name (type, name_key),
  KEY terms_newest (type, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Every sort of the contact list has an index that goes on with the id and holds the status and the day of creation,
-- by which memberships are looked up, so that a page is found in the index alone.
CREATE TABLE {prefix}automations_contacts (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  uid           CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  wpid          BIGINT UNSIGNED NOT NULL DEFAULT 0,
  email         VARCHAR(254) NOT NULL,
  email_key     VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  f_name        VARCHAR(100) NOT NULL DEFAULT '',
  l_name        VARCHAR(100) NOT NULL DEFAULT '',
  contact_no    VARCHAR(50) NOT NULL DEFAULT '',
  country       VARCHAR(2) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  state         VARCHAR(100) NOT NULL DEFAULT '',
  timezone      VARCHAR(64) NOT NULL DEFAULT '',
  type          VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'lead',
  source        VARCHAR(100) NOT NULL DEFAULT 'public_api',
  points        INT NOT NULL DEFAULT 0,
  status        TINYINT UNSIGNED NOT NULL DEFAULT 0,
  creation_date DATETIME NOT NULL,
  last_modified DATETIME NOT NULL,
  UNIQUE KEY contacts_email (email_key),
  KEY contacts_created (creation_date, id, status, last_modified),
  KEY contacts_modified (last_modified, id, status, creation_date),
  KEY contacts_first_name (f_name, id, status, creation_date),
  KEY contacts_last_name (l_name, id, status, creation_date),
  KEY contacts_email_order (email_key, id, status, creation_date),
  KEY contacts_status (status, creation_date, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Which contact has which tags and lists. A term's rows lie together in the order the contacts were made, which
-- serves the filter by tag or list in the default sort; the other key serves a contact's own tags and lists.
CREATE TABLE {prefix}automations_contact_terms (
  term_id       BIGINT UNSIGNED NOT NULL,
  creation_date DATETIME NOT NULL,
  contact_id    BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (term_id, creation_date, contact_id),
  UNIQUE KEY contact_terms_contact (contact_id, term_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- How many contacts there are, kept by the statements that change them, in the same transaction. term_id 0 counts
-- all contacts, another one those with that tag or list. axis 0 counts without regard to dates (day 0); axis 1 by
-- the day of creation, axis 2 by the day of the last change, as days since 1970. Of term 0 each axis also stands as
-- 3, 6, 9 … more, and the sum counts, so that changes made at one time need not wait for one row. changes grows with
-- every change to a contact counted in a row of axis 0: what was counted by hand is still right while it stands.
CREATE TABLE {prefix}automations_contact_counts (
  term_id BIGINT UNSIGNED NOT NULL,
  axis    TINYINT UNSIGNED NOT NULL,
  day     MEDIUMINT UNSIGNED NOT NULL,
  status  TINYINT UNSIGNED NOT NULL,
  n       INT NOT NULL,
  changes BIGINT UNSIGNED NOT NULL DEFAULT 0,
  PRIMARY KEY (term_id, axis, day, status)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Group 0 is always there and has no row.
CREATE TABLE {prefix}automations_field_groups (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name       VARCHAR(200) NOT NULL,
  created_at DATETIME NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- options: a JSON list of texts.
CREATE TABLE {prefix}automations_fields (
  id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name        VARCHAR(200) NOT NULL,
  name_key    VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  slug        VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  type        TINYINT UNSIGNED NOT NULL,
  group_id    BIGINT UNSIGNED NOT NULL DEFAULT 0,
  placeholder VARCHAR(255) NOT NULL DEFAULT '',
  options     MEDIUMTEXT NULL,
  mode        TINYINT UNSIGNED NOT NULL DEFAULT 1,
  search      TINYINT UNSIGNED NOT NULL DEFAULT 1,
  view        TINYINT UNSIGNED NOT NULL DEFAULT 1,
  created_at  DATETIME NOT NULL,
  UNIQUE KEY fields_name (name_key),
  UNIQUE KEY fields_slug (slug)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One of the three values is set, by the field's type: number, date, or text for all others (a checkbox's as a
-- JSON list).
CREATE TABLE {prefix}automations_field_values (
  contact_id   BIGINT UNSIGNED NOT NULL,
  field_id     BIGINT UNSIGNED NOT NULL,
  text_value   TEXT NULL,
  number_value DECIMAL(30,10) NULL,
  date_value   DATE NULL,
  PRIMARY KEY (contact_id, field_id),
  KEY field_values_field (field_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- events: names joined by commas. The secret signs and so is kept as it is.
CREATE TABLE {prefix}automations_webhooks (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  url        VARCHAR(2048) NOT NULL,
  events     VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  secret     VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active     TINYINT(1) NOT NULL DEFAULT 1,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The outbox: what is to be sent, written in the transaction of the change it tells of. A delivery that was
-- answered is deleted after some days, one that failed for good stays in the dead letter list.
CREATE TABLE {prefix}automations_webhook_deliveries (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  webhook_id   BIGINT UNSIGNED NOT NULL,
  event_id     CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  event        VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  contact_id   BIGINT UNSIGNED NULL,
  payload      MEDIUMTEXT NOT NULL,
  status       VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'new',
  attempts     INT UNSIGNED NOT NULL DEFAULT 0,
  last_error   VARCHAR(255) NULL,
  created_at   DATETIME NOT NULL,
  attempted_at DATETIME NULL,
  KEY deliveries_webhook (webhook_id, status, id),
  KEY deliveries_status (status, id),
  KEY deliveries_contact (contact_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
