-- `unlimited` is a plan of its own here: no number holds, and what a plan gates is there.
ALTER TABLE workspaces
  MODIFY plan        VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'free',
  MODIFY former_plan VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NULL;

-- The workspace of the first `npm start` is the operator's own. It is known by the two oldest acts of the command line, its account and
-- the key `first`, and left alone where its owner has changed since, or where a subscription pays for it.
UPDATE workspaces
  JOIN audit_entries AS account ON account.workspace_id = workspaces.id
    AND account.action = 'user.create' AND account.actor = 'operator'
  JOIN audit_entries AS first_key ON first_key.workspace_id = workspaces.id
    AND first_key.action = 'key.create' AND first_key.actor = 'operator' AND first_key.details LIKE '{"name":"first"%'
    AND first_key.created_at BETWEEN account.created_at AND account.created_at + INTERVAL 10 MINUTE
  JOIN users ON users.public_id = account.object_id
  JOIN members ON members.workspace_id = workspaces.id AND members.user_id = users.id AND members.is_owner
  SET workspaces.plan = 'unlimited', workspaces.former_plan = NULL, workspaces.downgraded_at = NULL
  WHERE account.id = (SELECT MIN(id) FROM audit_entries AS entries)
    AND NOT EXISTS (
      SELECT 1 FROM billing_accounts
      WHERE billing_accounts.workspace_id = workspaces.id AND stripe_subscription_id IS NOT NULL
    );
