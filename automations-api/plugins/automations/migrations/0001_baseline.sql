-- Contact automation's tables.
-- The tables have WordPress's prefix, so that they can be in a WordPress database. Names and email addresses that must be unique
-- regardless of case have a lower-case copy (name_key, email_key). It is compared by bytes, so that accents count. Times are in
-- UTC. The columns by_type, by_id and by_name identify the user, API key or process that acted.

-- Contacts

-- Contacts. email_key: lower case, with the domain as in DNS (IDNA), so that one mailbox is one contact however its domain is
-- written. email_twin, phone_digits: equal for contacts that may be the same person: the email address without the parts that a
-- mailbox ignores (after +, dots at Gmail), and the phone number's digits without a leading 00. Every sort order of the contact
-- list has an index with the id, the status and the creation date, so that a page is read from the index alone. The creation date
-- is needed to look up a contact's tags and lists.
CREATE TABLE {prefix}automations_contacts (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  uid           CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
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
  email_twin    VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin GENERATED ALWAYS AS (
    CONCAT(
      CASE
        WHEN LEFT(email_key, 1) = '+' THEN SUBSTRING_INDEX(email_key, '@', 1)
        WHEN SUBSTRING_INDEX(email_key, '@', -1) IN ('gmail.com', 'googlemail.com')
          THEN REPLACE(SUBSTRING_INDEX(SUBSTRING_INDEX(email_key, '@', 1), '+', 1), '.', '')
        ELSE SUBSTRING_INDEX(SUBSTRING_INDEX(email_key, '@', 1), '+', 1)
      END,
      '@',
      CASE SUBSTRING_INDEX(email_key, '@', -1)
        WHEN 'googlemail.com' THEN 'gmail.com'
        ELSE SUBSTRING_INDEX(email_key, '@', -1)
      END
    )
  ) VIRTUAL,
  phone_digits  VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin GENERATED ALWAYS AS (
    REGEXP_REPLACE(REGEXP_REPLACE(contact_no, '[^0-9]', ''), '^00', '')
  ) VIRTUAL,
  UNIQUE KEY contacts_email (email_key),
  KEY contacts_created (creation_date, id, status, last_modified),
  KEY contacts_modified (last_modified, id, status, creation_date),
  KEY contacts_first_name (f_name, id, status, creation_date),
  KEY contacts_last_name (l_name, id, status, creation_date),
  KEY contacts_email_order (email_key, id, status, creation_date),
  KEY contacts_status (status, creation_date, id),
  KEY contacts_email_twin (email_twin),
  KEY contacts_phone (phone_digits)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tags (type 1) and lists (type 2).
CREATE TABLE {prefix}automations_terms (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  type       TINYINT UNSIGNED NOT NULL,
  name       VARCHAR(200) NOT NULL,
  name_key   VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL,
  UNIQUE KEY terms_name (type, name_key),
  KEY terms_newest (type, id),
  KEY terms_by_name (type, name, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The tags and lists of contacts. A term's rows are in the order of their contacts' creation. This is the contact list's default
-- order, so filters by tag or list need no sorting. The second key finds a contact's terms.
CREATE TABLE {prefix}automations_contact_terms (
  term_id       BIGINT UNSIGNED NOT NULL,
  creation_date DATETIME NOT NULL,
  contact_id    BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (term_id, creation_date, contact_id),
  UNIQUE KEY contact_terms_contact (contact_id, term_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The numbers of contacts by status, updated by the transactions that change contacts. term_id: 0 for all contacts, otherwise a
-- tag or list. axis: 0 for contacts of any date (with day 0), 1 for contacts created on a day, counted from 1970. Term 0 has
-- several rows per axis, as axis, axis + 2, axis + 4 and so on. The number is their sum, so that concurrent changes do not wait
-- for one row.
CREATE TABLE {prefix}automations_contact_counts (
  term_id BIGINT UNSIGNED NOT NULL,
  axis    TINYINT UNSIGNED NOT NULL,
  day     MEDIUMINT UNSIGNED NOT NULL,
  status  TINYINT UNSIGNED NOT NULL,
  n       INT NOT NULL,
  PRIMARY KEY (term_id, axis, day, status)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tags and lists that are being deleted. The term's own row is already deleted, so it is no longer shown. Its memberships are
-- deleted in batches and reported to webhooks. This row is deleted with the last batch.
CREATE TABLE {prefix}automations_term_deletions (
  term_id    BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  type       TINYINT UNSIGNED NOT NULL,
  name       VARCHAR(200) NOT NULL,
  created_at DATETIME NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tags and lists that are being merged into into_id. The term's own row is already deleted. Its contacts get the other term in
-- batches. This row is deleted with the last batch. by_*: who requested the merge.
CREATE TABLE {prefix}automations_term_merges (
  term_id    BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  type       TINYINT UNSIGNED NOT NULL,
  name       VARCHAR(200) NOT NULL,
  into_id    BIGINT UNSIGNED NOT NULL,
  by_type    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  by_id      BIGINT UNSIGNED NOT NULL,
  by_name    VARCHAR(200) NOT NULL,
  created_at DATETIME NOT NULL,
  KEY term_merges_into (into_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The kept term of each merged one, for what plugins have stored, such as unconfirmed answers and settings of inactive plugins.
CREATE TABLE {prefix}automations_merged_terms (
  term_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  into_id BIGINT UNSIGNED NOT NULL,
  KEY merged_terms_into (into_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The change feed of contacts, which each process's index in memory follows: ids of contacts that changed in any way or were
-- deleted. Their current state is read again. A row of contact 0 changes nothing: it marks a database that has no changes yet.
-- changed_at has a default, for other programs that change contacts by SQL and add their ids here.
CREATE TABLE {prefix}automations_contact_changes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT UNSIGNED NOT NULL,
  changed_at DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  KEY contact_changes_changed_at (changed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Custom fields

-- Groups of custom fields. Group 0 always exists and has no row. position: the place in forms, from 1; groups with position 0
-- follow in order of id.
CREATE TABLE {prefix}automations_field_groups (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name       VARCHAR(200) NOT NULL,
  position   INT UNSIGNED NOT NULL DEFAULT 0,
  created_at DATETIME NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Custom fields of contacts. options: a JSON list of texts. position: the place in forms, from 1; fields with position 0 follow in
-- order of id.
CREATE TABLE {prefix}automations_fields (
  id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name        VARCHAR(200) NOT NULL,
  name_key    VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  slug        VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  type        TINYINT UNSIGNED NOT NULL,
  group_id    BIGINT UNSIGNED NOT NULL DEFAULT 0,
  placeholder VARCHAR(255) NOT NULL DEFAULT '',
  options     MEDIUMTEXT NULL,
  mode        TINYINT UNSIGNED NOT NULL DEFAULT 1,
  search      TINYINT UNSIGNED NOT NULL DEFAULT 1,
  view        TINYINT UNSIGNED NOT NULL DEFAULT 1,
  position    INT UNSIGNED NOT NULL DEFAULT 0,
  created_at  DATETIME NOT NULL,
  UNIQUE KEY fields_name (name_key),
  UNIQUE KEY fields_slug (slug)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Contacts' field values. One of the three value columns is set, depending on the field's type: a number, a date, or a text for all
-- others (for a checkbox a JSON list).
CREATE TABLE {prefix}automations_field_values (
  contact_id   BIGINT UNSIGNED NOT NULL,
  field_id     BIGINT UNSIGNED NOT NULL,
  text_value   TEXT NULL,
  number_value DECIMAL(30,10) NULL,
  date_value   DATE NULL,
  PRIMARY KEY (contact_id, field_id),
  KEY field_values_field (field_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Segments and jobs

-- Saved filters. filter: the parameters as JSON. parent_id: the segment that the filter uses. counted, counted_at: the last number
-- of contacts, shown if they cannot be counted at once. holds: increased by each transaction that adds a use of the segment. Such a
-- transaction then conflicts with a change or deletion of the segment, on every node of a cluster.
CREATE TABLE {prefix}automations_segments (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name       VARCHAR(200) NOT NULL,
  name_key   VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  filter     MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  parent_id  BIGINT UNSIGNED NULL,
  counted    INT UNSIGNED NULL,
  counted_at DATETIME NULL,
  holds      BIGINT UNSIGNED NOT NULL DEFAULT 0,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL,
  UNIQUE KEY segments_name (name_key),
  KEY segments_parent (parent_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Actions on all contacts of a filter. filter, action: JSON of the request. error: the last reason why contacts could not be
-- changed. due_at: the next attempt of a job that could not continue. tries: failed attempts since its last part.
CREATE TABLE {prefix}automations_jobs (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  status     VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  filter     MEDIUMTEXT NOT NULL,
  action     MEDIUMTEXT NOT NULL,
  total      INT UNSIGNED NOT NULL,
  done       INT UNSIGNED NOT NULL DEFAULT 0,
  failed     INT UNSIGNED NOT NULL DEFAULT 0,
  error      VARCHAR(255) NULL,
  tries      TINYINT UNSIGNED NOT NULL DEFAULT 0,
  due_at     DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:00',
  by_type    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  by_id      BIGINT UNSIGNED NOT NULL,
  by_name    VARCHAR(200) NOT NULL,
  created_at DATETIME NOT NULL,
  started_at DATETIME NULL,
  ended_at   DATETIME NULL,
  KEY jobs_open (status, id),
  KEY jobs_ended (ended_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The contacts that a job must still change, in parts, each a JSON list of ids. They were found when the job was requested. The
-- transaction that changes the contacts of a part deletes the part, so that no contact is changed twice.
CREATE TABLE {prefix}automations_job_parts (
  job_id      BIGINT UNSIGNED NOT NULL,
  number      INT UNSIGNED NOT NULL,
  contact_ids MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (job_id, number)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Rules

-- Rules: when something happens to a contact, Waypost performs steps. version: the version that new runs start with. A run keeps
-- its version. keeps_runs: 1 if ended runs are kept, because a contact cannot enter the rule again at once.
CREATE TABLE {prefix}automations_rules (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name       VARCHAR(200) NOT NULL,
  version    INT UNSIGNED NOT NULL DEFAULT 1,
  active     TINYINT(1) NOT NULL,
  keeps_runs TINYINT(1) NOT NULL DEFAULT 0,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The versions of rules. waking_events: the names of the events that can wake or end open runs, separated by commas; * for all.
-- definition: JSON of the trigger, the conditions, the steps, the goal and the entry.
CREATE TABLE {prefix}automations_rule_versions (
  rule_id       BIGINT UNSIGNED NOT NULL,
  version       INT UNSIGNED NOT NULL,
  waking_events VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  definition    MEDIUMTEXT NOT NULL,
  PRIMARY KEY (rule_id, version),
  KEY rule_versions_waking (waking_events)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- A rule's run for a contact, written in the transaction of the change that triggered it. step: the id of the step that is due at
-- due_at. path: its position, such as 1.then.0. A waiting run is still at the step that waits. is_open: 1 until the run ends, then
-- NULL, so that a contact has at most one open run of a rule. entered_at: the time at which the run met the conditions and performed
-- its first step. chain: ids of the rules that caused the run, separated by commas.
CREATE TABLE {prefix}automations_rule_runs (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  rule_id    BIGINT UNSIGNED NOT NULL,
  version    INT UNSIGNED NOT NULL,
  contact_id BIGINT UNSIGNED NOT NULL,
  event      VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  chain      VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  status     VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  step       INT UNSIGNED NOT NULL DEFAULT 1,
  path       VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '0',
  attempts   SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  reason     VARCHAR(255) NULL,
  is_open    TINYINT(1) NULL,
  due_at     DATETIME(3) NULL,
  created_at DATETIME(3) NOT NULL,
  entered_at DATETIME(3) NULL,
  ended_at   DATETIME(3) NULL,
  UNIQUE KEY rule_runs_open (contact_id, is_open, rule_id),
  KEY rule_runs_due (is_open, rule_id, due_at),
  KEY rule_runs_rule (rule_id, status),
  KEY rule_runs_contact (contact_id, created_at),
  KEY rule_runs_ended (ended_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The outcome of each step that a run entered. step: the step's id. state: waiting, went_on, left or reached_goal. The key counts a
-- rule's runs by step and state without reading rows.
CREATE TABLE {prefix}automations_rule_run_steps (
  run_id  BIGINT UNSIGNED NOT NULL,
  step    INT UNSIGNED NOT NULL,
  rule_id BIGINT UNSIGNED NOT NULL,
  state   VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  at      DATETIME(3) NOT NULL,
  outcome VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  detail  VARCHAR(255) NOT NULL DEFAULT '',
  PRIMARY KEY (run_id, step),
  KEY rule_run_steps_rule (rule_id, step, state, run_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Timeline and audit log

-- Each contact's events, written in the transaction in which they happened. A contact's entries are in the order of their ids.
-- data: JSON. Entries are deleted with the contact, or after TIMELINE_DAYS. The key includes the event, so that a page of some
-- events skips the others without reading their rows.
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

-- Users' notes about contacts. The timeline refers to a note by its id.
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

-- Custom events that other systems report about contacts. data: JSON of at most 4,096 bytes. Entries are deleted EVENT_DAYS after
-- they happened.
CREATE TABLE {prefix}automations_events (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT UNSIGNED NOT NULL,
  name       VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  at         DATETIME NOT NULL,
  data       TEXT NOT NULL,
  KEY events_contact (contact_id, name, at),
  KEY events_name (name, at, contact_id),
  KEY events_at (at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The audit log. Entries are written in the transaction of the change. action: a noun and a verb, such as tag.deleted. subject:
-- the object's id. data: JSON without personal data. Entries are deleted after AUDIT_DAYS.
CREATE TABLE {prefix}automations_audit (
  id      BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  at      DATETIME NOT NULL,
  action  VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject VARCHAR(191) NOT NULL,
  by_type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  by_id   BIGINT UNSIGNED NOT NULL,
  by_name VARCHAR(200) NOT NULL,
  data    TEXT NULL,
  KEY audit_at (at, id),
  KEY audit_action (action, at, id),
  KEY audit_by (by_type, by_id, at, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Emails and consent

-- Emails to send, and sent emails. They are written in the transaction of their cause. The text is composed from kind and data when
-- an email is sent, so that no token is stored. due_at: the next attempt. A sender first moves it into the future, so that another
-- worker takes over if the sender is killed.
CREATE TABLE {prefix}automations_mails (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  recipient  VARCHAR(254) NOT NULL,
  contact_id BIGINT UNSIGNED NULL,
  data       MEDIUMTEXT NOT NULL,
  status     VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'waiting',
  attempts   INT UNSIGNED NOT NULL DEFAULT 0,
  due_at     DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:00',
  last_error VARCHAR(500) NULL,
  created_at DATETIME(3) NOT NULL,
  sent_at    DATETIME(3) NULL,
  KEY mails_due (status, due_at),
  KEY mails_created (status, created_at),
  KEY mails_contact (contact_id, kind, created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Bounces and complaints that mail providers reported. message_key: derived from the provider's id of the notice, so that a
-- repeated notice counts once. counted: a soft bounce that counts towards the limit after which the contact's status changes.
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

-- Email addresses whose contacts were erased on request, so that no import brings them back. hash: keyed with the installation's
-- secret. key_id: identifies the secret. With another secret no address is found.
CREATE TABLE {prefix}automations_erased (
  hash      BINARY(16) NOT NULL PRIMARY KEY,
  key_id    BINARY(16) NOT NULL,
  erased_at DATETIME NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Contacts that were merged into another contact. Their tokens in earlier emails are valid for that contact. A row is deleted
-- with that contact.
CREATE TABLE {prefix}automations_merged_contacts (
  contact_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  uid        CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  into_id    BIGINT UNSIGNED NOT NULL,
  KEY merged_contacts_into (into_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Clicks on short links

-- Every click of a contact, received from the link service. doubt: the reason why it may not be the contact's own click.
CREATE TABLE {prefix}automations_link_clicks (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT UNSIGNED NOT NULL,
  link_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  clicked_at DATETIME(3) NOT NULL,
  qr         TINYINT(1) NOT NULL DEFAULT 0,
  doubt      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  KEY link_clicks_contact (contact_id, clicked_at, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Sums of contacts' confirmed clicks, per link (kind 1, name: the link's id) and per tag that the link had when clicked (kind 2).
CREATE TABLE {prefix}automations_clicked (
  kind       TINYINT UNSIGNED NOT NULL,
  name       VARBINARY(160) NOT NULL,
  contact_id BIGINT UNSIGNED NOT NULL,
  clicks     INT UNSIGNED NOT NULL,
  first_at   DATETIME(3) NOT NULL,
  last_at    DATETIME(3) NOT NULL,
  PRIMARY KEY (kind, name, contact_id),
  KEY clicked_contact (contact_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The last known short URL of each clicked link.
CREATE TABLE {prefix}automations_short_links (
  link_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  url     VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  KEY short_links_url (url)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- API and webhooks

-- Keys for the API. Only the SHA-256 of a key is stored.
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

-- Idempotency keys of requests that write contacts. claim: the request that can answer. answer: encrypted with the key, of which
-- only the hash is stored. workspace_id: always 0.
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

-- Receivers of events. events: names, separated by commas. The secrets are encrypted; previous_secret also signs until previous_until.
-- failing_since: the first of the consecutive failures. attempted_at: the approximate time of the last attempt.
CREATE TABLE {prefix}automations_webhooks (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  url           VARCHAR(2048) NOT NULL,
  events        VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active        TINYINT(1) NOT NULL DEFAULT 1,
  secret        VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  previous_secret VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  previous_until  DATETIME NULL,
  failing_since DATETIME NULL,
  attempted_at  DATETIME NULL,
  created_at    DATETIME NOT NULL,
  updated_at    DATETIME NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Events to send to webhooks, written in the transaction of the change. Successful deliveries are deleted after some days; failed
-- ones stay in the dead letter list. due_at: the next attempt. The key deliveries_newest includes the event, so that a page of some
-- events skips the others without reading their rows.
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
  due_at       DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:00',
  created_at   DATETIME NOT NULL,
  attempted_at DATETIME NULL,
  KEY deliveries_webhook (webhook_id, status, id),
  KEY deliveries_status (status, id),
  KEY deliveries_contact (contact_id),
  KEY deliveries_due (status, webhook_id, due_at),
  KEY deliveries_newest (webhook_id, id, event)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Imports

-- Files of contacts to import; the columns are the same as in the link service's imports (sql/0001_baseline.sql).
CREATE TABLE {prefix}automations_imports (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  actor         VARCHAR(500) NOT NULL,
  status        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  requested_format VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  format        VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  on_taken      VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  dry_run       TINYINT(1) NOT NULL,
  options       MEDIUMTEXT NOT NULL,
  mapping       MEDIUMTEXT NULL,
  columns_found MEDIUMTEXT NULL,
  columns_hash  BINARY(32) NULL,
  preview       MEDIUMTEXT NULL,
  file          VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  file_name     VARCHAR(255) NOT NULL,
  file_form     VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NULL,
  file_bytes    BIGINT UNSIGNED NOT NULL DEFAULT 0,
  kept_bytes    BIGINT UNSIGNED NOT NULL DEFAULT 0,
  tallies       MEDIUMTEXT NULL,
  total         INT UNSIGNED NULL,
  position      INT UNSIGNED NOT NULL DEFAULT 0,
  created       INT UNSIGNED NOT NULL DEFAULT 0,
  changed       INT UNSIGNED NOT NULL DEFAULT 0,
  skipped       INT UNSIGNED NOT NULL DEFAULT 0,
  failed        INT UNSIGNED NOT NULL DEFAULT 0,
  needed        INT UNSIGNED NOT NULL DEFAULT 0,
  error         VARCHAR(500) NULL,
  created_at    DATETIME(3) NOT NULL,
  started_at    DATETIME(3) NULL,
  ended_at      DATETIME(3) NULL,
  undo_status   VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  undo_actor    VARCHAR(500) NULL,
  undo_deleted  INT UNSIGNED NOT NULL DEFAULT 0,
  undo_restored INT UNSIGNED NOT NULL DEFAULT 0,
  undo_kept     INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY imports_public_id (public_id),
  KEY imports_mapping (columns_hash, id),
  KEY imports_status (status),
  KEY imports_undo (undo_status),
  KEY imports_ended (ended_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Rows with an outcome to explain: failed, skipped, changed or, by an undo, kept. cells: JSON, as in the file; for kept rows the
-- current values.
CREATE TABLE {prefix}automations_import_rows (
  import_id BIGINT UNSIGNED NOT NULL,
  row_no    INT UNSIGNED NOT NULL,
  fate      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  cells     LONGTEXT NOT NULL,
  why       VARCHAR(1000) NOT NULL,
  PRIMARY KEY (import_id, row_no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Data for an undo. object_id: id of a contact. previous: JSON of its earlier state; NULL if it did not exist. version: a digest of
-- its state after the row. In a dry run, object_id is a digest of an email address.
CREATE TABLE {prefix}automations_import_changes (
  import_id BIGINT UNSIGNED NOT NULL,
  row_no    INT UNSIGNED NOT NULL,
  object_id VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  previous  MEDIUMTEXT NULL,
  version   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (import_id, row_no, object_id),
  KEY import_changes_object (import_id, object_id),
  KEY import_changes_contact (object_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Leases of work that one process does at a time. The owner has the lease until expires_at, by the database server's clock.
CREATE TABLE {prefix}automations_leases (
  name       VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  owner      CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
