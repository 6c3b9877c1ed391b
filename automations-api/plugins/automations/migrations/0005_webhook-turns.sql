-- When a delivery may be tried next; what is new, or was queued by the former release, at once.
ALTER TABLE {prefix}automations_webhook_deliveries
  ADD COLUMN due_at DATETIME(3) NOT NULL DEFAULT '1970-01-01 00:00:00' AFTER last_error,
  ADD KEY deliveries_due (status, webhook_id, due_at);
