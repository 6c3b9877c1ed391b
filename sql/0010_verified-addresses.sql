-- Addresses shown to be their owners', the networks an account signs in from, and who causes mails to others.

-- When its owner opened a link mailed to the address; NULL: not yet. Accounts from before this was asked count as verified.
ALTER TABLE users ADD COLUMN email_verified_at DATETIME(3) NULL AFTER password_hash;

UPDATE users SET email_verified_at = created_at;

-- A token that went out by mail shows that who has it reads the address; one that the API answered does not.
ALTER TABLE tokens ADD COLUMN mailed TINYINT(1) NOT NULL DEFAULT 0;

-- The user who invites, for what a user may mail in a day.
ALTER TABLE mails
  ADD COLUMN sender_id BIGINT UNSIGNED NULL AFTER recipient,
  ADD KEY mails_sender (sender_id, created_at);

-- Networks from which an account signed in: tries of strangers do not use up the tries from these. The hash is keyed, of
-- address and network, and says neither.
CREATE TABLE user_networks (
  user_id      BIGINT UNSIGNED NOT NULL,
  hash         BINARY(16) NOT NULL,
  last_used_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, hash),
  KEY user_networks_last_used_at (last_used_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
