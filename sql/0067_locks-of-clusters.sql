-- A row lock excludes writers on the same server of a cluster only. A transaction that counts before it adds raises this number, so
-- that of two on different servers one meets a conflict at COMMIT and is run again.
ALTER TABLE workspaces ADD COLUMN locks INT UNSIGNED NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN locks INT UNSIGNED NOT NULL DEFAULT 0;
