-- Statistics of a domain's links include those deleted since.
ALTER TABLE deleted_links ADD KEY deleted_links_hostname (workspace_id, hostname, id);
