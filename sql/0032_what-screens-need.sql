-- What the dashboard asks for: links of one destination, and UTM members that a workspace uses again.

-- Tells links of other destinations apart without holding them twice; what has the same number is compared.
ALTER TABLE links ADD COLUMN url_hash INT UNSIGNED GENERATED ALWAYS AS (CRC32(url)) VIRTUAL;

ALTER TABLE links ADD KEY links_by_url (workspace_id, url_hash, archived, created_at, id);

-- `name` is compared as written; `utm` is JSON text.
CREATE TABLE utm_templates (
  workspace_id BIGINT UNSIGNED NOT NULL,
  name         VARBINARY(200) NOT NULL,
  utm          TEXT NOT NULL,
  updated_at   DATETIME(3) NOT NULL,
  PRIMARY KEY (workspace_id, name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
