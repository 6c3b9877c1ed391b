-- Operators: people who watch over the whole installation, what they do and why, and what owners of banned links ask of them.

-- Signed-in users who may; made and ended on the command line.
CREATE TABLE operators (
  user_id    BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  created_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What operators did. user_id: NULL for the command line. object_id: of the link, the workspace or the user it was done to.
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

-- words: why, as an operator told the owner.
ALTER TABLE link_bans
  ADD COLUMN words VARCHAR(1000) NULL,
  ADD KEY link_bans_banned_at (banned_at, link_id);

-- An owner's appeal is a review of source `owner`, one for each ban, with urgency 1: it is looked at first. answer: why it
-- was decided so, as the owner is told.
ALTER TABLE safety_reviews
  ADD COLUMN urgency TINYINT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN answer VARCHAR(1000) NULL,
  ADD KEY safety_reviews_waiting (status, urgency DESC, times DESC, id);

ALTER TABLE workspace_offences ADD KEY workspace_offences_flagged_at (flagged_at, workspace_id);

ALTER TABLE workspaces ADD KEY workspaces_suspended_at (suspended_at, id);
