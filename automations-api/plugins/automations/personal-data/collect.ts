/** Collection of all data about a contact: its record, and the sections of all features. */
import { patient } from '../../../../shared/db/db.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import { nameOfStatus } from '../contacts/core/statuses.ts';
import { linkUsers } from '../contacts/core/wordpress-users.ts';
import { toRecord } from '../contacts/record.ts';
import type { Context } from '../context/context.ts';
import type { PersonalSection } from '../context/personal-section.ts';
import { sqlDate } from '../core/dates.ts';
import type { Db } from '../core/tables.ts';
import { listTermsOfContacts } from '../terms/core/membership-queries.ts';
import { sectionsOf } from './sections.ts';

type Row = Record<string, unknown>;
type FilledSection = Pick<PersonalSection, 'name' | 'title'> & { rows: Row[] };
export type PersonalData = { site: string; exportedAt: string; contact: Row; sections: FilledSection[] };

export async function collectPersonalData(context: Context, row: ContactRow): Promise<PersonalData> {
  const db = patient(context.db);
  const contact = await recordOf(context, row);
  const sections = await listSections(context, db, row);
  return { site: context.config.siteUrl, exportedAt: sqlDate(new Date()), contact, sections };
}

async function listSections(context: Context, db: Db, row: ContactRow): Promise<FilledSection[]> {
  const filled: FilledSection[] = [];
  for (const { name, title, list } of await sectionsOf(context))
    filled.push({ name, title, rows: await list(db, row) });
  return filled;
}

/** Counts the entries of each section. */
export async function countSections(context: Context, db: Db, row: ContactRow): Promise<Record<string, number>> {
  const sections = await listSections(context, db, row);
  return Object.fromEntries(sections.map(({ name, rows }) => [name, rows.length]));
}

/** Returns the record with the name of its status. Tags and lists have their own sections. */
async function recordOf({ db, findWordPressUsers }: Context, row: ContactRow): Promise<Row> {
  const [[linked], terms] = await Promise.all([
    linkUsers(findWordPressUsers, [row]),
    listTermsOfContacts(db, [row.id]),
  ]);
  const record = toRecord(linked ?? row, terms.get(row.id) ?? []);
  return { ...record, status_name: nameOfStatus(row.status) };
}
