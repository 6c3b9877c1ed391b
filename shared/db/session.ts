/**
 * The settings of every MySQL session, independent of the server's defaults: UTC, READ COMMITTED, strict, autocommit, and
 * no limit that silently truncates an answer or refuses a statement.
 */

export type SessionOptions = {
  /** Time limit for a row lock, seconds. */
  lockSeconds: number;
  /** Seconds after which the server closes an idle session and releases its locks. */
  idleSeconds: number;
};

/** Options of connections outside a pool, for long work such as migrations. */
export const longWork: SessionOptions = { lockSeconds: 50, idleSeconds: 28_800 };

/** Returns the first statements of every new connection; later statements wait for them. */
export const sessionSettings = ({ lockSeconds, idleSeconds }: SessionOptions): string[] => [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE',
  `SET ${[
    "time_zone = '+00:00'",
    `innodb_lock_wait_timeout = ${lockSeconds}`,
    `wait_timeout = ${idleSeconds}`,
    "sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'",
    'autocommit = 1',
    'completion_type = 0',
    "default_storage_engine = 'InnoDB'",
    'foreign_key_checks = 1',
    'unique_checks = 1',
    'sql_auto_is_null = 0',
    'sql_big_selects = 1',
    'sql_safe_updates = 0',
    // `DEFAULT` would mean the server's own limit.
    'sql_select_limit = 18446744073709551615',
  ]
    .map((setting) => `SESSION ${setting}`)
    .join(', ')}`,
];
