-- What one person, key or process did, newest first: without it the log is read until enough of theirs is found.
CREATE INDEX audit_by ON {prefix}automations_audit (by_type, by_id, at, id);
