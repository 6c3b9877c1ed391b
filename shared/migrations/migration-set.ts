/** Sets of migrations, read from the numbered `.sql` files of a directory. Applies nothing. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `checksum` is the SHA-256, in hex, of the migration as written; `name` is unique and sorts in order. `breaking`: a
 * release that does not know it cannot work with the resulting tables. `contract`: breaking, and applied to a database
 * that has others already only when the operator asks for it, once no former release runs.
 */
export type Migration = {
  name: string;
  checksum: string;
  statements: string[];
  breaking: boolean;
  contract?: boolean;
};

export type MigrationSet = {
  /** The table that records what was applied, created if it is missing. Several sets can share one. */
  record: string;
  /** The prefix of each name in the record, such as `automations/`; '' for the link service's. */
  scope: string;
  migrations: Migration[];
  /** Also applies those that wait for the operator. */
  contract?: boolean;
  /** Accepts a complete set of existing tables in place of pending migrations, which are then recorded and not run. */
  takeOver?: boolean;
  /** The remedy if tables of other programs conflict, as the end of a sentence. */
  remedy: string;
};

export const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Each matches a line of its own in a file. */
const breaks = /^--[ \t]*breaks former releases\b/m;
const contracts = /^--[ \t]*contract:/m;

/** The files `0001_words.sql` of a directory in order; `{prefix}` in their statements becomes `prefix`. */
export const readMigrations = (directory: string, prefix = ''): Migration[] =>
  readdirSync(directory)
    .filter((name) => /^\d{4}_[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(directory, name), 'utf8');
      const statements = splitStatements(text.replaceAll('{prefix}', prefix));
      const contract = contracts.test(text);
      return { name, checksum: checksumOf(text), statements, breaking: contract || breaks.test(text), contract };
    });

/** A statement ends with `;` at the end of a line; `--` lines are comments. */
export const splitStatements = (text: string) =>
  text
    .replace(/^[ \t]*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);

const createTable = /^CREATE\s+TABLE\s+`?([\w$]+)/i;
const endOfTable = /^(?:DROP|RENAME)\s+TABLE\s+(?:IF\s+EXISTS\s+)?`?([\w$]+)/i;

/** The table that a statement creates, failing if it exists. */
export function createdTable(statement: string): string | undefined {
  const name = createTable.exec(statement)?.[1];
  return name?.toUpperCase() === 'IF' ? undefined : name;
}

/** The tables that must not exist before the statements run: those created and not dropped before that. */
export function tablesToCreate(statements: string[]): string[] {
  const gone = new Set<string>();
  return statements.flatMap((statement) => {
    const ended = endOfTable.exec(statement)?.[1];
    if (ended) gone.add(ended);
    const created = createdTable(statement);
    return created && !gone.has(created) ? [created] : [];
  });
}
