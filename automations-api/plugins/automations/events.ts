/**
 * What happens to contacts, as plugins hear it (actions, after the commit) and as webhooks are told (the outbox, in
 * the transaction). A change is told once it is certain, and never when it was rolled back.
 */
import { inTransaction } from '../../../shared/db.ts';
import type { Context } from './context.ts';
import type { Trx } from './tables.ts';

export const eventNames = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.status_changed',
  'contact.email_changed',
  'tag.added',
  'tag.removed',
  'list.added',
  'list.removed',
] as const;
export type EventName = (typeof eventNames)[number];

export type ContactEvent = { name: EventName; contactId: number; data: Record<string, unknown> };
export type Emit = (event: ContactEvent) => void;

/** `automations_contact_created` and so on; a callback gets the event. */
const actionOf = (name: EventName) => `automations_${name.replace('.', '_')}`;

/** Runs `work` in a transaction, with what it emits; `work` may run more than once. */
export async function changeContacts<T>(context: Context, work: (trx: Trx, emit: Emit) => Promise<T>): Promise<T> {
  const { db, hooks, outbox } = context;
  let events: ContactEvent[] = [];
  const subscribers = await outbox.subscribers();
  const result = await inTransaction(db, async (trx) => {
    events = [];
    const worked = await work(trx, (event) => void events.push(event));
    await outbox.write(trx, events, subscribers);
    return worked;
  });
  if (subscribers.length > 0) outbox.nudge();
  for (const event of events) await hooks.doAction(actionOf(event.name), event);
  return result;
}
