/**
 * The writer of contacts: rows, memberships, field values, counts, soft bounces, the change feed and events. All
 * writes go through here. The order of locks is contacts, memberships, terms, fields, values, counts.
 */
import { valueIn } from '../../../../shared/elements.ts';
import { endCounting } from '../consent/bounces/queries.ts';
import type { ContactEvent, Emit } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { saveFieldValues, type ValueChange } from '../fields/value-queries.ts';
import { recordContactChanges } from '../finder/index/queries.ts';
import { deleteMemberships, insertMemberships } from '../terms/core/membership-queries.ts';
import { type ContactRow, insertContacts, type RowChange, updateContacts } from './core/queries.ts';
import { CountChanges } from './counts.ts';
import { diffContact } from './diff.ts';
import { findFieldChanges } from './field-changes.ts';
import type { ContactSave, TermMap } from './state.ts';

/** Writes the changes and returns the rows in order. @throws a duplicate-key error on `contacts_email` */
export async function saveContacts(
  trx: Trx,
  saves: ContactSave[],
  terms: TermMap,
  { emit, now }: { emit: Emit; now: Date },
): Promise<ContactRow[]> {
  const created = await insertNew(trx, saves, now);
  const fieldChanges = await findFieldChanges(trx, saves);
  const writes = collectWrites(saves, terms, { created, fieldChanges, now });
  await writes.removals.write(trx);
  await updateContacts(trx, writes.updates);
  await endCounting(
    trx,
    writes.updates.filter(restartsCount).map(({ after }) => after.id),
  );
  await insertMemberships(trx, writes.additions);
  await saveFieldValues(trx, writes.values);
  await writes.counts.write(trx);
  await recordContactChanges(trx, writes.changed);
  writes.events.forEach(emit);
  return writes.rows;
}

type Found = {
  created: ReadonlyMap<ContactSave, number>;
  fieldChanges: Awaited<ReturnType<typeof findFieldChanges>>;
  now: Date;
};

/** Collects the rows after the saves, and everything to write after the insertion of new contacts. */
function collectWrites(saves: ContactSave[], terms: TermMap, { created, fieldChanges, now }: Found) {
  const counts = new CountChanges();
  const updates: RowChange[] = [];
  const removals = new Removals();
  const additions: Parameters<typeof insertMemberships>[1] = [];
  const values: ValueChange[] = [];
  const events: ContactEvent[] = [];
  const rows: ContactRow[] = [];
  const changed: number[] = [];
  for (const save of saves) {
    const { before, after } = save;
    const id = before?.row.id ?? valueIn(created, save);
    const diff = diffContact(before, after, save.values.length > 0, fieldChanges.get(save));
    const row = {
      ...after.row,
      id,
      last_modified: diff.changed ? later(now, after.row.last_modified) : after.row.last_modified,
    };
    rows.push(row);
    if (!diff.changed) continue;
    changed.push(id);
    if (before) {
      updates.push({ before: before.row, after: row });
      counts.add({ ...before.row, terms: before.terms }, -1);
      removals.add(id, diff.removed);
    }
    counts.add({ ...row, terms: after.terms }, 1);
    for (const termId of diff.added) additions.push({ contactId: id, termId, creationDate: row.creation_date });
    for (const value of save.values) values.push({ contact_id: id, ...value });
    const reported = diff.events(row, terms);
    events.push(...(save.stopsAutomation ? reported.map((event) => ({ ...event, startsNoRule: true })) : reported));
  }
  return { counts, updates, removals, additions, values, events, rows, changed };
}

/** Checks whether the count of soft bounces restarts, because the email address or the status changes. */
const restartsCount = ({ before, after }: RowChange) =>
  before.email_key !== after.email_key || before.status !== after.status;

/**
 * Returns the later time. It keeps `last_modified` from decreasing, so that reading contacts in this order finds every
 * change.
 */
const later = (a: Date, b: Date) => (a > b ? a : b);

/** Memberships to delete, with one statement per set of terms. */
class Removals {
  readonly #groups = new Map<string, { contactIds: number[]; termIds: number[] }>();

  add(contactId: number, termIds: number[]): void {
    if (termIds.length === 0) return;
    const group = this.#groups.get(termIds.join()) ?? { contactIds: [], termIds };
    group.contactIds.push(contactId);
    this.#groups.set(termIds.join(), group);
  }

  async write(trx: Trx): Promise<void> {
    for (const { contactIds, termIds } of this.#groups.values()) await deleteMemberships(trx, contactIds, termIds);
  }
}

async function insertNew(trx: Trx, saves: ContactSave[], now: Date): Promise<Map<ContactSave, number>> {
  const fresh = saves.filter(({ before }) => !before);
  if (fresh.length === 0) return new Map();
  const rows = await insertContacts(
    trx,
    fresh.map(({ after }) => ({ ...after.row, last_modified: now })),
  );
  return new Map(fresh.map((save, index) => [save, (rows[index] as ContactRow).id]));
}
