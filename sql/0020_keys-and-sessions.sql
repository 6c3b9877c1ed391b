-- When a key ends by itself; NULL is never. Its role is what it may do at most, as chosen by whoever made it.
ALTER TABLE api_keys ADD COLUMN expires_at DATETIME(3) NULL;

-- What a person knows a session by: when it was last seen, to the minute, what signed in, as it called itself, and from
-- where, an address cut to the network (/24 or /48) that it is in.
ALTER TABLE sessions
  ADD COLUMN last_used_at DATETIME(3) NULL,
  ADD COLUMN user_agent   VARCHAR(255) NULL,
  ADD COLUMN address      VARCHAR(50) CHARACTER SET ascii COLLATE ascii_bin NULL;
