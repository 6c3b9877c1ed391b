/** Sets of migrations, read from numbered `.sql` files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A migration. `checksum` is the SHA-256, in hex, of its text; names are unique and sort in order. `breaking`: releases
 * without it cannot work with the resulting tables. `contract`: breaking, and postponed in an existing database until the
 * operator requests it, when no older release runs any more.
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
  /** Also applies the migrations with `contract`. */
  contract?: boolean;
  /**
   * Accepts existing tables if they are complete: their pending migrations are then recorded as applied without
   * running.
   */
  takeOver?: boolean;
  /** The remedy if tables of other programs conflict, as the end of a sentence. */
  remedy: string;
};

export const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Comment lines that mark a migration. */
const breaks = /^--[ \t]*breaks previous releases\b/m;
const contracts = /^--[ \t]*contract:/m;

/** Reads a directory's files `0001_words.sql` in order, and replaces `{prefix}` in their statements. */
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

/** Splits a text into statements, which end with `;` at a line's end. Removes lines that start with `--`. */
export const splitStatements = (text: string) =>
  text
    .replace(/^[ \t]*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);

const createTable = /^CREATE\s+TABLE\s+`?([\w$]+)/i;
const renamedTo = /^RENAME\s+TABLE\s+\S+\s+TO\s+`?([\w$]+)/i;
const endOfTable = /^(?:DROP|RENAME)\s+TABLE\s+(?:IF\s+EXISTS\s+)?`?([\w$]+)/i;

/** Returns the table that a statement creates, if the statement fails for an existing table. */
export function createdTable(statement: string): string | undefined {
  const name = createTable.exec(statement)?.[1];
  return name?.toUpperCase() === 'IF' ? undefined : name;
}

/** Lists the past and present names of the tables that statements create. */
export const namedTables = (statements: string[]): string[] =>
  statements.flatMap((statement) => createdTable(statement) ?? renamedTo.exec(statement)?.[1] ?? []);

/**
 * Lists the tables that must not exist before the statements run: tables that are created without having been dropped
 * first.
 */
export function tablesToCreate(statements: string[]): string[] {
  const dropped = new Set<string>();
  return statements.flatMap((statement) => {
    const ended = endOfTable.exec(statement)?.[1];
    if (ended) dropped.add(ended);
    const created = createdTable(statement);
    return created && !dropped.has(created) ? [created] : [];
  });
}
