-- The link service's tables.
--
-- Every table has a numeric id for joins and, if clients see its rows, a random public_id. Texts that decide which row is meant
-- (ids, slugs, hashes) are compared by bytes. Times are in UTC. JSON is stored as text, which MySQL and MariaDB return alike.
-- No foreign key cascades, because a group of MySQLs with writes on every member refuses that: the service deletes dependent
-- rows first, in the same transaction.

-- Installation

-- One row that identifies this database, so that snapshots of another one are recognised.
CREATE TABLE installation (
  id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO installation (id) VALUES (UUID());

-- The machines that share this database, to compare settings that must be equal everywhere.
-- name: host name and LOCAL_DIR. settings: JSON, a short digest for each setting, which does not reveal its value.
-- seen_at: renewed every minute.
CREATE TABLE machines (
  id       CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  name     VARCHAR(500) NOT NULL,
  settings TEXT NOT NULL,
  seen_at  DATETIME(3) NOT NULL,
  KEY machines_seen (seen_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The time at the writing server. A worker writes it every second if MYSQL_READ_URL is set, to measure a replica's delay.
CREATE TABLE heartbeats (
  id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Work that one process does at a time. The owner has the work until expires_at, by the server's clock. A process takes a
-- lease by one conditional UPDATE, on which the nodes of a cluster agree.
CREATE TABLE leases (
  name       VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  owner      CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Accounts and operators. The users themselves are in the set of people (shared/people/migrations), which is applied first.

-- Emails of deleted accounts, until they are removed from the audit log. searched_to: the last entry that was searched.
CREATE TABLE address_erasures (
  id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  email       VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  searched_to BIGINT UNSIGNED NOT NULL DEFAULT 0
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What operators did, and why. user_id: NULL for the command line. object_id: public id of the link, workspace or user.
CREATE TABLE operator_acts (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id    BIGINT UNSIGNED NULL,
  action     VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  object_id  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason     VARCHAR(1000) NULL,
  created_at DATETIME(3) NOT NULL,
  KEY operator_acts_object (object_id, id),
  KEY operator_acts_created_at (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Workspaces

-- What users share: links, domains, API keys and everything about them belong to one workspace.
-- former_plan, downgraded_at: after a downgrade, the highest plan so far and the time of the last downgrade.
-- deleted_at: it has no members any more, and a worker deletes its data. clear_at: the worker's next visit.
-- locks: as in users.
CREATE TABLE workspaces (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name          VARCHAR(80) NOT NULL,
  plan          VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'free',
  former_plan   VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NULL,
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

-- Which users belong to which workspace, and their role in it.
-- report_every: weekly or monthly reports by email; NULL: none. report_timezone: kept while there are none. report_due_at: when
-- the next report is due. reported_until: the local day, counted since 1970, on which the last reported period ended.
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

-- Keys for the API. Only the SHA-256 of a key is stored. prefix: its first characters, to recognise it in a list.
-- role: the highest that it can have, chosen by its creator. parent_id: the key that created it; NULL: a user or the operator
-- did. A key expires at the latest with its parent and is deleted with it.
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

-- UTM parameters that a workspace reuses. name: compared by bytes. utm: JSON.
CREATE TABLE utm_templates (
  workspace_id BIGINT UNSIGNED NOT NULL,
  name         VARBINARY(200) NOT NULL,
  utm          TEXT NOT NULL,
  updated_at   DATETIME(3) NOT NULL,
  PRIMARY KEY (workspace_id, name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Billing

-- What a workspace pays for. plan: granted by billing; the workspace's plan differs if an operator set it.
-- revision: counts the writes, so that an older view of a subscription never replaces a newer one.
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

-- Handled events of the payment service. Written in the transaction that handles one, so that a repeated event has no effect.
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

-- Custom domains. A removed domain stays until its links are deleted, without holding its hostname: anyone can connect it.
-- dns_records: JSON, the records to set and whether they were found. failures, failing_since: consecutive checks that found
-- wrong records. trusted: verified by the operator, whatever DNS says.
-- brand: JSON { name, logoUrl, color } of the pages that visitors see. apps: JSON { ios, android }, apps that can open its links.
-- logo_png: the brand's logo for QR codes, downloaded in the background (daemon/qr/fetch-logo.ts). logo_due_at: the next
-- download; NULL: none. logo_tries: consecutive failures. logo_version: raised by each change of the brand, so that a download
-- for an earlier brand is dropped.
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
-- claimed_until: a worker is ordering. next_attempt_at: not before then, after failures.
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

-- The answers below /.well-known/acme-challenge/ of every process during an order.
CREATE TABLE acme_challenges (
  token             VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  key_authorization VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at        DATETIME(3) NOT NULL,
  KEY acme_challenges_expires_at (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Links

-- Short links.
-- domain_id: 0 is the default short domain, whatever its name. geo, rules, variants, utm, preview:
-- JSON.
-- external_id: the link's id in a customer's system; UTF-8, compared by bytes.
-- clicks: the sum of the link's kept clicks; last_click_at: the last of them. Bots count in neither. Both change with the
-- counts by hour and day, or follow within seconds (noted_clicks).
-- uses: clicks that count towards max_clicks, added by the transaction that stores them. imported_clicks: counted by another
-- system before an import. note: only for members.
-- url_hash: finds links with one destination; equal hashes are compared.
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

-- Tags of links.
-- name: compared by bytes, so that case and trailing spaces count. link_count: kept by the transactions that change link_tags.
-- replaced_by: the tag is being deleted (0) or merged into this tag while links still have it; NULL: an ordinary tag. Its name
-- is then the byte FF and its id, so the name is free. Links follow in batches; the last one deletes the row. A replacement is
-- never replaced itself: tags merged into it move on to its own replacement.
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

-- The tags of links, with copies of the link's columns by which lists are sorted: a page of a tag's links is read from one
-- index. The transaction that changes a link changes archived, created_at and title. clicks and last_click_at follow within
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

-- Links whose totals changed: JSON ids, one row for each transaction. Deleted once link_tags has followed.
CREATE TABLE clicked_links (
  id    BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  links MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Deleted links, written in the transaction that deletes one: for clicks still on their way, exports and statistics.
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

-- Slugs of the default domain whose link was deleted, and their workspace. No other workspace gets them for
-- SLUG_QUARANTINE_DAYS. Written in the transaction that frees the slug.
CREATE TABLE freed_slugs (
  slug         VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  workspace_id BIGINT UNSIGNED NOT NULL,
  freed_at     DATETIME(3) NOT NULL,
  KEY freed_slugs_freed_at (freed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The most requested paths of custom domains that have no link, at most 1,000 for each domain and day (since 1970, in UTC).
-- A domain that is connected again has a new id. requests: with bots. Kept for 90 days.
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

-- Public statistics, one URL for each link. token_hash finds the token; token: encrypted, shown to members again.
CREATE TABLE link_shares (
  link_id          BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  workspace_id     BIGINT UNSIGNED NOT NULL,
  token_hash       BINARY(32) NOT NULL,
  token            VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  show_destination TINYINT(1) NOT NULL DEFAULT 0,
  created_at       DATETIME(3) NOT NULL,
  UNIQUE KEY link_shares_token_hash (token_hash),
  KEY link_shares_workspace (workspace_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The change feed: what each process must read again. kind link: the key (domain_id, slug) of the slug map; domain: domain_id;
-- workspace, user: access of subject_id. A transaction writes its changes last, so that ids become visible in nearly their order.
CREATE TABLE link_changes (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind       ENUM('link', 'domain', 'workspace', 'user') NOT NULL DEFAULT 'link',
  domain_id  BIGINT UNSIGNED NOT NULL,
  slug       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject_id BIGINT UNSIGNED NULL,
  changed_at DATETIME(3) NOT NULL,
  KEY link_changes_changed_at (changed_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One row for each workspace: state shared by everything that creates links in a workspace. Creating locks the row, so that
-- creating and sealing run one after the other. period, used: links created in this month. sealed_to: links up to then are in
-- search blocks, and none is created with an earlier created_at. edits: makes changes of searched texts conflict with
-- sealing.
CREATE TABLE workspace_link_states (
  workspace_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  period       CHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  used         INT UNSIGNED NOT NULL DEFAULT 0,
  sealed_to    DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:01.000',
  edits        BIGINT UNSIGNED NOT NULL DEFAULT 0,
  CONSTRAINT workspace_link_states_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The search index: which character sequences occur in the links created from from_at to to_at, both included.
-- grams: a bit for each pair of common characters in the block; then a byte for each other run of one to three characters,
-- with a bit for each slice of the block. slices: for each, the first and last creation time in Unix ms, the lowest and
-- highest id.
CREATE TABLE link_search_blocks (
  workspace_id BIGINT UNSIGNED NOT NULL,
  from_at      DATETIME(3) NOT NULL,
  to_at        DATETIME(3) NOT NULL,
  grams        VARBINARY(7852) NOT NULL,
  slices       VARBINARY(192) NOT NULL,
  PRIMARY KEY (workspace_id, to_at),
  CONSTRAINT link_search_blocks_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Idempotency keys in use. workspace_id: 0 for requests to create a workspace, whose caller can be in none. claim: the request that
-- can answer. answer: encrypted with the key, of which only the hash is stored.
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

-- Files of links to import. actor, mapping, columns_found, options, file_form and tallies are JSON.
-- position: rows whose outcome is stored; it, the counts and the changes of a batch are written in one transaction.
-- preview: the first rows. tallies: number of rows by reason, note and unknown host. file: its name in one machine's import
-- folder; NULL once deleted. needed: rows that require a new link. undo_status: NULL, queued, running or done.
-- file_bytes: size of the file. kept_bytes: size of the cells in import_rows. Plans limit both.
CREATE TABLE imports (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  actor         VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  format_asked  VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
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

-- What an undo needs. object_id: public id of the link that a row created or changed. former: JSON of its earlier values; NULL
-- if it did not exist. version: its version after the row. In a dry run, object_id is a digest of what the row would take.
CREATE TABLE import_changes (
  import_id BIGINT UNSIGNED NOT NULL,
  row_no    INT UNSIGNED NOT NULL,
  object_id VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  former    MEDIUMTEXT NULL,
  version   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (import_id, row_no, object_id),
  KEY import_changes_object (import_id, object_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Clicks
--
-- Days and hours count from 1970 in UTC, so that no time zone can shift them. Repeating texts (browsers, systems, referrers) are
-- words with an id; 0 is unknown, or a direct visit for a referrer. Links belong to eight shards; one worker at a time stores the
-- clicks of a shard.

-- Marks of stored batches, written in the transaction that stores one, so that a batch delivered twice counts once.
-- released_at: when the spool deleted its copy, or a year ahead while it does. The mark is deleted a day later.
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

-- Every click, bots included, in blocks of thousands: some 12 bytes each. One partition a day, created by the worker.
-- data: clicks of a workspace and day, by link and time (daemon/clicks/bytes/block.ts). level: 0 as stored. Small blocks are
-- merged into blocks of the next level; level 3 stays. no: number of a batch in it, and the position among that batch's blocks.
-- first_link, last_link: let exports skip blocks.
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

-- Which worker stores the clicks of each shard, and so remembers who has clicked its links today.
-- owner: a worker; NULL: nobody. claim: raised by each change of owner. turns: raised by each transaction that stores clicks.
-- Such a transaction ends if a claim changed since the worker read what is stored, so that nobody else can store at the same
-- time. Writing the rows ensures this on all nodes of a cluster.
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

-- Counts of a link in an hour; link 0 is the whole workspace. own_clicks: visits from the workspace's own networks, which are not
-- clicks. last_ms: the last click, from the start of the hour.
-- breakdown: counts by dimension (daemon/clicks/breakdown.ts). A batch only appends to it.
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

-- The same by day. Counts of links are summed up from click_hours once the day is over; those of link 0 are always in both.
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

-- One row: the position, in key order, up to which click_days is complete for links. A later click of an earlier position
-- counts in both tables, others in click_hours only.
CREATE TABLE click_days_made (
  id           TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  day          SMALLINT UNSIGNED NOT NULL,
  workspace_id INT UNSIGNED NOT NULL,
  link_id      INT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO click_days_made (id, day, workspace_id, link_id) VALUES (1, DATEDIFF(UTC_DATE(), '1970-01-01'), 0, 0);

-- Clicks that are counted and not yet in links.clicks and links.last_click_at. A transaction that stores clicks of many links
-- writes them; one that adds them to the links deletes them seconds later.
-- clicks: varints, for each link its id, its clicks and the last one in Unix ms.
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

-- Clicks to send to CLICKS_EXPORT_URL. Written in the transaction that stores them, deleted once sent.
-- data: clicks of a day, as in click_blocks. name: 48 random bits; with the position in the row it is a click's id.
-- batch: the message that the row belongs to, fixed before the first attempt, so that every attempt sends the same clicks.
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

-- Number of clicks that left warehouse_clicks, counted in the transactions that delete its rows.
CREATE TABLE warehouse_totals (
  outcome VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  clicks  BIGINT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO warehouse_totals (outcome, clicks) VALUES ('sent', 0), ('dropped', 0);

-- Safety

-- Threat lists, as every process has them in memory. version: counts changes of the content. applied_version: existing links
-- were checked against the entries added up to it. The operator's own list is `operator`.
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
-- for a removed entry. applied: existing links were checked against it.
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
-- links have a row in link_scans (0: all of them).
CREATE TABLE safety_followers (
  id        TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  change_id BIGINT UNSIGNED NULL,
  reader    CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  walked_to BIGINT UNSIGNED NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT INTO safety_followers (id) VALUES (1);

-- When each link is scanned next. A deleted link's row is deleted by its next scan.
-- fingerprint: of the indexed destinations; NULL: none yet. prefixes: their rows in link_expressions. lane: 0 clicked links,
-- 1 new and changed links, 2 others. stage: scans since the last change. health: unknown, ok or broken, since health_since.
-- http_status: of the last answer. failed_times: failed checks since failed_since, with no good one after it.
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

-- Which links an entry of a list can affect: the first 4 bytes of the hashes of each destination's hosts, alone and with the
-- whole path.
CREATE TABLE link_expressions (
  prefix  INT UNSIGNED NOT NULL,
  link_id INT UNSIGNED NOT NULL,
  PRIMARY KEY (prefix, link_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Why a link is banned, and by whom. fingerprint: of the unsafe destinations. words: the reason given to the owner. Only an
-- operator can lift an operator's ban. source `pardon`: a lifted ban, so that a scan does not ban the same destinations again.
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

-- What a person must decide: doubtful findings, visitors' reports, owners' appeals (source `owner`, urgency 1).
-- subject: one finding about one set of destinations; a repetition adds to times, also after a decision. answer: the reason
-- given to the owner.
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

-- Automatic bans of a workspace since a time. flagged_at: there are so many that doubtful findings ban its links too.
CREATE TABLE workspace_offences (
  workspace_id INT UNSIGNED NOT NULL PRIMARY KEY,
  bans         INT UNSIGNED NOT NULL,
  since        DATETIME(3) NOT NULL,
  flagged_at   DATETIME(3) NULL,
  KEY workspace_offences_flagged_at (flagged_at, workspace_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Webhooks and emails

-- Where events are sent.
-- events: names, separated by commas. hears_clicks: it is active and gets link.clicked. The secrets are encrypted; former_secret
-- signs as well until former_until. clicks_told_at: when the last delivery of clicks was created. failing_since: the first of
-- the consecutive failures; after days of them the webhook is turned off. deleted_at: it is deleted with its deliveries soon.
-- created_by: the user. The first verification of a user's email deletes the webhooks that they created, because someone else
-- may have created the account.
CREATE TABLE webhooks (
  id             BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  public_id      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  workspace_id   BIGINT UNSIGNED NOT NULL,
  created_by     BIGINT UNSIGNED NOT NULL,
  url            VARCHAR(2048) NOT NULL,
  events         VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active         TINYINT(1) NOT NULL DEFAULT 1,
  hears_clicks   TINYINT(1) NOT NULL DEFAULT 0,
  secret         VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  former_secret  VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  former_until   DATETIME(3) NULL,
  clicks_told_at DATETIME(3) NULL,
  failing_since  DATETIME(3) NULL,
  created_at     DATETIME(3) NOT NULL,
  updated_at     DATETIME(3) NOT NULL,
  deleted_at     DATETIME(3) NULL,
  UNIQUE KEY webhooks_public_id (public_id),
  KEY webhooks_workspace (workspace_id, id),
  KEY webhooks_hears_clicks (hears_clicks, workspace_id),
  KEY webhooks_deleted_at (deleted_at),
  KEY webhooks_creator (created_by)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Events to send to webhooks, written in the transaction of the change. event_id: the same for all webhooks and attempts.
-- answer_status, answer_body, took_ms: of the last attempt. Successful deliveries are deleted after some days, failed ones
-- later.
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

-- Clicks to deliver, without their visitors, as blocks. Written in the transaction that stores them, and deleted by the one that
-- creates their delivery.
CREATE TABLE webhook_clicks (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  webhook_id BIGINT UNSIGNED NOT NULL,
  day        SMALLINT UNSIGNED NOT NULL,
  clicks     SMALLINT UNSIGNED NOT NULL,
  data       MEDIUMBLOB NOT NULL,
  KEY webhook_clicks_webhook (webhook_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Emails to send, written in the transaction of their reason. data: JSON without secrets. due_at: the next attempt. A sender
-- moves it into the future first, so that another worker takes over if it is killed. sender_id: the user who invites, for the
-- daily limit.
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

-- IP networks whose visits are a workspace's own and not clicks: a JSON array in CIDR notation, never empty.
CREATE TABLE own_networks (
  workspace_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  networks     TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The contact sites connected to workspaces. secret: the encrypted key of contact tokens. secret_hash: its SHA-256, by which the
-- site checks that it has the same key. Tokens of former_secret are still accepted.
CREATE TABLE contact_sites (
  id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  workspace_id  BIGINT UNSIGNED NOT NULL,
  secret        VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  secret_hash   BINARY(32) NOT NULL,
  former_secret VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
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

