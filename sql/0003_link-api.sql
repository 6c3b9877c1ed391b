-- The link API: pages by domain and by tag, the monthly allowance, search, and answers kept for retries.

ALTER TABLE links
  ADD KEY links_newest_by_domain (workspace_id, domain_id, archived, created_at, id);

-- archived and created_at are the link's, so that a tag's links are paged from one index.
ALTER TABLE link_tags
  ADD COLUMN archived   TINYINT(1) NOT NULL DEFAULT 0,
  ADD COLUMN created_at DATETIME(3) NOT NULL,
  ADD KEY link_tags_newest (tag_id, archived, created_at, link_id),
  DROP KEY link_tags_tag;

-- What a workspace's writers of links agree on. Every create writes this row first, so creates and sealings of one
-- workspace go one after another: `used` links were made in `period` (a month, UTC); links up to `sealed_to` lie in
-- search blocks and none is ever made with an earlier created_at; `edits` only makes edits of searched texts collide
-- with sealings.
CREATE TABLE workspace_link_states (
  workspace_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  period       CHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  used         INT UNSIGNED NOT NULL DEFAULT 0,
  sealed_to    DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:01.000',
  edits        BIGINT UNSIGNED NOT NULL DEFAULT 0,
  CONSTRAINT workspace_link_states_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Which parts of words occur in the links made from from_at to to_at (both included): one bit for each hash of one to
-- three characters. A search reads only the links of blocks that can hold its text.
CREATE TABLE link_search_blocks (
  workspace_id BIGINT UNSIGNED NOT NULL,
  to_at        DATETIME(3) NOT NULL,
  from_at      DATETIME(3) NOT NULL,
  grams        VARBINARY(4096) NOT NULL,
  PRIMARY KEY (workspace_id, to_at),
  CONSTRAINT link_search_blocks_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- One row for each Idempotency-Key in use. `claim` names the request that may answer it; the answer is encrypted with
-- the key itself, of which only a hash is here.
CREATE TABLE idempotency_keys (
  workspace_id BIGINT UNSIGNED NOT NULL,
  key_hash     BINARY(32) NOT NULL,
  request_hash BINARY(32) NOT NULL,
  claim        BINARY(16) NOT NULL,
  claimed_at   DATETIME(3) NOT NULL,
  answer       MEDIUMBLOB NULL,
  PRIMARY KEY (workspace_id, key_hash),
  KEY idempotency_keys_claimed_at (claimed_at),
  CONSTRAINT idempotency_keys_of_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
