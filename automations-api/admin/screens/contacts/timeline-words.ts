/** Timeline entries as text. Pure. */
import { statusOf } from '../../core/statuses.ts';
import type { TimelineEntry } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.timeline;

type FieldChanges = { [id: string]: { name: string; from: unknown; to: unknown } };
type Changes = { [name: string]: { from: unknown; to: unknown } };

/** Returns an entry's heading, and one line per detail. */
export function wordsOf({ event, data }: TimelineEntry): { what: string; details: string[] } {
  const what = words.events[event] ?? event;
  if (event === 'custom') return { what, details: detailsOf(data as CustomEvent) };
  const {
    note,
    tag,
    list,
    link,
    form,
    subject,
    changes,
    fields,
    reason,
    email,
    contact_no,
    event: message,
    error,
  } = data as {
    note?: { note: string | null };
    tag?: { value: string };
    list?: { value: string };
    link?: { url: string };
    form?: { name: string };
    /** The subject of a sent email. */
    subject?: string;
    changes?: Changes;
    fields?: FieldChanges;
    reason?: string;
    /** The email address of the merged contact; set for a merge. */
    email?: string;
    contact_no?: string;
    /** The delivered event; set for a webhook delivery. */
    event?: string;
    error?: string;
  };
  const eventText = message && (words.events[message] ?? message);
  const named = [note?.note, tag?.value, list?.value, link?.url, form?.name, subject];
  const details = [...named, reason, email, contact_no, eventText, error].filter(
    (line) => line !== undefined && line !== '',
  );
  const ofFields = Object.values(fields ?? {}).map(({ name, from, to }) => words.changed(name, show(from), show(to)));
  return { what, details: [...(details as string[]), ...linesOf(changes ?? {}, ofOneColumn.has(event)), ...ofFields] };
}

type CustomEvent = { name: string; data: { [name: string]: unknown } };

/** Returns the name of a custom event and its details. */
const detailsOf = ({ name, data }: CustomEvent): string[] => [
  name,
  ...Object.entries(data).map(([member, value]) =>
    words.changed(member, '—', typeof value === 'object' && value !== null ? JSON.stringify(value) : show(value)),
  ),
];

/** Returns true for a `contact.updated` entry that a more specific event already covers. */
export function isCovered({ event, data }: TimelineEntry): boolean {
  const { changes = {}, fields = {} } = data as { changes?: Changes; fields?: FieldChanges };
  const names = Object.keys(changes);
  const hasOnlyCovered = names.length > 0 && names.every((name) => name === 'status' || name === 'email');
  return event === 'contact.updated' && hasOnlyCovered && Object.keys(fields).length === 0;
}

/** Events whose heading already names the column. */
const ofOneColumn = new Set(['contact.status_changed', 'contact.email_changed']);

const linesOf = (changes: Changes, isNamed: boolean) =>
  Object.entries(changes).map(([name, { from, to }]) =>
    words.changed(isNamed ? undefined : nameOfColumn(name), wordOf(name, from), wordOf(name, to)),
  );

const columns: { [name: string]: string } = text.contacts.fields;
const nameOfColumn = (name: string): string => columns[name] ?? name;

function wordOf(name: string, value: unknown): string {
  if (value === '') return show(value);
  if (name === 'status') return text.statuses[statusOf(String(value))];
  return (name === 'type' && text.contacts.types[String(value)]) || show(value);
}

const show = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '—' : Array.isArray(value) ? value.join(', ') : String(value);
