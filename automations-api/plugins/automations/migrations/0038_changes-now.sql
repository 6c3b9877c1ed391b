-- SQL of others that changes contacts adds their ids to the change feed. The time of the change is now unless it is given.
ALTER TABLE {prefix}automations_contact_changes ALTER COLUMN changed_at SET DEFAULT (UTC_TIMESTAMP(3));
