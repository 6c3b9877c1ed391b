/** Queries that use generated columns to find contacts with the same mailbox or phone number. */
import { sql } from 'kysely';
import type { ContactRow } from '../contacts/core/queries.ts';
import type { Db } from '../core/tables.ts';

/** The generated columns and their indexes. */
const columns = {
  email: { column: sql.ref('email_twin'), index: sql.raw('contacts_email_twin') },
  phone: { column: sql.ref('phone_digits'), index: sql.raw('contacts_phone') },
} as const;
export type DuplicateKind = keyof typeof columns;

const contacts = sql.table('automations_contacts');

export type Group = { value: string; n: number };

/**
 * Finds the key of the contact that is `contactCount` contacts later; undefined if there are fewer contacts. Reads
 * only the index.
 */
export async function findKeyAfter(db: Db, kind: DuplicateKind, after: string, contactCount: number) {
  const { column, index } = columns[kind];
  const { rows } = await sql<{ value: string }>`
    SELECT ${column} AS value FROM ${contacts} FORCE INDEX (${index}) WHERE ${column} > ${after}
    ORDER BY ${column} LIMIT 1 OFFSET ${sql.lit(contactCount)}`.execute(db);
  return rows[0]?.value;
}

/** Lists keys with more than one contact, in order, up to `last`. Reads only the index. */
export async function listGroups(
  db: Db,
  kind: DuplicateKind,
  { after, last, limit, shortest }: { after: string; last: string | undefined; limit: number; shortest: number },
): Promise<Group[]> {
  const { column, index } = columns[kind];
  const upTo = last === undefined ? sql`` : sql`AND ${column} <= ${last}`;
  const { rows } = await sql<Group>`
    SELECT ${column} AS value, COUNT(*) AS n FROM ${contacts} FORCE INDEX (${index})
    WHERE ${column} > ${after} ${upTo} AND CHAR_LENGTH(${column}) >= ${sql.lit(shortest)}
    GROUP BY ${column} HAVING COUNT(*) > 1 ORDER BY ${column} LIMIT ${sql.lit(limit)}`.execute(db);
  return rows.map(({ value, n }) => ({ value, n: Number(n) }));
}

/** Lists contacts of a group, oldest first. */
export async function listMembers(db: Db, kind: DuplicateKind, value: string, limit: number): Promise<ContactRow[]> {
  const { column, index } = columns[kind];
  const { rows } = await sql<ContactRow>`
    SELECT * FROM ${contacts} FORCE INDEX (${index}) WHERE ${column} = ${value} ORDER BY id LIMIT ${sql.lit(limit)}
  `.execute(db);
  return rows;
}
