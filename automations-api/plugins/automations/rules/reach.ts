/**
 * Estimates of how many contacts a rule would have reached recently, from timelines and the audit log. These are read
 * newest first, up to a limit, because they have no index by time.
 */
import type { Trigger } from '../../../host/extensions.ts';
import { listAuditEntries } from '../audit/queries.ts';
import type { Context } from '../context/context.ts';
import { daysBefore } from '../core/dates.ts';
import type { Db } from '../core/tables.ts';
import type { ContactFinder } from '../finder/core/finder.ts';
import type { Filter } from '../finder/criteria/criterion.ts';
import { resolveFilter } from '../finder/resolve.ts';
import { listHappened } from '../timeline/core/queries.ts';
import { type EventKinds, endsContact, type When } from './definition.ts';
import { isMerge, isTriggeredBy } from './triggers.ts';

const mostDays = 7;
const mostEntries = 50_000;
const entriesAtOnce = 5_000;
const contactsAtOnce = 1_000;

/** The contacts for which a trigger occurred. `complete` is false if the limit was reached. */
type Happened = { contactIds: Set<number>; complete: boolean };

/**
 * Counts the contacts for which the trigger occurred within `days` (`contacts`), and how many of them match the
 * conditions now (`met`).
 */
export async function showReach(
  { db, finder, config, registries: { events, criteria } }: Pick<Context, 'db' | 'finder' | 'config' | 'registries'>,
  { trigger, conditions }: When,
  now: Date,
) {
  const isOver = endsContact(events, trigger);
  const retention = isOver ? config.auditDays : config.timelineDays;
  const days = retention === 0 ? mostDays : Math.min(mostDays, retention);
  const since = daysBefore(now, days);
  const { contactIds, complete } = await (isOver
    ? findDeleted(db, since)
    : findTriggeredSince(db, events, trigger, since));
  const filter = await resolveFilter(db, conditions, criteria);
  const met = isOver ? contactIds.size : await countMatching(finder, filter, [...contactIds]);
  return { days, contacts: contactIds.size, met, complete };
}

async function findTriggeredSince(db: Db, events: EventKinds, trigger: Trigger, since: Date): Promise<Happened> {
  const contactIds = new Set<number>();
  let before: number | undefined;
  for (let seen = 0; seen < mostEntries; seen += entriesAtOnce) {
    const entries = await listHappened(db, trigger.event, before, entriesAtOnce);
    for (const { contact_id, at, data: text } of entries) {
      if (at < since) return { contactIds, complete: true };
      const data = text === null ? undefined : (JSON.parse(text) as Record<string, unknown>);
      if (data && !isMerge(data) && isTriggeredBy(events, trigger, { name: trigger.event, data }))
        contactIds.add(contact_id);
    }
    if (entries.length < entriesAtOnce) return { contactIds, complete: true };
    before = entries.at(-1)?.id;
  }
  return { contactIds, complete: false };
}

async function findDeleted(db: Db, since: Date): Promise<Happened> {
  const entries = await listAuditEntries(db, { actions: ['contact.deleted'], from: since }, mostEntries);
  const ids = entries.flatMap(({ subject, data }) => (data && isMerge(JSON.parse(data)) ? [] : [Number(subject)]));
  return { contactIds: new Set(ids), complete: entries.length < mostEntries };
}

async function countMatching(finder: ContactFinder, filter: Filter, contactIds: number[]): Promise<number> {
  let count = 0;
  for (let from = 0; from < contactIds.length; from += contactsAtOnce) {
    count += (await finder.among(filter, contactIds.slice(from, from + contactsAtOnce))).length;
  }
  return count;
}
