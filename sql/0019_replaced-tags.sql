-- Tags on their way out while links still hold them. `replaced_by` is the tag that such a one was merged into, or 0 when
-- it was deleted; NULL is a tag as any other. Its name is then the byte FF and its id, which no tag can be called, so that
-- the name it had is free. Its links go in parts, and its row with the last of them. A successor is never replaced itself:
-- what was merged into it is merged into its successor, too.
ALTER TABLE tags
  ADD COLUMN replaced_by BIGINT UNSIGNED NULL,
  ADD KEY tags_replaced_by (replaced_by, id);
