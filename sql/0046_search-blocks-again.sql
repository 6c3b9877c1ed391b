-- Search counts the letter sharp s as ss. Blocks sealed before do not know it so and would hide links: they are sealed again, in the
-- background, when a workspace is searched.
DELETE FROM link_search_blocks;

UPDATE workspace_link_states SET sealed_to = DEFAULT(sealed_to);
