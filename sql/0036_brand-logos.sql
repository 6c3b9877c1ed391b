-- The logo of a domain's brand as it is drawn into QR codes, fetched in the background (daemon/qr/fetch-logo.ts). logo_due_at:
-- when it is to be fetched, NULL when not. logo_tries: those that failed one after another. logo_error: why the last one did;
-- NULL with a logo that is there. logo_version: grows with each change of the brand, so that what was fetched for a former one
-- is not taken.
ALTER TABLE domains
  ADD COLUMN logo_png     MEDIUMBLOB NULL,
  ADD COLUMN logo_error   VARCHAR(300) NULL,
  ADD COLUMN logo_tries   TINYINT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN logo_version INT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN logo_due_at  DATETIME(3) NULL,
  ADD KEY domains_logo_due (logo_due_at);

UPDATE domains SET logo_due_at = UTC_TIMESTAMP(3) WHERE brand LIKE '%"logoUrl":"%' AND removed_at IS NULL;
