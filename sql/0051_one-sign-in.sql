-- One sign-in for links and contacts. The installation of contact automation whose people sign in with accounts of this service: one
-- row at most, which it writes itself. awaits_first: nobody has an account there yet. site_id: the binding (contact_sites) by which it
-- hears of clicks. offered_key: an encrypted key that binds it to a workspace, until it has taken it.
CREATE TABLE contacts_installation (
  id           TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  name         VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  url          VARCHAR(2000) NOT NULL,
  awaits_first TINYINT(1) NOT NULL DEFAULT 0,
  site_id      BIGINT UNSIGNED NULL,
  offered_key  VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  seen_at      DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- Who of this service's accounts may sign in to contacts, and as what: administrator, editor or viewer.
CREATE TABLE contacts_people (
  user_id    BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  role       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(3) NOT NULL,
  CONSTRAINT contacts_people_of_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- What a browser carries from one application to the other, once and within a minute. opens: the application that takes it, links or
-- contacts. challenge: the SHA-256 of a secret in a cookie of the browser for which that application asked.
CREATE TABLE sign_in_tickets (
  hash       BINARY(32) NOT NULL PRIMARY KEY,
  session_id BIGINT UNSIGNED NOT NULL,
  opens      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  challenge  BINARY(32) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  KEY sign_in_tickets_expires_at (expires_at),
  CONSTRAINT sign_in_tickets_of_session FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;

-- The role in contacts that an invitation gives besides that in the workspace.
ALTER TABLE invites ADD COLUMN contacts_role VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL;
