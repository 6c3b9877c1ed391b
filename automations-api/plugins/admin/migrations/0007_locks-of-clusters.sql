-- A row lock excludes writers on the same server of a cluster only. A transaction that counts administrators raises this number, so
-- that of two on different servers one meets a conflict at COMMIT and is run again.
ALTER TABLE {prefix}waypost_admins ADD COLUMN locks INT UNSIGNED NOT NULL DEFAULT 0;
