/**
 * Contacts of another plugin in the same WordPress, read from its tables page by page. The format for the plugin's
 * files also reads these rows. Waypost never writes to the tables.
 */
// biome-ignore-all lint/plugin: tables of other plugins have no types here.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../core/tables.ts';

export type Cells = Record<string, unknown>;

/** Access to a plugin's tables by names without the site's prefix. */
export type Tables = {
  db: Db;
  table: (name: string) => RawBuilder<unknown>;
  /** Returns the table's full name. */
  nameOf: (name: string) => string;
  has: (name: string) => Promise<boolean>;
};

export type Source = {
  /** Product name shown to users. */
  title: string;
  /** Required tables. The first one has the contacts. */
  needs: readonly [string, ...string[]];
  /** Reads the contacts in pages. `keepsIds`: tags, lists and fields have the same ids here. */
  pages: (tables: Tables, keepsIds: boolean) => AsyncIterable<readonly Cells[]>;
};

/** The longest text that is read. It is longer than any field can be, so that the import still reports the row. */
const longestText = 20_000;
const pageSize = 500;

export function tablesOf(db: Db, prefix: string): Tables {
  const nameOf = (name: string) => prefix + name;
  return {
    db,
    nameOf,
    table: (name) => sql.table(nameOf(name)),
    has: async (name) => (await listExisting(db, [nameOf(name)])).length === 1,
  };
}

/** Lists which of these tables exist. */
export async function listExisting(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_name IN (${sql.join(names)})
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** Reads all rows of a table in pages, by id, since ids never change. */
export async function* pagesOf({ db, table }: Tables, name: string): AsyncGenerator<Cells[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Cells>`
      SELECT * FROM ${table(name)} WHERE id > ${after} ORDER BY id LIMIT ${pageSize}
    `.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = Number(last.id);
  }
}

/** Picks columns. Includes missing ones as null, so that the first rows show all columns. */
export const pick = (row: Cells, names: readonly string[]): Cells =>
  Object.fromEntries(names.map((name) => [name, row[name] === '' || row[name] === 0 ? null : (row[name] ?? null)]));

export const dayOf = (value: unknown): unknown =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 10) : null;

/** Names columns of custom fields `attributes.Name`, so that they are not confused with contact columns. */
export function nameColumns<Field extends { id: string; label: string }>(fields: readonly Field[]): Map<string, Field> {
  const columns = new Map<string, Field>();
  for (const field of fields) {
    const name = `attributes.${field.label || field.id}`;
    columns.set(columns.has(name) ? `${name} (${field.id})` : name, field);
  }
  return columns;
}

const cut = (_: string, value: unknown) => (typeof value === 'string' ? value.slice(0, longestText) : value);

export const toLine = (row: Cells): string => `${JSON.stringify(row, cut)}\n`;
