-- contract: former releases leave it to the database to delete the rows of a deleted account, workspace or session.
-- Group Replication refuses cascading keys when it takes writes on every member. These keys refuse instead: the service deletes the rows
-- that depend on another one first, in the same transaction. sign_in_tickets needs no key: a ticket without its session opens nothing
-- and is deleted within minutes.

-- The new keys hold the rows that the old ones held, so nothing is read for it and no table is copied.
SET SESSION foreign_key_checks = 0;

ALTER TABLE members
  DROP FOREIGN KEY members_of_workspace,
  DROP FOREIGN KEY members_of_user,
  ADD CONSTRAINT members_in_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id),
  ADD CONSTRAINT members_are_users FOREIGN KEY (user_id) REFERENCES users (id);

ALTER TABLE api_keys
  DROP FOREIGN KEY api_keys_of_workspace,
  DROP FOREIGN KEY api_keys_of_user,
  ADD CONSTRAINT api_keys_in_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id),
  ADD CONSTRAINT api_keys_by_user FOREIGN KEY (created_by) REFERENCES users (id);

ALTER TABLE tags
  DROP FOREIGN KEY tags_of_workspace,
  ADD CONSTRAINT tags_in_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id);

ALTER TABLE link_tags
  DROP FOREIGN KEY link_tags_of_link,
  ADD CONSTRAINT link_tags_on_link FOREIGN KEY (link_id) REFERENCES links (id);

ALTER TABLE sessions
  DROP FOREIGN KEY sessions_of_user,
  ADD CONSTRAINT sessions_by_user FOREIGN KEY (user_id) REFERENCES users (id);

ALTER TABLE invites
  DROP FOREIGN KEY invites_of_workspace,
  ADD CONSTRAINT invites_to_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id);

ALTER TABLE billing_accounts
  DROP FOREIGN KEY billing_accounts_of_workspace,
  ADD CONSTRAINT billing_accounts_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id);

ALTER TABLE billing_page_links
  DROP FOREIGN KEY billing_page_links_of_workspace,
  ADD CONSTRAINT billing_page_links_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id);

ALTER TABLE contacts_people
  DROP FOREIGN KEY contacts_people_of_user,
  ADD CONSTRAINT contacts_people_are_users FOREIGN KEY (user_id) REFERENCES users (id);

ALTER TABLE sign_in_tickets
  DROP FOREIGN KEY sign_in_tickets_of_session;

ALTER TABLE workspace_link_states
  DROP FOREIGN KEY workspace_link_states_of_workspace,
  ADD CONSTRAINT workspace_link_states_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id);

ALTER TABLE link_search_blocks
  DROP FOREIGN KEY link_search_blocks_of_workspace,
  ADD CONSTRAINT link_search_blocks_by_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id);

ALTER TABLE idempotency_keys
  DROP FOREIGN KEY idempotency_keys_of_workspace,
  ADD CONSTRAINT idempotency_keys_in_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces (id);

SET SESSION foreign_key_checks = 1;
