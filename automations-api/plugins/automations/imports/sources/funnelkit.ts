/** FunnelKit Automations' contacts from its tables; see its `includes/db/tables` and `woofunnels/contact`. */
// biome-ignore-all lint/plugin: tables of other plugins have no types here.
import { sql } from 'kysely';
import { fromJson } from '../../../../../shared/import/values.ts';
import { findCharset, fits } from '../../contacts/core/wordpress-users.ts';
import { keyOfEmail } from '../../core/text.ts';
import { prefixedSlug } from '../../fields/core/keys.ts';
import { type Cells, dayOf, nameColumns, pagesOf, pick, type Source, type Tables } from './source.ts';

const columns = [
  ...['email', 'f_name', 'l_name', 'contact_no', 'country', 'state', 'timezone', 'type', 'source', 'points'],
  'creation_date',
];

/** FunnelKit's own fields, which the format recognises by slug. */
const ownFields =
  /^(?:address-[12]|city|postcode|company|gender|dob|form-feed-id|last-(?:open|click|login|sent)|unsubscribed-lists)$/;

const types = { choices: 6, day: 7 };

type Field = { id: string; label: string; slug: string; type: number };

/** The table of unsubscribes. The import requires it. */
const unsubscribes = 'bwfan_message_unsubscribe';

export const funnelkit: Source = {
  title: 'FunnelKit',
  needs: ['bwf_contact', unsubscribes],
  async *pages(tables, keepsIds) {
    const fields = await listFields(tables, keepsIds);
    const hasTerms = await tables.has('bwfan_terms');
    const charset = (await findCharset(tables.db, tables.nameOf(unsubscribes), 'recipient')) ?? '';
    for await (const contacts of pagesOf(tables, 'bwf_contact')) {
      const refused = await listRefused(tables, contacts, charset);
      const names = hasTerms ? await namesOf(tables, contacts, keepsIds) : new Map<number, string>();
      const values = fields.size > 0 ? await valuesOf(tables, contacts) : new Map<number, Cells>();
      yield contacts.map((contact): Cells => {
        const { tags, lists, ...broken } = termsOf(contact, names);
        const row = values.get(Number(contact.id)) ?? {};
        return {
          ...pick(contact, columns),
          ...(keepsIds ? { kept_id: contact.id } : {}),
          status: statusOf(contact, refused),
          ...{ tags, lists },
          ...Object.fromEntries([...fields].map(([column, field]) => [column, readValue(row[`f${field.id}`], field)])),
          ...broken,
        };
      });
    }
  },
};

const words: Record<number, string> = {
  ...{ 0: 'unverified', 1: 'subscribed', 2: 'bounced', 4: 'soft bounced', 5: 'complaint' },
};

/**
 * Returns the status. A contact in the table of unsubscribes is unsubscribed, unless its status is a complaint, which
 * is stricter.
 */
function statusOf({ email, contact_no, status }: Cells, refused: ReadonlySet<string>): string {
  const word = words[Number(status)] ?? String(status);
  const isOut = [email, contact_no].some((recipient) => refused.has(keyOf(recipient)));
  return isOut && word !== 'complaint' ? 'unsubscribed' : word;
}

const keyOf = (recipient: unknown): string => keyOfEmail(String(recipient ?? ''));

/** Lists the email addresses and phone numbers that unsubscribed. Skips values that the column cannot store. */
async function listRefused({ db, table }: Tables, contacts: Cells[], charset: string): Promise<Set<string>> {
  const given = contacts.flatMap(({ email, contact_no }) => [email, contact_no]).map((one) => String(one ?? ''));
  const storable = given.filter((recipient) => recipient !== '' && fits(charset, recipient));
  if (storable.length === 0) return new Set();
  const { rows } = await sql<{ recipient: string }>`
    SELECT recipient FROM ${table(unsubscribes)} WHERE recipient IN (${sql.join(storable)})
  `.execute(db);
  return new Set(rows.map(({ recipient }) => keyOf(recipient)));
}

/** Reads ids from a JSON list, or from an object, which is how PHP writes a list with gaps. */
const idsIn = (value: unknown): number[] => {
  const list = typeof value === 'string' ? fromJson(value) : undefined;
  const ids = typeof list === 'object' && list !== null ? Object.values(list).map(Number) : [];
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0);
};

/** Finds the names of tags and lists. They share a table. Names can differ from FunnelKit's if ids are kept. */
async function namesOf({ db, table }: Tables, contacts: Cells[], keepsIds: boolean): Promise<Map<number, string>> {
  const ids = [...new Set(contacts.flatMap(({ tags, lists }) => [...idsIn(tags), ...idsIn(lists)]))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT ID AS id, name FROM ${table(keepsIds ? 'automations_terms' : 'bwfan_terms')} WHERE ID IN (${sql.join(ids)})
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

/** Returns the names of a contact's tags and lists, without deleted ones. */
function termsOf({ tags, lists }: Cells, names: ReadonlyMap<number, string>): Cells {
  const read = (value: unknown) => idsIn(value).flatMap((id) => names.get(id) ?? []);
  const isBroken = [tags, lists].some(
    (value) => typeof value === 'string' && value !== '' && fromJson(value) === undefined,
  );
  return { tags: read(tags), lists: read(lists), ...(isBroken ? { damaged: 'tags or lists' } : {}) };
}

async function listFields(tables: Tables, keepsIds: boolean): Promise<Map<string, Field>> {
  const { db, table, has } = tables;
  if (!(await has('bwfan_fields')) || !(await has('bwf_contact_fields'))) return new Map();
  const { rows } = await sql<{ id: number; name: string; slug: string; type: number }>`
    SELECT ID AS id, name, slug, type FROM ${table('bwfan_fields')} ORDER BY ID
  `.execute(db);
  const fields = rows.map(({ id, name, ...field }): Field => ({ ...field, id: String(id), label: name.trim() }));
  const slugs = keepsIds ? await listSlugs(tables) : new Map<string, string>();
  const kept = fields.flatMap((field): [string, Field][] => {
    const slug = slugs.get(field.id);
    return slug === undefined ? [] : [[prefixedSlug(slug), field]];
  });
  return new Map([...kept, ...columnsOf(fields.filter(({ id }) => !slugs.has(id)))]);
}

/** Lists the slugs of editable fields, keyed by id. */
async function listSlugs({ db, table }: Tables): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: number; slug: string }>`
    SELECT id, slug FROM ${table('automations_fields')} WHERE mode = 1
  `.execute(db);
  return new Map(rows.map(({ id, slug }) => [String(id), slug]));
}

function columnsOf(fields: Field[]): Map<string, Field> {
  const own = fields.filter(({ slug }) => ownFields.test(slug)).map((field): [string, Field] => [field.slug, field]);
  return new Map([...own, ...nameColumns(fields.filter(({ slug }) => !ownFields.test(slug)))]);
}

/** Reads the rows with custom field values, keyed by contact id. The column `f7` is field 7. */
async function valuesOf({ db, table }: Tables, contacts: Cells[]): Promise<Map<number, Cells>> {
  const { rows } = await sql<Cells>`
    SELECT * FROM ${table('bwf_contact_fields')} WHERE cid IN (${sql.join(contacts.map(({ id }) => id))})
  `.execute(db);
  return new Map(rows.map((row) => [Number(row.cid), row]));
}

function readValue(value: unknown, { type }: Field): unknown {
  if (type === types.day) return dayOf(value);
  if (type === types.choices && typeof value === 'string') return fromJson(value) ?? value;
  return value ?? null;
}
