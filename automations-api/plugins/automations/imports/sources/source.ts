/**
 * Contacts of another plugin of the WordPress that shares the database: read from its tables page by page into rows that its
 * format reads as it reads the plugin's own files. Nothing is written there, and no consistent view is needed: it is read once.
 */
// biome-ignore-all lint/plugin: tables of other plugins have no types here.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../core/tables.ts';

export type Cells = Record<string, unknown>;

/** The tables of a plugin by their names without the site's prefix. */
export type Tables = {
  db: Db;
  table: (name: string) => RawBuilder<unknown>;
  /** The same as a text. */
  nameOf: (name: string) => string;
  has: (name: string) => Promise<boolean>;
};

export type Source = {
  /** Product name shown to users. */
  title: string;
  /** Required tables; the first one holds the contacts. */
  needs: readonly [string, ...string[]];
  pages: (tables: Tables) => AsyncIterable<readonly Cells[]>;
};

/** Longer than any field, so the import reports the row. */
const longestText = 20_000;
const pageSize = 500;

export function tablesOf(db: Db, prefix: string): Tables {
  const nameOf = (name: string) => prefix + name;
  return {
    db,
    nameOf,
    table: (name) => sql.table(nameOf(name)),
    has: async (name) => (await listThere(db, [nameOf(name)])).length === 1,
  };
}

/** Which of some tables the database has. */
export async function listThere(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_name IN (${sql.join(names)})
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** All rows of a table by their id, which is its only number that never changes. */
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

/** Every row has every column, so that the first ones show which there are; null is what says nothing. */
export const pick = (row: Cells, names: readonly string[]): Cells =>
  Object.fromEntries(names.map((name) => [name, row[name] === '' || row[name] === 0 ? null : (row[name] ?? null)]));

export const dayOf = (value: unknown): unknown =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 10) : null;

/** `attributes.Name`, because a custom field is no column of ours under any name. */
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
