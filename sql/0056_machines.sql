-- The machines that share this database, so that settings that must be equal everywhere can be compared. name: its host name and
-- LOCAL_DIR. settings: JSON, a short digest by the name of each setting, from which no value can be told. seen_at: renewed every minute.
CREATE TABLE machines (
  id       CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  name     VARCHAR(500) NOT NULL,
  settings TEXT NOT NULL,
  seen_at  DATETIME(3) NOT NULL,
  KEY machines_seen (seen_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
