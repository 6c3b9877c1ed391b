/** The difference that a save makes to a contact, and its events. Pure. */
import { columnNames, ownTexts } from '../core/contact-columns.ts';
import type { Changes, ContactEvent, EventName } from '../core/events.ts';
import { TermType } from '../terms/core/queries.ts';
import type { ContactRow, NewContactRow } from './core/queries.ts';
import type { ContactState, TermMap } from './state.ts';

export type ContactDiff = {
  changed: boolean;
  added: number[];
  removed: number[];
  events: (row: ContactRow, terms: TermMap) => ContactEvent[];
};

export function diffContact(
  before: ContactState | undefined,
  after: ContactState<NewContactRow>,
  hasValues: boolean,
  fields: Changes['fields'] = {},
): ContactDiff {
  const added = [...after.terms].filter((id) => !before?.terms.has(id));
  const removed = [...(before?.terms ?? [])].filter((id) => !after.terms.has(id));
  const changedColumns = changesOf(before?.row, after.row);
  // Not if only the tags and lists changed.
  const updated = before !== undefined && (hasValues || Object.keys(changedColumns).length > 0);
  const changed = !before || updated || added.length > 0 || removed.length > 0;
  const rowEvents: EventName[] = [
    ...(before ? [] : (['contact.created'] as const)),
    ...(updated ? (['contact.updated'] as const) : []),
    ...(before && before.row.status !== after.row.status ? (['contact.status_changed'] as const) : []),
    ...(before && before.row.email !== after.row.email ? (['contact.email_changed'] as const) : []),
  ];
  return {
    changed,
    added,
    removed,
    events: (row, terms) => [
      ...rowEvents.map((name) => ({
        name,
        contactId: row.id,
        data: describe(row, before),
        changes: changesFor(name, { columns: changedColumns, fields }),
      })),
      ...added.map((id) => termEvent('added', row, id, terms)),
      ...removed.map((id) => termEvent('removed', row, id, terms)),
    ],
  };
}

/** Lists the changed columns; for a new contact, all columns with a value. */
const changesOf = (before: ContactRow | undefined, after: NewContactRow): Changes['columns'] => {
  const [from, to] = [before && ownTexts(before), ownTexts(after)];
  return Object.fromEntries(
    columnNames.flatMap((name) => {
      const change = { from: from?.[name] ?? '', to: to[name] };
      return change.from === change.to ? [] : [[name, change]];
    }),
  );
};

/** Returns the changes to report in an event. An event about one column reports only that column's change. */
function changesFor(name: EventName, changes: Changes): Changes {
  const column = columnOf[name];
  const change = column && changes.columns[column];
  return change ? { columns: { [column]: change }, fields: {} } : changes;
}

const columnOf: Partial<Record<EventName, string>> = {
  'contact.status_changed': 'status',
  'contact.email_changed': 'email',
};

const describe = ({ id, email, status }: ContactRow, before: ContactState | undefined) => ({
  contact_id: id,
  email,
  status: String(status),
  ...(before ? { previous: { email: before.row.email, status: String(before.row.status) } } : {}),
});

function termEvent(what: 'added' | 'removed', row: ContactRow, id: number, terms: TermMap): ContactEvent {
  const term = terms.get(id);
  const kind = term?.type === TermType.list ? 'list' : 'tag';
  return {
    name: `${kind}.${what}`,
    contactId: row.id,
    data: { contact_id: row.id, email: row.email, [kind]: { id, value: term?.name ?? '' } },
  };
}
