-- Settings of the plugin host and its plugins, as JSON text. Release 0.1.0 made this table with contact automation's.
CREATE TABLE IF NOT EXISTS {prefix}waypost_options (
  name     VARCHAR(191) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  value    MEDIUMTEXT NOT NULL,
  autoload TINYINT(1) NOT NULL DEFAULT 1,
  KEY autoloaded (autoload)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
