-- The tables of forms. They have WordPress's prefix. Times are in UTC.

-- Forms. slug: lower case, in the form's URL. definition: JSON with its fields, lists, tags and texts. consent_id: the present version
-- of its consent text; 0 for none. posts, confirmed: numbers of accepted answers and of confirmed ones, also after those are deleted.
CREATE TABLE {prefix}forms_forms (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name       VARCHAR(200) NOT NULL,
  slug       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active     TINYINT(1) NOT NULL,
  definition MEDIUMTEXT NOT NULL,
  consent_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
  posts      INT UNSIGNED NOT NULL DEFAULT 0,
  confirmed  INT UNSIGNED NOT NULL DEFAULT 0,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL,
  UNIQUE KEY forms_slug (slug)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Every version of the consent texts. They are never changed or deleted, because answers refer to them.
CREATE TABLE {prefix}forms_consents (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  hash       BINARY(32) NOT NULL,
  text       TEXT NOT NULL,
  created_at DATETIME NOT NULL,
  UNIQUE KEY consents_hash (hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Answers to forms. outcome: new (a job must handle it), waiting (for the confirmation), confirmed, added (without confirmation), or
-- limited and refused (no email was sent). nonce: from the page, which can be sent once. email_key: as in contacts. input: JSON, the
-- values, tags and lists as the contacts API takes them. language: the language of the page. contact_id: 0 until there is a contact.
CREATE TABLE {prefix}forms_submissions (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  form_id      BIGINT UNSIGNED NOT NULL,
  form_name    VARCHAR(200) NOT NULL,
  contact_id   BIGINT UNSIGNED NOT NULL DEFAULT 0,
  outcome      VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  nonce        BINARY(12) NOT NULL,
  email        VARCHAR(254) NOT NULL,
  email_key    VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  input        MEDIUMTEXT NOT NULL,
  consent_id   BIGINT UNSIGNED NOT NULL,
  language     CHAR(2) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at   DATETIME(3) NOT NULL,
  due_at       DATETIME(3) NOT NULL,
  mailed_at    DATETIME(3) NULL,
  confirmed_at DATETIME(3) NULL,
  UNIQUE KEY submissions_nonce (nonce),
  KEY submissions_form (form_id, id),
  KEY submissions_contact (contact_id),
  KEY submissions_email (email_key, mailed_at),
  KEY submissions_outcome (outcome, due_at),
  KEY submissions_age (outcome, created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
