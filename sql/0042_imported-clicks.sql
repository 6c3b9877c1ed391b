-- Clicks of a link that were counted elsewhere before it came here; never part of the click ledger.
ALTER TABLE links ADD COLUMN imported_clicks INT UNSIGNED NULL;
