/**
 * The import of FunnelKit's tags, lists, fields and API keys with their ids, so that FunnelKit's clients work with
 * Waypost unchanged. It runs before the contacts are imported, in the transaction that queues the import.
 */
// biome-ignore-all lint/plugin: tables of other plugins have no types here.
import { sql } from 'kysely';
import { fromJson } from '../../../../../shared/import/values.ts';
import { longestLabel } from '../../../../../shared/limits-of-fields.ts';
import type { Caller } from '../../../../host/core/route.ts';
import { keepApiKey } from '../../api-keys/change-keys.ts';
import type { Permission } from '../../api-keys/queries.ts';
import { presentSecond } from '../../core/dates.ts';
import { unprocessable } from '../../core/errors.ts';
import type { Trx } from '../../core/tables.ts';
import { keyOf, nameOf } from '../../core/text.ts';
import { isFieldId } from '../../fields/core/keys.ts';
import { insertField } from '../../fields/core/queries.ts';
import { FieldType } from '../../fields/core/types.ts';
import { readOptions, slugOf } from '../../fields/options.ts';
import { TermType } from '../../terms/core/queries.ts';
import { type Cells, type Tables, tablesOf } from './source.ts';

/** An added API key that works. */
export type KeptKey = { id: number; description: string };

/**
 * Returns the added keys that work.
 * @throws unprocessable_entity if the site has contacts, or other tags, lists or fields
 */
export async function keepIds(trx: Trx, prefix: string, by: Caller | undefined): Promise<KeptKey[]> {
  const contact = await trx.selectFrom('automations_contacts').select('id').limit(1).executeTakeFirst();
  if (contact) throw unprocessable('keep_ids is only for a site without contacts.');
  await requireNoTermWork(trx);
  const tables = tablesOf(trx, prefix);
  await reserveContactIds(trx, tables);
  await keepTerms(trx, await rowsOf(tables, 'bwfan_terms', ['type']));
  await keepFields(trx, await rowsOf(tables, 'bwfan_fields', ['type', 'mode', 'search']));
  const keys: KeptKey[] = [];
  for (const row of await rowsOf(tables, 'bwfan_api_keys', ['permission', 'status']))
    keys.push(...(await keepKey(trx, by, row)));
  return keys;
}

/**
 * Checks that no tag or list is being deleted or merged. The worker of that deletion or merge would also remove a kept
 * tag with the same id.
 * @throws unprocessable_entity
 */
async function requireNoTermWork(trx: Trx): Promise<void> {
  for (const table of ['automations_term_deletions', 'automations_term_merges'] as const) {
    if (await trx.selectFrom(table).select('term_id').limit(1).executeTakeFirst())
      throw unprocessable('Tags or lists are still being deleted. Try again in a minute.');
  }
}

/**
 * Reserves the ids of FunnelKit's contacts: new contacts get higher ids, even while the import runs. The table keeps
 * its counter after the row with the highest id is deleted.
 */
async function reserveContactIds(trx: Trx, { table }: Tables): Promise<void> {
  const { rows } = await sql<{ id: number | null }>`SELECT MAX(id) AS id FROM ${table('bwf_contact')}`.execute(trx);
  const id = Number(rows[0]?.id ?? 0);
  if (id === 0) return;
  const now = presentSecond();
  const row = { id, uid: '', email: '', email_key: '', creation_date: now, last_modified: now };
  await trx.insertInto('automations_contacts').values(row).execute();
  await trx.deleteFrom('automations_contacts').where('id', '=', id).execute();
}

/** Reads a table if it exists. `numbers` are columns of the type TINYINT(1), which would be read as booleans. */
async function rowsOf({ db, table, has }: Tables, name: string, numbers: string[]): Promise<Cells[]> {
  if (!(await has(name))) return [];
  const columns = numbers.map((column) => sql`${sql.ref(column)} + 0 AS ${sql.ref(column)}`);
  const { rows } = await sql<Cells>`SELECT t.*, ${sql.join(columns)} FROM ${table(name)} t ORDER BY ID`.execute(db);
  return rows;
}

const numbersOfTypes: readonly number[] = Object.values(TermType);

