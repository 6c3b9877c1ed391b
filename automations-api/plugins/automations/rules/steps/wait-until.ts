/** The step that waits until an event happens to the contact, or until a date of the contact. */
import { findTimeZone, localDayOf, toMoment, utc } from '../../../../../shared/time-zone.ts';
import type { RuleStep, Step } from '../../../../host/extensions.ts';
import { transactionOf } from '../../contacts/actions/contact-changes.ts';
import { type ContactRow, lockContactsById } from '../../contacts/core/queries.ts';
import { dayOf, sqlDate } from '../../core/dates.ts';
import { unprocessable } from '../../core/errors.ts';
import type { Trx } from '../../core/tables.ts';
import { listLockedDates } from '../../fields/value-queries.ts';
import { parseWait } from './wait.ts';

/** The contact's column that a wait can follow, like its custom date fields. */
export const dateColumn = 'creation_date';

/** A wait for an event is a trigger with `at_most`. `field` is the id of a custom date field, or the date column. */
export type WaitUntil = {
  event?: string;
  field?: number | typeof dateColumn;
  before?: string;
  after?: string;
  at_most: string;
  [member: string]: unknown;
};

export const waitUntilOf = (step: Step): WaitUntil | undefined => step.wait_until as WaitUntil | undefined;

const dayMs = 86_400_000;
/** The hour at which a wait for a date ends, in the contact's time zone; in UTC if the contact has none. */
const hour = 9;

const lastMoment = ({ at_most: atMost }: WaitUntil, startedAt: Date) =>
  new Date(startedAt.getTime() + parseWait(atMost).ms);

/** Finds the end of a wait for a date, for each contact: the date, or the end of `at_most` if that is earlier. */
export async function findDueDates(
  trx: Trx,
  wait: WaitUntil,
  contacts: readonly Pick<ContactRow, 'id' | 'timezone' | 'creation_date'>[],
): Promise<(contactId: number, startedAt: Date) => Date> {
  const ids = contacts.map(({ id }) => id);
  const dates = typeof wait.field === 'number' ? await listLockedDates(trx, ids, wait.field) : undefined;
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return (contactId, startedAt) => {
    const last = lastMoment(wait, startedAt);
    const contact = byId.get(contactId);
    const date = dates?.get(contactId);
    if (!contact || (dates && !date)) return last;
    const zone = findTimeZone(contact.timezone) ?? utc;
    const day = date ? dayOf(date) : localDayOf(zone, contact.creation_date.getTime());
    const due = toMoment(zone, (day + offsetOf(wait)) * dayMs + hour * 3_600_000);
    return due < last.getTime() ? new Date(due) : last;
  };
}

/** Returns the days from the date to the end of the wait. */
const offsetOf = ({ before, after }: WaitUntil): number =>
  before !== undefined ? -parseDays('before', before).days : after !== undefined ? parseDays('after', after).days : 0;

/** Parses whole days. `text` is their normal form. @throws unprocessable_entity */
function parseDays(name: string, given: unknown): { days: number; text: string } {
  const { ms, text } = parseWait(String(given));
  if (ms % dayMs !== 0) throw unprocessable(`${name} must be in days or weeks`);
  return { days: ms / dayMs, text };
}

export const waitUntilStep: RuleStep = {
  name: 'wait_until',
  label: 'Wait until …',
  says: 'Wait until {wait_until}',
  icon: 'clock',
  isBare: true,
  members: {
    properties: { wait_until: { type: 'object', control: 'wait_until', title: 'Until what' } },
    required: ['wait_until'],
  },
  read: ({ wait_until: given }) => ({ wait_until: readWaitUntil({ ...(given as object) }) }),
  pauses: (step, now) => lastMoment(waitUntilOf(step) as WaitUntil, now),
  async act({ contacts, runs, now }, step) {
    const wait = waitUntilOf(step) as WaitUntil;
    const { trx } = transactionOf(contacts);
    const contactIds = wait.field === undefined ? [] : runs.map(({ contactId }) => contactId);
    const dueAt = await findDueDates(trx, wait, await lockContactsById(trx, contactIds));
    return (contactId) => {
      const due = dueAt(contactId, now);
      return { outcome: 'waiting', detail: `until ${sqlDate(due)}`, dueAt: due };
    };
  },
};

/** Reads a wait. The fields that narrow an event and the existence of a field are checked later. */
function readWaitUntil({ at_most: atMost, ...given }: { [member: string]: unknown }): WaitUntil {
  if (typeof atMost !== 'string') throw unprocessable('wait_until must have at_most, such as "30 days"');
  const limit = { at_most: parseWait(atMost).text };
  if ((given.event === undefined) === (given.field === undefined))
    throw unprocessable('wait_until must have either event or field');
  if (given.event !== undefined) return { ...given, ...(typeof given.event === 'object' && given.event), ...limit };
  const { field, before, after, ...unknown } = given;
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw unprocessable(`wait_until has unknown field(s): ${name.slice(0, 50)}`);
  if (before !== undefined && after !== undefined) throw unprocessable('wait_until has before or after, not both');
  const shifts = Object.entries({ before, after }).filter(([, shift]) => shift !== undefined);
  const read = shifts.map(([key, shift]) => [key, parseDays(key, shift).text]);
  return { field: field as WaitUntil['field'], ...Object.fromEntries(read), ...limit };
}
