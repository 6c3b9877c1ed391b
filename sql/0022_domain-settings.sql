-- What a custom domain shows besides its links. root_url: where its root leads. not_found_url: where an address without a
-- link leads. brand: JSON text { name, logoUrl, color } of the pages visitors see. apps: JSON text { ios, android }, the apps
-- that may open its links.
ALTER TABLE domains
  ADD COLUMN root_url      VARCHAR(2048) NULL,
  ADD COLUMN not_found_url VARCHAR(2048) NULL,
  ADD COLUMN brand         TEXT NULL,
  ADD COLUMN apps          TEXT NULL;
