-- How often a first account was made, which makes the next code for one another. The row is held by who makes one, so that one wins.
ALTER TABLE installation ADD COLUMN first_visits INT UNSIGNED NOT NULL DEFAULT 0;
