-- A change says by a column of its own what it is about: a link (domain_id, slug), a domain (domain_id), or who may do
-- what in a workspace or as a user (subject_id).
ALTER TABLE link_changes
  ADD COLUMN kind       ENUM('link', 'domain', 'workspace', 'user') NOT NULL DEFAULT 'link',
  ADD COLUMN subject_id BIGINT UNSIGNED NULL;

UPDATE link_changes SET kind = 'domain' WHERE slug = '' AND subject_id IS NULL;

UPDATE link_changes SET kind = 'workspace', subject_id = CAST(SUBSTRING(slug, 2) AS UNSIGNED), slug = ''
WHERE slug LIKE '@%';

UPDATE link_changes SET kind = 'user', subject_id = CAST(SUBSTRING(slug, 2) AS UNSIGNED), slug = ''
WHERE slug LIKE '~%';
