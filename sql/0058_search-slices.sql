-- breaks former releases: they know no slices, and texts they seal or edit would not be found.
-- Blocks of search are cut into slices, so that fewer links are looked at. All are sealed again, in the background, when a workspace is
-- searched; until then searches look at every link.
--
-- grams: a bit for each pair of common characters, for the whole block; then a byte for each other run of one to three characters, with a
-- bit for each slice. slices: the creation times of the first and the last link of each, in Unix ms.
DELETE FROM link_search_blocks;

UPDATE workspace_link_states SET sealed_to = DEFAULT(sealed_to);

ALTER TABLE link_search_blocks
  ADD COLUMN slices VARBINARY(96) NOT NULL,
  MODIFY COLUMN grams VARBINARY(7948) NOT NULL;
