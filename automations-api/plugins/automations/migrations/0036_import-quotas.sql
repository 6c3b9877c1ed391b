-- What imports keep, by which their limits are kept to; as in the link service (sql/0065_import-quotas.sql).
ALTER TABLE {prefix}automations_imports
  ADD COLUMN file_bytes BIGINT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN kept_bytes BIGINT UNSIGNED NOT NULL DEFAULT 0;
