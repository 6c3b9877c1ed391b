-- clicks.flags: besides 1 QR code, 2 bot, 4 first of its visitor that day, three bits (8, 16, 32) say by which of its
-- link's destinations the visitor left; the numbers are Choice in daemon/redirect/visit.ts. Clicks from before have 0, the
-- link's URL.
--
-- So an export names destinations of deleted links, too. Links deleted before have NULL.
ALTER TABLE deleted_links
  ADD COLUMN expired_url VARCHAR(2048) NULL,
  ADD COLUMN ios_url     VARCHAR(2048) NULL,
  ADD COLUMN android_url VARCHAR(2048) NULL,
  ADD COLUMN geo         MEDIUMTEXT NULL;
