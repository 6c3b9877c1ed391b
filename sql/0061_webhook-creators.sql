-- The user who created a webhook, by a session or a key; NULL for webhooks from before. When a user's email is verified for the first
-- time, webhooks that they created until then are deleted: someone else may have made the account.
ALTER TABLE webhooks
  ADD COLUMN created_by BIGINT UNSIGNED NULL,
  ADD KEY webhooks_creator (created_by);
