-- What imports keep, by which the limits of plans are kept to. file_bytes: of the file. kept_bytes: of the cells in import_rows.
ALTER TABLE imports
  ADD COLUMN file_bytes BIGINT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN kept_bytes BIGINT UNSIGNED NOT NULL DEFAULT 0;
