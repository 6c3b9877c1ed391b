-- Settings of the plugin host and its plugins, as JSON. autoload: read at every start.
CREATE TABLE {prefix}waypost_options (
  name     VARCHAR(191) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  value    MEDIUMTEXT NOT NULL,
  autoload TINYINT(1) NOT NULL DEFAULT 1,
  KEY autoloaded (autoload)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
