-- Which password a person of WordPress signed in with: a digest of WordPress's own hash of it. Sessions end when WordPress has
-- another one, and so do those begun before this column was there, which have none.
ALTER TABLE {prefix}waypost_admin_sessions
  ADD COLUMN wp_password BINARY(16) NULL;
