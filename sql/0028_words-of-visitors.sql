-- UTM members that visitors send and links add are words, too, in any script.
ALTER TABLE click_words MODIFY word VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;
