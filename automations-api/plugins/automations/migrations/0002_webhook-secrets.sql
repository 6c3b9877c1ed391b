-- Signing secrets are encrypted from now on, which makes them longer. The process encrypts those that are there.
ALTER TABLE {prefix}automations_webhooks
  MODIFY COLUMN secret VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL;
