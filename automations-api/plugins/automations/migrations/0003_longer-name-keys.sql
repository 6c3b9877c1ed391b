-- The normal form of 200 characters has up to 600 (U+FB2C becomes three), and a key that is cut is another name's.
ALTER TABLE {prefix}automations_terms
  MODIFY COLUMN name_key VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;
ALTER TABLE {prefix}automations_fields
  MODIFY COLUMN name_key VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;
