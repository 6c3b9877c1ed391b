-- The link service's tables.
--
-- Every table has a numeric id for joins and, if clients see its rows, a random public_id. Texts that identify a row (ids, slugs,
-- hashes) are compared by bytes. Times are in UTC. JSON is stored as text, which MySQL and MariaDB return in the same form. No
-- foreign key cascades, because MySQL Group Replication refuses that in multi-primary mode: the service deletes dependent rows
-- first, in the same transaction.

-- Installation

-- One row that identifies this database, so that another database's snapshots are recognised.
CREATE TABLE installation (
  id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO installation (id) VALUES (UUID());

-- The machines that share this database, to compare settings that must be equal everywhere. name: host name and LOCAL_DIR.
-- settings: JSON, a short digest for each setting, which does not reveal its value. seen_at: updated every minute.
CREATE TABLE machines (
  id       CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  name     VARCHAR(500) NOT NULL,
  settings TEXT NOT NULL,
  seen_at  DATETIME(3) NOT NULL,
  KEY machines_seen (seen_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The primary's time. If MYSQL_READ_URL is set, a worker writes it every second, to measure a replica's delay.
CREATE TABLE heartbeats (
  id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Leases of work that one process does at a time. The owner has the lease until expires_at, by the database server's clock. A
-- process takes a lease with one conditional UPDATE, which is safe on all nodes of a cluster.
CREATE TABLE leases (
  name       VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  owner      CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Accounts and operators. The tables of users are in shared/people/migrations, which are applied first.

-- Email addresses of deleted accounts, until they are removed from the audit log. searched_to: the last entry that was searched.
CREATE TABLE address_erasures (
  id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  email       VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  searched_to BIGINT UNSIGNED NOT NULL DEFAULT 0
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Operators' actions, with their reasons. user_id: NULL for the command line. object_id: public id of the link, workspace or
-- user. plan: the new plan, if the action set one.
CREATE TABLE operator_actions (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id    BIGINT UNSIGNED NULL,
  action     VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  object_id  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  plan       VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NULL,
  reason     VARCHAR(1000) NULL,
  created_at DATETIME(3) NOT NULL,
  KEY operator_actions_object (object_id, id),
  KEY operator_actions_created_at (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Workspaces

-- Workspaces, which users share: each link, domain and API key belongs to one workspace. previous_plan, downgraded_at: after a
-- downgrade, the highest plan so far and the time of the last downgrade. deleted_at: set once the workspace has no members; a
-- worker then deletes its data. clear_at: the time of the worker's next deletion. locks: as in users.
CREATE TABLE workspaces (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name          VARCHAR(80) NOT NULL,
  plan          VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'free',
  previous_plan VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NULL,
  downgraded_at DATETIME(3) NULL,
  suspended_at  DATETIME(3) NULL,
  locks         INT UNSIGNED NOT NULL DEFAULT 0,
  created_at    DATETIME(3) NOT NULL,
  updated_at    DATETIME(3) NOT NULL,
  deleted_at    DATETIME(3) NULL,
  clear_at      DATETIME(3) NULL,
  UNIQUE KEY workspaces_public_id (public_id),
  KEY workspaces_clear_at (clear_at),
  KEY workspaces_suspended_at (suspended_at, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The members of workspaces, with their roles. report_every: weekly or monthly reports by email; NULL: none. report_timezone:
-- kept even without reports. report_due_at: the time of the next report. reported_until: the local day, counted since 1970, on
-- which the last reported period ended.
CREATE TABLE members (
  id              BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id    BIGINT UNSIGNED NOT NULL,
  user_id         BIGINT UNSIGNED NOT NULL,
  role            VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  is_owner        TINYINT(1) NOT NULL DEFAULT 0,
  created_at      DATETIME(3) NOT NULL,
  report_every    VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  report_timezone VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  report_due_at   DATETIME(3) NULL,
  reported_until  INT UNSIGNED NULL,
  UNIQUE KEY members_public_id (public_id),
  UNIQUE KEY members_workspace_user (workspace_id, user_id),
  KEY members_user (user_id),
  KEY members_report_due (report_due_at),
  CONSTRAINT members_are_users FOREIGN KEY (user_id) REFERENCES users (id),
  CONSTRAINT members_in_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Keys for the API. Only the SHA-256 of a key is stored. prefix: its first characters, to recognise it in a list. role: the
-- highest role that the key can have, chosen by its creator. parent_id: the key that created it; NULL if a user or the operator
-- created it. A key never outlives its parent, and is deleted with it.
CREATE TABLE api_keys (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id BIGINT UNSIGNED NOT NULL,
  created_by   BIGINT UNSIGNED NOT NULL,
  parent_id    BIGINT UNSIGNED NULL,
  name         VARCHAR(80) NOT NULL,
  role         VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  prefix       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  hash         BINARY(32) NOT NULL,
  created_at   DATETIME(3) NOT NULL,
  last_used_at DATETIME(3) NULL,
  expires_at   DATETIME(3) NULL,
  UNIQUE KEY api_keys_public_id (public_id),
  UNIQUE KEY api_keys_hash (hash),
  KEY api_keys_workspace (workspace_id, created_at, id),
  KEY api_keys_parent (parent_id),
  KEY api_keys_by_user (created_by),
  CONSTRAINT api_keys_by_user FOREIGN KEY (created_by) REFERENCES users (id),
  CONSTRAINT api_keys_in_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Saved sets of UTM parameters of a workspace. name: compared by bytes. utm: JSON.
CREATE TABLE utm_templates (
  workspace_id BIGINT UNSIGNED NOT NULL,
  name         VARBINARY(200) NOT NULL,
  utm          TEXT NOT NULL,
  updated_at   DATETIME(3) NOT NULL,
  PRIMARY KEY (workspace_id, name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Billing

-- Workspaces' subscriptions. plan: the plan that billing grants; the workspace's plan differs if an operator set it. revision:
-- the number of writes, so that an older state of a subscription never replaces a newer one.
CREATE TABLE billing_accounts (
  workspace_id           BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  plan                   VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'free',
  billing_interval       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  status                 VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'none',
  current_period_end     DATETIME(3) NULL,
  cancel_at_period_end   TINYINT(1) NOT NULL DEFAULT 0,
  grace_until            DATETIME(3) NULL,
  stripe_customer_id     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  stripe_subscription_id VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  revision               INT UNSIGNED NOT NULL DEFAULT 0,
  updated_at             DATETIME(3) NOT NULL,
  UNIQUE KEY billing_accounts_customer (stripe_customer_id),
  KEY billing_accounts_grace (grace_until),
  KEY billing_accounts_period (current_period_end),
  CONSTRAINT billing_accounts_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Handled events of the payment service. A row is written in the transaction that handles its event, so that a repeated event has
-- no effect.
CREATE TABLE billing_events (
  id          VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  received_at DATETIME(3) NOT NULL,
  KEY billing_events_received_at (received_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Links to the local billing page, each for one workspace and the user who requested it. Only the SHA-256 is stored.
-- plan, billing_interval: the page's suggestion.
CREATE TABLE billing_page_links (
  hash             BINARY(32) NOT NULL PRIMARY KEY,
  workspace_id     BIGINT UNSIGNED NOT NULL,
  user_id          BIGINT UNSIGNED NOT NULL,
  key_public_id    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  plan             VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  billing_interval VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  expires_at       DATETIME(3) NOT NULL,
  KEY billing_page_links_expires_at (expires_at),
  KEY billing_page_links_by_workspace (workspace_id),
  CONSTRAINT billing_page_links_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Domains

-- Custom domains. A removed domain's row stays until its links are deleted, but its hostname is free: anyone can connect it.
-- dns_records: JSON, the records to set and whether they were found. failures, failing_since: consecutive checks that found wrong
-- records. trusted: the operator verified it, so DNS is not checked. brand: JSON { name, logoUrl, color } of the pages that
-- visitors see. apps: JSON { ios, android }, apps that can open its links. logo_png: the brand's logo for QR codes, downloaded in
-- the background (daemon/qr/fetch-logo.ts). logo_due_at: the next download; NULL: none. logo_tries: consecutive failures.
-- logo_version: incremented by each change of the brand, so that a download for an earlier brand is dropped.
CREATE TABLE domains (
  id                     BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id              VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id           BIGINT UNSIGNED NOT NULL,
  hostname               VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  held_hostname          VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin
    GENERATED ALWAYS AS (IF(removed_at IS NULL, hostname, NULL)) VIRTUAL,
  status                 VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending',
  trusted                TINYINT(1) NOT NULL DEFAULT 0,
  dns_status             VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending',
  dns_records            TEXT NULL,
  failures               INT UNSIGNED NOT NULL DEFAULT 0,
  failing_since          DATETIME(3) NULL,
  last_checked_at        DATETIME(3) NULL,
  next_check_at          DATETIME(3) NULL,
  verified_at            DATETIME(3) NULL,
  certificate_status     VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'none',
  certificate_expires_at DATETIME(3) NULL,
  certificate_error      VARCHAR(300) NULL,
  root_url               VARCHAR(2048) NULL,
  not_found_url          VARCHAR(2048) NULL,
  brand                  TEXT NULL,
  apps                   TEXT NULL,
  logo_png               MEDIUMBLOB NULL,
  logo_error             VARCHAR(300) NULL,
  logo_tries             TINYINT UNSIGNED NOT NULL DEFAULT 0,
  logo_version           INT UNSIGNED NOT NULL DEFAULT 0,
  logo_due_at            DATETIME(3) NULL,
  created_at             DATETIME(3) NOT NULL,
  updated_at             DATETIME(3) NOT NULL,
  removed_at             DATETIME(3) NULL,
  UNIQUE KEY domains_public_id (public_id),
  UNIQUE KEY domains_hostname (held_hostname),
  KEY domains_workspace (workspace_id),
  KEY domains_next_check_at (next_check_at),
  KEY domains_removed_at (removed_at),
  KEY domains_logo_due (logo_due_at),
  CONSTRAINT domains_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One row for each name that needs a certificate. private_key: encrypted. key_id: identifies the secret that encrypted it.
-- claimed_until: a worker orders the certificate until then. next_attempt_at: the earliest next attempt, after failures.
CREATE TABLE certificates (
  hostname        VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  chain           MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NULL,
  private_key     VARBINARY(8192) NULL,
  key_id          CHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  issued_at       DATETIME(3) NULL,
  expires_at      DATETIME(3) NULL,
  failures        INT UNSIGNED NOT NULL DEFAULT 0,
  error           VARCHAR(300) NULL,
  next_attempt_at DATETIME(3) NULL,
  claimed_until   DATETIME(3) NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The account at a certificate authority, by the URL of its directory.
CREATE TABLE acme_accounts (
  directory   VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  url         VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  private_key VARBINARY(8192) NOT NULL,
  key_id      CHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The answers that every process gives below /.well-known/acme-challenge/ during an order.
CREATE TABLE acme_challenges (
  token             VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  key_authorization VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at        DATETIME(3) NOT NULL,
  KEY acme_challenges_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Links

-- Short links. domain_id: 0 is the default short domain, even if its name changes. geo, rules, variants, utm, preview: JSON.
-- external_id: the link's id in a customer's system; UTF-8, compared by bytes. clicks: the number of the link's stored clicks;
-- last_click_at: the time of the last one. Neither includes bots. Both change together with the counts by hour and day, or follow
-- within seconds (noted_clicks). uses: clicks that count towards max_clicks, added by the transaction that stores them.
-- imported_clicks: counted by another system before an import. note: shown to members only. url_hash: finds links with the same
-- destination; links with equal hashes are compared.
CREATE TABLE links (
  id              BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id    BIGINT UNSIGNED NOT NULL,
  domain_id       BIGINT UNSIGNED NOT NULL DEFAULT 0,
  slug            VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  url             VARCHAR(2048) NOT NULL,
  url_hash        INT UNSIGNED GENERATED ALWAYS AS (CRC32(url)) VIRTUAL,
  title           VARCHAR(200) NULL,
  note            TEXT NULL,
  external_id     VARBINARY(1020) NULL,
  redirect_type   SMALLINT UNSIGNED NOT NULL DEFAULT 302,
  password_hash   VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  starts_at       DATETIME(3) NULL,
  not_started_url VARCHAR(2048) NULL,
  expires_at      DATETIME(3) NULL,
  expired_url     VARCHAR(2048) NULL,
  max_clicks      INT UNSIGNED NULL,
  uses            INT UNSIGNED NOT NULL DEFAULT 0,
  ios_url         VARCHAR(2048) NULL,
  android_url     VARCHAR(2048) NULL,
  geo             MEDIUMTEXT NULL,
  rules           MEDIUMTEXT NULL,
  variants        MEDIUMTEXT NULL,
  utm             TEXT NULL,
  preview         TEXT NULL,
  archived        TINYINT(1) NOT NULL DEFAULT 0,
  banned          TINYINT(1) NOT NULL DEFAULT 0,
  clicks          INT UNSIGNED NOT NULL DEFAULT 0,
  last_click_at   DATETIME(3) NULL,
  imported_clicks INT UNSIGNED NULL,
  created_by      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  created_at      DATETIME(3) NOT NULL,
  updated_at      DATETIME(3) NOT NULL,
  UNIQUE KEY links_public_id (public_id),
  UNIQUE KEY links_domain_slug (domain_id, slug),
  UNIQUE KEY links_external_id (workspace_id, external_id),
  KEY links_newest (workspace_id, created_at, id),
  KEY links_newest_by_archived (workspace_id, archived, created_at, id),
  KEY links_newest_by_domain (workspace_id, domain_id, archived, created_at, id),
  KEY links_by_clicks (workspace_id, archived, clicks, id, domain_id),
  KEY links_by_last_click (workspace_id, archived, last_click_at, id, domain_id),
  KEY links_by_title (workspace_id, archived, title, id, domain_id),
  KEY links_by_url (workspace_id, url_hash, archived, created_at, id),
  KEY links_by_creator (workspace_id, created_by, archived, created_at, id),
  KEY links_by_expiry (workspace_id, archived, expires_at),
  CONSTRAINT links_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Tags of links. name: compared by bytes, so that case and trailing spaces count. link_count: updated by the transactions that
-- change link_tags. replaced_by: NULL for an ordinary tag; 0 while the tag is being deleted, or the tag into which it is being
-- merged. Its name is then the byte FF and its id, so that the original name is free. Its links change in batches; the last batch
-- deletes the row. A replacement is never itself replaced: tags merged into it then get its own replacement.
CREATE TABLE tags (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  workspace_id BIGINT UNSIGNED NOT NULL,
  name         VARBINARY(160) NOT NULL,
  link_count   INT UNSIGNED NOT NULL DEFAULT 0,
  replaced_by  BIGINT UNSIGNED NULL,
  UNIQUE KEY tags_workspace_name (workspace_id, name),
  KEY tags_replaced_by (replaced_by, id),
  CONSTRAINT tags_in_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The tags of links, with copies of the columns by which lists of links are sorted: a page of a tag's links is read from one
-- index. archived, created_at and title change in the same transaction as the link. clicks and last_click_at follow within
-- seconds (daemon/tags/follow-clicks.ts), in all rows of a link at once.
CREATE TABLE link_tags (
  link_id       BIGINT UNSIGNED NOT NULL,
  tag_id        BIGINT UNSIGNED NOT NULL,
  position      TINYINT UNSIGNED NOT NULL,
  archived      TINYINT(1) NOT NULL DEFAULT 0,
  created_at    DATETIME(3) NOT NULL,
  title         VARCHAR(200) NULL,
  clicks        INT UNSIGNED NOT NULL DEFAULT 0,
  last_click_at DATETIME(3) NULL,
  PRIMARY KEY (link_id, tag_id),
  KEY link_tags_newest (tag_id, archived, created_at, link_id),
  KEY link_tags_by_clicks (tag_id, archived, clicks, link_id),
  KEY link_tags_by_last_click (tag_id, archived, last_click_at, link_id),
  KEY link_tags_by_title (tag_id, archived, title, link_id),
  CONSTRAINT link_tags_of_tag FOREIGN KEY (tag_id) REFERENCES tags (id),
  CONSTRAINT link_tags_on_link FOREIGN KEY (link_id) REFERENCES links (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Links whose totals changed: their ids as JSON, one row for each transaction. A row is deleted once link_tags is updated.
CREATE TABLE clicked_links (
  id    BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  links MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Deleted links, for clicks that are still being processed, exports and analytics. A row is written in the transaction that
-- deletes the link.
CREATE TABLE deleted_links (
  id              BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  public_id       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id    BIGINT UNSIGNED NOT NULL,
  hostname        VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NULL,
  slug            VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  url             VARCHAR(2048) NOT NULL,
  not_started_url VARCHAR(2048) NULL,
  expired_url     VARCHAR(2048) NULL,
  ios_url         VARCHAR(2048) NULL,
  android_url     VARCHAR(2048) NULL,
  geo             MEDIUMTEXT NULL,
  rules           MEDIUMTEXT NULL,
  variants        MEDIUMTEXT NULL,
  title           VARCHAR(200) NULL,
  deleted_at      DATETIME(3) NOT NULL,
  KEY deleted_links_workspace (workspace_id),
  KEY deleted_links_hostname (workspace_id, hostname, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Slugs of the default domain whose link was deleted, and their workspace. Other workspaces cannot use them for
-- SLUG_QUARANTINE_DAYS. A row is written in the transaction that frees the slug.
CREATE TABLE freed_slugs (
  slug         VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  workspace_id BIGINT UNSIGNED NOT NULL,
  freed_at     DATETIME(3) NOT NULL,
  KEY freed_slugs_freed_at (freed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The most requested paths of custom domains that have no link, at most 1,000 for each domain and day (since 1970, in UTC). A
-- domain that is connected again has a new id. requests: including bots. Rows are kept for 90 days.
CREATE TABLE unknown_paths (
  domain_id BIGINT UNSIGNED NOT NULL,
  day       SMALLINT UNSIGNED NOT NULL,
  path      VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  requests  INT UNSIGNED NOT NULL,
  bots      INT UNSIGNED NOT NULL,
  last_at   DATETIME(3) NOT NULL,
  PRIMARY KEY (domain_id, day, path),
  KEY unknown_paths_day (day)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Public analytics of either a link or a tag, with one URL for each. token_hash: for finding the token. tag: its name, because a
-- renamed or merged tag can get another row. token: encrypted, so that members can see it again.
CREATE TABLE shares (
  token_hash       BINARY(32) NOT NULL PRIMARY KEY,
  workspace_id     BIGINT UNSIGNED NOT NULL,
  link_id          BIGINT UNSIGNED NULL,
  tag              VARBINARY(160) NULL,
  token            VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  show_destination TINYINT(1) NOT NULL DEFAULT 0,
  created_at       DATETIME(3) NOT NULL,
  UNIQUE KEY shares_link (link_id),
  UNIQUE KEY shares_tag (workspace_id, tag)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The change feed: the data that each process must read again. Rows of the kind link have the key (domain_id, slug) of the slug
-- map, rows of the kind domain have domain_id, and rows of the kinds workspace and user have subject_id, whose access changed. A
-- transaction writes its changes last, so that ids become visible almost in order.
CREATE TABLE link_changes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind       ENUM('link', 'domain', 'workspace', 'user') NOT NULL DEFAULT 'link',
  domain_id  BIGINT UNSIGNED NOT NULL,
  slug       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject_id BIGINT UNSIGNED NULL,
  changed_at DATETIME(3) NOT NULL,
  KEY link_changes_changed_at (changed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The state that all creations of links in a workspace share, one row for each workspace. Creating a link locks the row, so that
-- creating and sealing run one after the other. period, used: the month and the number of links created in it. sealed_to: links
-- up to this time are in search blocks, and no link is created with an earlier created_at. edits: makes changes of searched texts
-- conflict with sealing.
CREATE TABLE workspace_link_states (
  workspace_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  period       CHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  used         INT UNSIGNED NOT NULL DEFAULT 0,
  sealed_to    DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:01.000',
  edits        BIGINT UNSIGNED NOT NULL DEFAULT 0,
  CONSTRAINT workspace_link_states_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The search index: the character sequences in the links created from from_at to to_at, both inclusive. grams: a bit for each
-- pair of common characters in the block; then a byte for each other sequence of one to three characters, with a bit for each
-- slice of the block. slices: for each slice, the first and last creation time in Unix ms, and the lowest and highest id.
CREATE TABLE link_search_blocks (
  workspace_id BIGINT UNSIGNED NOT NULL,
  from_at      DATETIME(3) NOT NULL,
  to_at        DATETIME(3) NOT NULL,
  grams        VARBINARY(7852) NOT NULL,
  slices       VARBINARY(192) NOT NULL,
  PRIMARY KEY (workspace_id, to_at),
  CONSTRAINT link_search_blocks_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Idempotency keys in use. workspace_id: 0 for requests that create a workspace, whose caller may be in none. claim: the request
-- that can store the answer. answer: encrypted with the key, whose hash alone is stored.
CREATE TABLE idempotency_keys (
  workspace_id BIGINT UNSIGNED NOT NULL,
  key_hash     BINARY(32) NOT NULL,
  request_hash BINARY(32) NOT NULL,
  claim        BINARY(16) NOT NULL,
  claimed_at   DATETIME(3) NOT NULL,
  answer       MEDIUMBLOB NULL,
  PRIMARY KEY (workspace_id, key_hash),
  KEY idempotency_keys_claimed_at (claimed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Imports

-- Files of links to import. actor, mapping, columns_found, options, file_form and tallies are JSON. position: the number of rows
-- whose outcome is stored. A batch's changes are written in one transaction with position and the counts. preview: the first
-- rows. tallies: the number of rows by reason, note and unknown host. file: its name in one machine's import folder; NULL once
-- deleted. needed: the number of rows that require a new link. undo_status: NULL, queued, running or done. file_bytes: size of
-- the file. kept_bytes: size of the cells in import_rows. Plans limit both.
CREATE TABLE imports (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  actor         VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
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
  undo_actor    VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NULL,
  undo_deleted  INT UNSIGNED NOT NULL DEFAULT 0,
  undo_restored INT UNSIGNED NOT NULL DEFAULT 0,
  undo_kept     INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY imports_public_id (public_id),
  KEY imports_workspace (workspace_id, id),
  KEY imports_mapping (workspace_id, columns_hash, id),
  KEY imports_status (status),
  KEY imports_undo (undo_status),
  KEY imports_ended (ended_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Rows with an outcome to explain: failed, skipped, changed or, by an undo, kept. cells: JSON, as in the file; for kept rows
-- the current values.
CREATE TABLE import_rows (
  import_id BIGINT UNSIGNED NOT NULL,
  row_no    INT UNSIGNED NOT NULL,
  fate      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  cells     LONGTEXT NOT NULL,
  why       VARCHAR(1000) NOT NULL,
  PRIMARY KEY (import_id, row_no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Data for an undo. object_id: public id of the link that a row created or changed. previous: JSON of its earlier values; NULL if
-- it did not exist. version: its version after the row. In a dry run, object_id is a digest of a key that the row would take,
-- such as a slug.
CREATE TABLE import_changes (
  import_id BIGINT UNSIGNED NOT NULL,
  row_no    INT UNSIGNED NOT NULL,
  object_id VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  previous  MEDIUMTEXT NULL,
  version   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (import_id, row_no, object_id),
  KEY import_changes_object (import_id, object_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Clicks
--
-- Days and hours count from 1970 in UTC, so that no time zone can shift them. Frequent texts (browsers, systems, referrers) are
-- stored once, in click_words; id 0 means unknown, or a direct visit for a referrer. Links belong to eight shards; one worker at
-- a time stores the clicks of a shard.

-- Marks of stored batches, so that a batch delivered twice counts once. A mark is written in the transaction that stores its
-- batch. released_at: the time when the spool deleted its copy, or a year ahead while the deletion runs. The mark is deleted a
-- day later.
CREATE TABLE click_batches (
  no          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  id          VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  recorded_at DATETIME(3) NOT NULL,
  released_at DATETIME(3) NULL,
  UNIQUE KEY click_batches_id (id),
  KEY click_batches_released_at (released_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The daily salt of visitors' hashes. Deleted after the day.
CREATE TABLE click_salts (
  day  SMALLINT UNSIGNED NOT NULL PRIMARY KEY,
  salt BINARY(32) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Words by id: browsers, systems, referrers, languages, UTM parameters.
CREATE TABLE click_words (
  id   INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  word VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  UNIQUE KEY click_words_word (word)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO click_words (id, word) VALUES (1, '(other)');

-- All clicks, including bots, in blocks of thousands: about 12 bytes per click. The worker creates one partition per day. data:
-- clicks of a workspace and day, by link and time (daemon/clicks/bytes/block.ts). level: 0 for new blocks. Small blocks are
-- merged into blocks of the next level, up to level 3. no: the number of one of its batches, and the position among that batch's
-- blocks. first_link, last_link: with these, exports can skip blocks.
CREATE TABLE click_blocks (
  day          SMALLINT UNSIGNED NOT NULL,
  level        TINYINT UNSIGNED NOT NULL,
  workspace_id INT UNSIGNED NOT NULL,
  no           BIGINT UNSIGNED NOT NULL,
  clicks       SMALLINT UNSIGNED NOT NULL,
  first_link   INT UNSIGNED NOT NULL,
  last_link    INT UNSIGNED NOT NULL,
  data         MEDIUMBLOB NOT NULL,
  PRIMARY KEY (day, level, workspace_id, no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC
  PARTITION BY RANGE (day) (PARTITION rest VALUES LESS THAN MAXVALUE);

-- The worker that stores each shard's clicks, and so remembers today's visitors of the shard's links. owner: a worker; NULL:
-- none. claim: incremented by each change of owner. turns: incremented by each transaction that stores clicks. Such a transaction
-- fails if a claim has changed since the worker read the stored clicks, so that no two workers store the same shard. Writing the
-- rows ensures this on all nodes of a cluster.
CREATE TABLE click_shards (
  shard TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  owner CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  claim BIGINT UNSIGNED NOT NULL,
  turns BIGINT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO click_shards (shard, owner, claim, turns) VALUES
  (0, NULL, 0, 0), (1, NULL, 0, 0), (2, NULL, 0, 0), (3, NULL, 0, 0),
  (4, NULL, 0, 0), (5, NULL, 0, 0), (6, NULL, 0, 0), (7, NULL, 0, 0);

-- Running workers, which divide the shards among themselves. seen_at: by the server's clock.
CREATE TABLE click_workers (
  id      CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  seen_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- A link's counts per hour; link 0 is the whole workspace. own_clicks: visits from the workspace's own networks, which
-- are not clicks. last_ms: the time of the last click since the start of the hour. breakdown: counts by dimension
-- (daemon/clicks/breakdown.ts). A batch only appends to it.
CREATE TABLE click_hours (
  workspace_id  INT UNSIGNED NOT NULL,
  hour          MEDIUMINT UNSIGNED NOT NULL,
  link_id       INT UNSIGNED NOT NULL,
  clicks        INT UNSIGNED NOT NULL,
  unique_clicks INT UNSIGNED NOT NULL,
  bot_clicks    INT UNSIGNED NOT NULL,
  own_clicks    INT UNSIGNED NOT NULL DEFAULT 0,
  last_ms       INT UNSIGNED NULL,
  breakdown     MEDIUMBLOB NOT NULL,
  PRIMARY KEY (workspace_id, hour, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC;

-- The same counts per day. A link's counts are summed from click_hours after the day ends; link 0's counts are always in both
-- tables.
CREATE TABLE click_days (
  workspace_id  INT UNSIGNED NOT NULL,
  day           SMALLINT UNSIGNED NOT NULL,
  link_id       INT UNSIGNED NOT NULL,
  clicks        INT UNSIGNED NOT NULL,
  unique_clicks INT UNSIGNED NOT NULL,
  bot_clicks    INT UNSIGNED NOT NULL,
  own_clicks    INT UNSIGNED NOT NULL DEFAULT 0,
  last_ms       INT UNSIGNED NULL,
  breakdown     MEDIUMBLOB NOT NULL,
  PRIMARY KEY (workspace_id, day, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC;

-- One row: the position, in key order, up to which click_days is complete for links. A later click before this position is
-- counted in both tables, all others only in click_hours.
CREATE TABLE click_days_made (
  id           TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  day          SMALLINT UNSIGNED NOT NULL,
  workspace_id INT UNSIGNED NOT NULL,
  link_id      INT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO click_days_made (id, day, workspace_id, link_id) VALUES (1, DATEDIFF(UTC_DATE(), '1970-01-01'), 0, 0);

-- Clicks that are counted but not yet added to links.clicks and links.last_click_at. A transaction that stores clicks of many
-- links writes a row; seconds later, another transaction adds the clicks to the links and deletes the row. clicks: varints, for
-- each link its id, its number of clicks and the time of the last one in Unix ms.
CREATE TABLE noted_clicks (
  id       BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  shard    TINYINT UNSIGNED NOT NULL,
  noted_at DATETIME(3) NOT NULL,
  clicks   MEDIUMBLOB NOT NULL,
  KEY noted_clicks_shard (shard),
  KEY noted_clicks_noted_at (noted_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The most clicked links of a past hour or day, computed at the first request: varints of link ids, clicks and unique clicks.
-- A late click deletes the row.
CREATE TABLE click_top_links (
  workspace_id INT UNSIGNED NOT NULL,
  unit         CHAR(4) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  bucket       MEDIUMINT UNSIGNED NOT NULL,
  links        BLOB NOT NULL,
  PRIMARY KEY (workspace_id, unit, bucket)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Clicks to send to CLICKS_EXPORT_URL. Rows are written in the transaction that stores the clicks, and deleted once sent. data:
-- clicks of a day, as in click_blocks. name: 48 random bits; a click's id consists of this name and its position in the row.
-- batch: the message that the row belongs to, set before the first attempt, so that every attempt sends the same clicks.
CREATE TABLE warehouse_clicks (
  id        BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name      BIGINT UNSIGNED NOT NULL,
  day       SMALLINT UNSIGNED NOT NULL,
  clicks    SMALLINT UNSIGNED NOT NULL,
  stored_at DATETIME(3) NOT NULL,
  batch     CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  data      MEDIUMBLOB NOT NULL,
  KEY warehouse_clicks_batch (batch)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci ROW_FORMAT=DYNAMIC;

-- The number of clicks removed from warehouse_clicks, counted in the transactions that delete its rows.
CREATE TABLE warehouse_totals (
  outcome VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  clicks  BIGINT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO warehouse_totals (outcome, clicks) VALUES ('sent', 0), ('dropped', 0);

-- Safety

-- Threat lists, which every process keeps in memory. version: incremented by each change of the content. applied_version:
-- existing links were checked against the entries up to this version. `operator` is the operator's own list.
CREATE TABLE safety_lists (
  name            VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  source          VARCHAR(300) NOT NULL,
  version         INT UNSIGNED NOT NULL DEFAULT 0,
  applied_version INT UNSIGNED NOT NULL DEFAULT 0,
  entries         INT UNSIGNED NOT NULL DEFAULT 0,
  checksum        BINARY(32) NULL,
  etag            VARCHAR(300) NULL,
  checked_at      DATETIME(3) NULL,
  changed_at      DATETIME(3) NULL,
  last_error      VARCHAR(500) NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO safety_lists (name, source) VALUES ('operator', 'npm run links -- safety');

-- The sorted hash prefixes of a list, 8 bytes each. content: `all` of the current version, or `lookup`: the prefixes by which
-- links are found for the entries that a version added.
CREATE TABLE safety_list_parts (
  list    VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  version INT UNSIGNED NOT NULL,
  content CHAR(6) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  part    INT UNSIGNED NOT NULL,
  data    MEDIUMBLOB NOT NULL,
  PRIMARY KEY (list, version, content, part)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The operator's own list. hash: SHA-256 of the expression, which can be too long for an index. verdict: allow, block, or clear
-- for a removed entry. applied: 1 once existing links were checked against the entry.
CREATE TABLE safety_rules (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  verdict    CHAR(5) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expression VARCHAR(2300) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  hash       BINARY(32) NOT NULL,
  applied    TINYINT(1) NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY safety_rules_hash (hash),
  KEY safety_rules_applied (applied)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One row: the position in the change feed up to which changed destinations were read, the reader, and the link up to which all
-- links have a row in link_scans (0: all links).
CREATE TABLE safety_followers (
  id        TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  change_id BIGINT UNSIGNED NULL,
  reader    CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  walked_to BIGINT UNSIGNED NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO safety_followers (id) VALUES (1);

-- The next scan of each link. A deleted link's row is deleted by its next scan. fingerprint: a digest of the indexed
-- destinations; NULL: none yet. prefixes: their rows in link_expressions. lane: 0 clicked links, 1 new and changed links, 2
-- others. stage: scans since the last change. health: unknown, ok or broken, since health_since. http_status: the status of the
-- last response. failed_times: the number of consecutive failed checks since failed_since.
CREATE TABLE link_scans (
  link_id      INT UNSIGNED NOT NULL PRIMARY KEY,
  workspace_id INT UNSIGNED NOT NULL,
  fingerprint  BINARY(8) NULL,
  prefixes     BLOB NULL,
  lane         TINYINT UNSIGNED NOT NULL,
  due_at       DATETIME(3) NOT NULL,
  stage        TINYINT UNSIGNED NOT NULL DEFAULT 0,
  failures     TINYINT UNSIGNED NOT NULL DEFAULT 0,
  scanned_at   DATETIME(3) NULL,
  health       CHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'unknown',
  health_since DATETIME(3) NULL,
  http_status  SMALLINT UNSIGNED NULL,
  failed_times TINYINT UNSIGNED NOT NULL DEFAULT 0,
  failed_since DATETIME(3) NULL,
  KEY link_scans_due (lane, due_at),
  KEY link_scans_health (workspace_id, health, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The links that a list's entry can affect: the first 4 bytes of the hashes of each destination's hosts, alone and with the whole
-- path.
CREATE TABLE link_expressions (
  prefix  INT UNSIGNED NOT NULL,
  link_id INT UNSIGNED NOT NULL,
  PRIMARY KEY (prefix, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Bans of links, with their author and reason. fingerprint: a digest of the unsafe destinations. words: the reason shown to the
-- owner. Only an operator can lift an operator's ban. source `pardon`: a lifted ban, so that a scan does not ban the same
-- destinations again.
CREATE TABLE link_bans (
  link_id      INT UNSIGNED NOT NULL PRIMARY KEY,
  workspace_id INT UNSIGNED NOT NULL,
  source       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  field        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  detail       VARCHAR(300) NULL,
  words        VARCHAR(1000) NULL,
  fingerprint  BINARY(8) NULL,
  banned_at    DATETIME(3) NOT NULL,
  KEY link_bans_banned_at (banned_at, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Cases that an operator must decide: doubtful findings, visitors' reports, owners' appeals (source `owner`, urgency 1). subject:
-- one finding about one set of destinations; a repetition increments times, even after a decision. answer: the reason shown to
-- the owner.
CREATE TABLE safety_reviews (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  link_id      INT UNSIGNED NOT NULL,
  workspace_id INT UNSIGNED NOT NULL,
  source       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  field        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  detail       VARCHAR(1000) NULL,
  subject      BINARY(16) NOT NULL,
  times        INT UNSIGNED NOT NULL DEFAULT 1,
  urgency      TINYINT UNSIGNED NOT NULL DEFAULT 0,
  status       VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'open',
  answer       VARCHAR(1000) NULL,
  created_at   DATETIME(3) NOT NULL,
  updated_at   DATETIME(3) NOT NULL,
  decided_at   DATETIME(3) NULL,
  UNIQUE KEY safety_reviews_subject (subject),
  KEY safety_reviews_status (status, times, id),
  KEY safety_reviews_link (link_id),
  KEY safety_reviews_waiting (status, urgency DESC, times DESC, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The number of a workspace's automatic bans since a time. flagged_at: set once there are so many that even doubtful findings ban
-- its links.
CREATE TABLE workspace_offences (
  workspace_id INT UNSIGNED NOT NULL PRIMARY KEY,
  bans         INT UNSIGNED NOT NULL,
  since        DATETIME(3) NOT NULL,
  flagged_at   DATETIME(3) NULL,
  KEY workspace_offences_flagged_at (flagged_at, workspace_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Webhooks and emails

-- Receivers of events. events: names, separated by commas. gets_clicks: 1 if it is active and gets link.clicked. The secrets are
-- encrypted; previous_secret also signs until previous_until. clicks_sent_at: the time when the last delivery of clicks was
-- created. failing_since: the time of the first of the consecutive failures; after some days of failures the webhook is turned
-- off. deleted_at: set before the webhook and its deliveries are deleted. created_by: the user. The first verification of a
-- user's email deletes the webhooks that they created, because someone else may have created the account.
CREATE TABLE webhooks (
  id             BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id   BIGINT UNSIGNED NOT NULL,
  created_by     BIGINT UNSIGNED NOT NULL,
  url            VARCHAR(2048) NOT NULL,
  events         VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active         TINYINT(1) NOT NULL DEFAULT 1,
  gets_clicks    TINYINT(1) NOT NULL DEFAULT 0,
  secret         VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  previous_secret VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  previous_until DATETIME(3) NULL,
  clicks_sent_at DATETIME(3) NULL,
  failing_since  DATETIME(3) NULL,
  created_at     DATETIME(3) NOT NULL,
  updated_at     DATETIME(3) NOT NULL,
  deleted_at     DATETIME(3) NULL,
  UNIQUE KEY webhooks_public_id (public_id),
  KEY webhooks_workspace (workspace_id, id),
  KEY webhooks_gets_clicks (gets_clicks, workspace_id),
  KEY webhooks_deleted_at (deleted_at),
  KEY webhooks_creator (created_by)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Events to send to webhooks, written in the transaction of the change. event_id: the same for all webhooks and attempts.
-- answer_status, answer_body, took_ms: the result of the last attempt. Successful deliveries are deleted after some days, failed
-- ones later.
CREATE TABLE webhook_deliveries (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  webhook_id    BIGINT UNSIGNED NOT NULL,
  event_id      CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  event         VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  payload       MEDIUMTEXT NOT NULL,
  status        VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'new',
  attempts      INT UNSIGNED NOT NULL DEFAULT 0,
  last_error    VARCHAR(255) NULL,
  due_at        DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:00',
  answer_status SMALLINT UNSIGNED NULL,
  answer_body   TEXT NULL,
  took_ms       INT UNSIGNED NULL,
  created_at    DATETIME(3) NOT NULL,
  attempted_at  DATETIME(3) NULL,
  UNIQUE KEY webhook_deliveries_event (webhook_id, event_id),
  KEY webhook_deliveries_newest (webhook_id, id),
  KEY webhook_deliveries_status (webhook_id, status, id),
  KEY webhook_deliveries_due (status, webhook_id, due_at),
  KEY webhook_deliveries_old (status, created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Clicks to deliver, in blocks and without visitors' data. Rows are written in the transaction that stores the clicks, and
-- deleted in the transaction that creates their delivery.
CREATE TABLE webhook_clicks (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  webhook_id BIGINT UNSIGNED NOT NULL,
  day        SMALLINT UNSIGNED NOT NULL,
  clicks     SMALLINT UNSIGNED NOT NULL,
  data       MEDIUMBLOB NOT NULL,
  KEY webhook_clicks_webhook (webhook_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Emails to send, written in the transaction of their cause. data: JSON without secrets. due_at: the next attempt. A sender first
-- moves it into the future, so that another worker takes over if the sender is killed. sender_id: the user who sends an
-- invitation, for the daily limit.
CREATE TABLE mails (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  recipient  VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  sender_id  BIGINT UNSIGNED NULL,
  data       TEXT NOT NULL,
  status     VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'waiting',
  attempts   INT UNSIGNED NOT NULL DEFAULT 0,
  due_at     DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:00',
  last_error VARCHAR(500) NULL,
  created_at DATETIME(3) NOT NULL,
  sent_at    DATETIME(3) NULL,
  KEY mails_due (status, due_at),
  KEY mails_status (status, created_at),
  KEY mails_sender (sender_id, created_at),
  KEY mails_recipient (recipient)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Contacts

-- A workspace's own IP networks, whose visits are not clicks: a JSON array in CIDR notation, never empty.
CREATE TABLE own_networks (
  workspace_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  networks     TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The contact sites connected to workspaces. secret: the encrypted key that signs contact tokens. secret_hash: its SHA-256, with
-- which the site checks that it has the same key. Tokens of previous_secret are still accepted.
CREATE TABLE contact_sites (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  secret        VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  secret_hash   BINARY(32) NOT NULL,
  previous_secret VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  created_at    DATETIME(3) NOT NULL,
  updated_at    DATETIME(3) NOT NULL,
  UNIQUE KEY contact_sites_workspace (workspace_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Clicks of contacts for the site. Written in the transaction that stores the clicks, deleted by the site's own when it takes
-- them. mail_id: the email with the link, in the site's outbox. link_id: the link's public id. short_url, tags (JSON): as they
-- were at the click. machine: why it is not the contact.
-- Rows that nobody takes are deleted after some days.
CREATE TABLE contact_clicks (
  id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  site_id      BIGINT UNSIGNED NOT NULL,
  workspace_id BIGINT UNSIGNED NOT NULL,
  contact_id   BIGINT UNSIGNED NOT NULL,
  mail_id      BIGINT UNSIGNED NULL,
  link_id      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  short_url    VARCHAR(400) NOT NULL,
  tags         TEXT NOT NULL,
  qr           TINYINT(1) NOT NULL DEFAULT 0,
  machine      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  clicked_at   DATETIME(3) NOT NULL,
  stored_at    DATETIME(3) NOT NULL,
  KEY contact_clicks_due (site_id, stored_at, contact_id),
  KEY contact_clicks_contact (site_id, contact_id),
  KEY contact_clicks_workspace (workspace_id),
  KEY contact_clicks_old (stored_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Short links that a workspace's site needs for its emails. The transaction that creates the link with this external id deletes
-- the row. fault: why the link cannot be created. All rows are deleted after an hour, so that the site requests the link again.
CREATE TABLE contact_links (
  workspace_id BIGINT UNSIGNED NOT NULL,
  external_id  VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  url          TEXT NOT NULL,
  title        VARCHAR(200) NOT NULL,
  fault        VARCHAR(255) NULL,
  requested_at DATETIME(3) NOT NULL,
  PRIMARY KEY (workspace_id, external_id),
  KEY contact_links_due (fault, workspace_id),
  KEY contact_links_old (requested_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

