-- Who has clicked a link before on a day is known in memory, by the one worker that stores the clicks of the link's shard.
--
-- owner: a worker, or nobody. claim grows with every change of the owner, turns with every transaction that stores clicks. Such
-- a one ends unless the claims are those from before the worker read what is stored, so nobody can store behind another's
-- back; that it writes the rows makes it so on all nodes of a Galera cluster.
CREATE TABLE click_shards (
  shard TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  owner CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  claim BIGINT UNSIGNED NOT NULL,
  turns BIGINT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

INSERT IGNORE INTO click_shards (shard, owner, claim, turns) VALUES
  (0, NULL, 0, 0), (1, NULL, 0, 0), (2, NULL, 0, 0), (3, NULL, 0, 0),
  (4, NULL, 0, 0), (5, NULL, 0, 0), (6, NULL, 0, 0), (7, NULL, 0, 0);

-- Workers that share the shards out among them: those seen a moment ago, by the server's clock.
CREATE TABLE click_workers (
  id      CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  seen_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What is in it is read until it ages out. A worker of the former release, which would add to it unseen, fails from now on; what
-- it was sent is sent again to the new one.
RENAME TABLE click_visitors TO click_visitor_rows;
