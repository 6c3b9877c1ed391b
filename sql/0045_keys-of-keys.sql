-- The API key that made a key; NULL: a person or the operator made it. A key ends at the latest with its parent and is deleted
-- with it, in the same transaction. There is no foreign key: what is deleted together is chosen by the query that deletes.
ALTER TABLE api_keys
  ADD COLUMN parent_id BIGINT UNSIGNED NULL,
  ADD KEY api_keys_parent (parent_id);

-- Keys made by keys until now: the audit log has their parents.
UPDATE api_keys
  JOIN audit_entries ON audit_entries.workspace_id = api_keys.workspace_id
    AND audit_entries.action = 'key.create'
    AND audit_entries.object_id = CONVERT(api_keys.public_id USING utf8mb4) COLLATE utf8mb4_bin
  JOIN api_keys parents ON parents.public_id = audit_entries.key_public_id
    AND parents.workspace_id = api_keys.workspace_id
  SET api_keys.parent_id = parents.id
  WHERE audit_entries.actor = 'api_key';

-- They end with them, too.
UPDATE api_keys
  JOIN (
    WITH RECURSIVE families AS (
      SELECT id, expires_at FROM api_keys WHERE parent_id IS NULL
      UNION ALL
      SELECT
        children.id,
        LEAST(COALESCE(children.expires_at, families.expires_at), COALESCE(families.expires_at, children.expires_at))
      FROM api_keys children
      JOIN families ON children.parent_id = families.id
    )
    SELECT id, expires_at FROM families
  ) ends ON ends.id = api_keys.id
  SET api_keys.expires_at = ends.expires_at
  WHERE api_keys.parent_id IS NOT NULL;
