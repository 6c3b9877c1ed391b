-- Who signs in with an account of the link service: its number there. Such a person has no address, password or second factor of
-- their own here; what stands in `email` and `name` is as of the last sign-in.
ALTER TABLE {prefix}waypost_admins
  ADD COLUMN links_user_id BIGINT UNSIGNED NULL,
  ADD UNIQUE KEY admins_links_user (links_user_id);

-- The session of the link service that a session belongs to: it ends with that one.
ALTER TABLE {prefix}waypost_admin_sessions
  ADD COLUMN links_session_id BIGINT UNSIGNED NULL,
  ADD KEY admin_sessions_links_session (links_session_id);
