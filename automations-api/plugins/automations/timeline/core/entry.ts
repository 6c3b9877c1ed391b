/** Conversion of events to timeline entries of limited length. Pure. */
import type { Caller } from '../../../../host/core/route.ts';
import { toCallerColumns } from '../../core/callers.ts';
import type { Changes, EventName, RecordedEvent } from '../../core/events.ts';

const longestValue = 1_000;
/** The maximum size of all changes together. The column has room for 65,535 bytes. */
const mostBytes = 60_000;
const roomForNames = 5_000;

/** The fields of the contact's record that are in every event. */
const recordFields = new Set(['contact_id', 'email', 'status', 'previous']);

/** The events that entries can have, without plugins' events. */
export type TimelineEvent =
  | Exclude<EventName, 'contact.deleted'>
  | 'contact.merged'
  | 'email.sent'
  | `note.${'added' | 'updated' | 'deleted'}`
  | `webhook.${'delivered' | 'failed'}`;

type Happened = { by: Caller; contactId: number; event: string; at: Date };

/** Builds the row of an entry. Drops data that is too long, since a part of it would not be valid JSON. */
export function toTimelineRow({ by, contactId, event, at }: Happened, data: object) {
  const text = JSON.stringify(data);
  const fits = Buffer.byteLength(text) <= mostBytes + roomForNames;
  return { contact_id: contactId, event, at, ...toCallerColumns(by), data: fits ? text : '{"left_out":1}' };
}

/** Builds the row of an entry that is not a contact event. */
export const toOwnRow = (happened: Happened & { event: TimelineEvent }, data: object) => toTimelineRow(happened, data);

/** Returns the data for an event's entry; undefined if an update changed nothing. */
export function dataOf({ name, data, changes }: Pick<RecordedEvent, 'name' | 'data' | 'changes'>): object | undefined {
  if (changes) return name === 'contact.updated' && isEmpty(changes) ? undefined : fit(changes);
  return Object.fromEntries(Object.entries(data).filter(([name]) => !recordFields.has(name)));
}

const isEmpty = ({ columns, fields }: Changes) => Object.keys(columns).length === 0 && Object.keys(fields).length === 0;

/** Shortens values that are too long. Changes that still do not fit are only counted, in `left_out`. */
function fit({ columns, fields }: Changes) {
  const room = { bytes: mostBytes, leftOut: 0 };
  const areShort = JSON.stringify([columns, fields]).length <= longestValue;
  const changes = areShort ? columns : fitAll(columns, room);
  const shown = areShort ? fields : fitAll(fields, room);
  return {
    changes,
    ...(Object.keys(shown).length > 0 ? { fields: shown } : {}),
    ...(room.leftOut > 0 ? { left_out: room.leftOut } : {}),
  };
}

function fitAll(changes: Changes['fields'] | Changes['columns'], room: { bytes: number; leftOut: number }) {
  const shown: Record<string, object> = {};
  for (const [key, change] of Object.entries(changes)) {
    const short = { ...change, from: shorten(change.from), to: shorten(change.to) };
    const bytes = Buffer.byteLength(JSON.stringify({ [key]: short }));
    if (bytes > room.bytes) room.leftOut++;
    else {
      room.bytes -= bytes;
      shown[key] = short;
    }
  }
  return shown;
}

type Value = Changes['fields'][string]['to'];

function shorten(value: Value): Value {
  if (typeof value === 'string') return value.length > longestValue ? cut(value, longestValue) : value;
  if (value === null || JSON.stringify(value).length <= longestValue) return value;
  return [cut(value.join(', '), longestValue)];
}

/** Shortens a text, without cutting a character in two. */
const cut = (text: string, length: number) => `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
