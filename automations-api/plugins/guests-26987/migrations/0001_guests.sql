CREATE TABLE {prefix}guests (name VARCHAR(50));
