-- external_id: what a system of the customer's calls the link; UTF-8, compared as written (bytes, so that neither case nor a last
-- space is lost).
ALTER TABLE links
  ADD COLUMN external_id VARBINARY(1020) NULL,
  ADD UNIQUE KEY links_external_id (workspace_id, external_id);
