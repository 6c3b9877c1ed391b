-- Work that one process at a time does, whichever it is. Who has the row has the work until `expires_at`, by the server's
-- clock; it is taken by one conditional UPDATE, which a cluster's nodes agree on.
CREATE TABLE leases (
  name       VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  owner      CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