/** Inserts the tags and lists, except those that an earlier import of the same tables created. */
async function keepTerms(trx: Trx, rows: Cells[]): Promise<void> {
  const existing = await trx.selectFrom('automations_terms').select(['id', 'type', 'name']).execute();
  const nameFor = createNamer(existing.map(({ type, name }) => `${type} ${keyOf(name)}`));
  for (const row of rows.filter(({ type }) => numbersOfTypes.includes(Number(type)))) {
    const [id, type] = [Number(row.ID), Number(row.type)];
    const there = existing.find((one) => one.id === id);
    if (there && there.type === type && isNamed(there.name, row)) continue;
    if (there) throw idTaken(type === TermType.tag ? 'tag' : 'list', id);
    const name = nameFor(row, `${type} `);
    const created_at = timeOf(row.created_at);
    await trx
      .insertInto('automations_terms')
      .values({ id, type, name, name_key: keyOf(name), created_at })
      .execute();
  }
}

async function keepFields(trx: Trx, rows: Cells[]): Promise<void> {
  const existing = await trx.selectFrom('automations_fields').select(['id', 'name', 'slug']).execute();
  const nameFor = createNamer(existing.map(({ name }) => keyOf(name)));
  const slugs = new Set(existing.map(({ slug }) => slug));
  for (const row of rows) {
    const id = Number(row.ID);
    const there = existing.find((one) => one.id === id);
    if (there && isNamed(there.name, row)) continue;
    if (there) throw idTaken('field', id);
    const name = nameFor(row);
    const given = slugOf(String(row.slug ?? '') || name);
    const slug = slugs.has(given) || isFieldId(given) ? `${given}-field-${id}` : given;
    slugs.add(slug);
    const flags = { mode: flagOf(row.mode), search: flagOf(row.search), group_id: 0 };
    const own = { id, name, name_key: keyOf(name), slug, ...formOf(row), created_at: timeOf(row.created_at) };
    await insertField(trx, { ...own, ...flags });
  }
}

const flagOf = (value: unknown) => (Number(value) === 2 ? 2 : 1);
const idTaken = (what: string, id: number) =>
  unprocessable(`keep_ids is only for an empty site: this one has another ${what} with the id ${id}.`);

const choiceTypes: readonly number[] = [FieldType.select, FieldType.radio, FieldType.checkbox];
const ownTypes: readonly number[] = Object.values(FieldType);

/**
 * Reads a field's type, choices and placeholder. A field with an unknown type, or of a choice type but without
 * choices, becomes a text field.
 */
function formOf({ type, meta }: Cells) {
  const { options, placeholder = '' } = (fromJson(String(meta ?? '')) ?? {}) as Cells;
  const choices = choicesIn(options);
  const fits = ownTypes.includes(Number(type)) && (choices.length > 0 || !choiceTypes.includes(Number(type)));
  return {
    type: fits ? Number(type) : FieldType.text,
    options: choices.length > 0 ? JSON.stringify(choices) : null,
    placeholder: String(placeholder).slice(0, 255),
  };
}

function choicesIn(options: unknown): string[] {
  try {
    return readOptions(options ?? []);
  } catch {
    return [];
  }
}

/**
 * Creates the function that names objects. Names here are unique without regard to case, but FunnelKit's names need not
 * be.
 */
function createNamer(keys: string[]) {
  const taken = new Set(keys);
  return (row: Cells, scope = ''): string => {
    const plain = plainName(row);
    const isFree = (name: string) => name !== '' && !taken.has(scope + keyOf(name));
    let name = plain;
    // Another object can already have the name with this id.
    for (let id = ` (${row.ID})`; !isFree(name); id += ` (${row.ID})`)
      name = `${plain.slice(0, longestLabel - id.length)}${id}`.trim();
    taken.add(scope + keyOf(name));
    return name;
  };
}

const plainName = ({ name }: Cells) =>
  nameOf(
    String(name ?? '')
      .trim()
      .slice(0, longestLabel),
  );

/** Checks whether an existing name was given to the same object by an earlier import. */
const isNamed = (name: string, row: Cells) => name === plainName(row) || name.endsWith(`(${row.ID})`);

const timeOf = (value: unknown): Date =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value : presentSecond();

const permissions: Record<number, Permission> = { 1: 'read', 2: 'write', 3: 'full' };

/** Adds an API key, and returns it if it works. FunnelKit stores keys in readable form; Waypost stores only their hashes. */
async function keepKey(trx: Trx, by: Caller | undefined, row: Cells): Promise<KeptKey[]> {
  const permission = permissions[Number(row.permission)];
  if (!permission) return [];
  const description = String(row.description ?? '').trim() || 'FunnelKit';
  const isActive = Number(row.status) === 1;
  const id = await keepApiKey(trx, by, { key: String(row.api_key), permission, description, isActive });
  return id === undefined ? [] : [{ id, description }];
}
