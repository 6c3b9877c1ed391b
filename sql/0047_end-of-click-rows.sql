-- Clicks have been blocks since 0015. Rows of 0.1.0, and who had clicked by them, are read by nothing any more: what they were counted
-- as stays.
DROP TABLE clicks;
DROP TABLE click_visitor_rows;

-- Nor are breakdowns in its form, which do not begin with the mark of a part (daemon/clicks/breakdown.ts). Their rows keep the totals.
UPDATE click_hours SET breakdown = '' WHERE LEFT(breakdown, 3) <> X'FFFF7F';
UPDATE click_days SET breakdown = '' WHERE LEFT(breakdown, 3) <> X'FFFF7F';

-- Each session says when it was used last; those of 0.1.0, which do not, end.
DELETE FROM sessions WHERE last_used_at IS NULL;
ALTER TABLE sessions MODIFY last_used_at DATETIME(3) NOT NULL;
