-- breaks former releases: they know other slices.
-- Slices know the ids of their links, because links are read several times as fast in the order of their table. All are sealed again, in
-- the background, when a workspace is searched; until then searches look at every link.
--
-- slices: of each the creation times of the first and the last link, in Unix ms, and the lowest and the highest id.
DELETE FROM link_search_blocks;

UPDATE workspace_link_states SET sealed_to = DEFAULT(sealed_to);

ALTER TABLE link_search_blocks
  MODIFY COLUMN slices VARBINARY(192) NOT NULL,
  MODIFY COLUMN grams VARBINARY(7852) NOT NULL;
