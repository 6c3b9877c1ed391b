-- The time at the writing server, which a worker writes every second where MYSQL_READ_URL is set. At a replica it tells how far behind
-- that is, whatever replicates it.

CREATE TABLE heartbeats (
  id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  at DATETIME(3) NOT NULL
) ENGINE=InnoDB;
