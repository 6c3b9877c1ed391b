-- How a webhook is doing: since when every try failed (null while they are taken), and about when it was tried last. A
-- replaced secret goes on signing beside the new one until `former_until`.
ALTER TABLE {prefix}automations_webhooks
  ADD COLUMN former_secret VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  ADD COLUMN former_until DATETIME NULL,
  ADD COLUMN failing_since DATETIME NULL,
  ADD COLUMN attempted_at DATETIME NULL;

-- The newest deliveries of a webhook. It holds the event, so that a page of some passes over the others in the index alone.
ALTER TABLE {prefix}automations_webhook_deliveries
  ADD KEY deliveries_newest (webhook_id, id, event);
