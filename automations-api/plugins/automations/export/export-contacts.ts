/** The stream of all contacts of a filter as text, one part at a time. */
import { patient } from '../../../../shared/db/db.ts';
import type { Format } from '../../../../shared/export/formats.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import { nameOfStatus } from '../contacts/core/statuses.ts';
import { linkUsers } from '../contacts/core/wordpress-users.ts';
import { toRecord } from '../contacts/record.ts';
import type { Context } from '../context/context.ts';
import { listValuesOfContacts } from '../fields/value-queries.ts';
import { createFinder } from '../finder/core/finder.ts';
import type { Filter } from '../finder/criteria/criterion.ts';
import type { Position, Sort } from '../finder/sql/sort.ts';
import { listTermsOfContacts } from '../terms/core/membership-queries.ts';
import { type Term, TermType } from '../terms/core/queries.ts';
import type { Column, ExportedContact } from './columns.ts';

/** Number of contacts read at once. MariaDB turns a list of 1,000 ids or more into a table, and scans whole tables. */
const partSize = 900;
/** The order of the file: oldest first, so that a contact added during the export appears at the end. */
const sort: Sort = { field: 'creation_date', descending: false };

type Sources = Pick<Context, 'db' | 'contactIndex' | 'findWordPressUsers'>;

export async function* exportContacts(
  context: Sources,
  filter: Filter,
  columns: Column[],
  { write }: Format,
): AsyncGenerator<string> {
  const sources = { ...context, db: patient(context.db) };
  const finder = createFinder(sources);
  const names = columns.map(({ name }) => name);
  let after: Position | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const { rows, next } = await finder.page(filter, sort, { limit: partSize, offset: 0, after, isOfWalk: true });
    const contacts = await readContacts(sources, rows, columns);
    const byColumn = await Promise.all(columns.map(({ read }) => read(contacts)));
    const values = contacts.map((_, n) => byColumn.map((column) => column[n] ?? null));
    const text = write(names, values, isFirst);
    if (text !== '') yield text;
    if (!next) return;
    after = next;
  }
}

async function readContacts(
  { db, findWordPressUsers }: Sources,
  rows: ContactRow[],
  columns: Column[],
): Promise<ExportedContact[]> {
  const ids = rows.map(({ id }) => id);
  const fieldIds = columns.flatMap(({ fieldId }) => fieldId ?? []);
  const [linked, terms, values] = await Promise.all([
    linkUsers(findWordPressUsers, rows),
    listTermsOfContacts(db, ids),
    listValuesOfContacts(db, ids, fieldIds),
  ]);
  return linked.map((row) => {
    const own = terms.get(row.id) ?? [];
    return {
      id: row.id,
      record: toRecord(row, own),
      status: nameOfStatus(row.status),
      tagNames: namesOf(own, TermType.tag),
      listNames: namesOf(own, TermType.list),
      values: values.get(row.id) ?? new Map(),
    };
  });
}

/** Returns names in alphabetical order, so that it does not depend on ids. */
const namesOf = (terms: Term[], type: TermType): string[] =>
  terms
    .filter((term) => term.type === type)
    .map(({ name }) => name)
    .sort();
