-- What is shown of a link where it is posted: JSON text { title, description, imageUrl }, each a text or null. NULL when
-- nothing is set.
ALTER TABLE links
  ADD COLUMN preview TEXT NULL;
