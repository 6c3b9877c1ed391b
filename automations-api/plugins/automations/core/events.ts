/**
 * Events of contacts. Recorders such as webhooks get them inside the transaction; plugins get them as actions after the commit,
 * in order per contact and without delaying the answer. A change is only reported once it is committed.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { PluginHooks } from '../../../host/hooks.ts';
import { presentSecond } from './dates.ts';
import type { Db, Trx } from './tables.ts';

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
  'link.clicked',
] as const;
export type EventName = (typeof eventNames)[number];

/** Messages to webhooks that are no events: of a test, and of a rule's step. */
export const otherMessages = { test: 'webhook.test', rule: 'rule.webhook' } as const;
export type OtherMessage = (typeof otherMessages)[keyof typeof otherMessages];

type Change<Value> = { from: Value; to: Value };

/** Changes of a contact: columns by name, custom fields by id; null is no value. */
export type Changes = {
  columns: Record<string, Change<string>>;
  fields: Record<string, { name: string } & Change<string | string[] | null>>;
};

/** Webhooks are sent `data`; everything else stays here. `formerIds` are contacts that were merged into a deleted one. */
export type ContactEvent = {
  name: string;
  contactId: number;
  data: Record<string, unknown>;
  changes?: Changes;
  formerIds?: number[];
  /** The request wants no rule to start from this change. */
  startsNoRule?: boolean;
};
export type Emit = (event: ContactEvent) => void;

/** An event with who brought it about, and when. */
export type ToldEvent = ContactEvent & { by: Caller; at: Date };

/** Stores events: receives those of a change inside its transaction. */
export type EventRecorder = {
  /** Before the transaction, so that nothing is locked meanwhile; answers what writes, which may run more than once. */
  prepare: () => Promise<(trx: Trx, events: ToldEvent[]) => Promise<void>>;
  /** After the commit. */
  committed: (events: ToldEvent[]) => void;
};

/** The caller behind changes that no request made. */
export const system: Caller = { type: 'system', id: 0, name: '' };

/** The hook's name: `automations_contact_created` and so on. A callback gets the event. */
const actionOf = (name: string) => `automations_${name.replace('.', '_')}`;

/** Thrown when a plugin refuses a change. */
export class ChangeRefused extends ApiError {
  constructor(message: string) {
    super('unprocessable_entity', message);
  }
}

type Keepers = { db: Db; hooks: PluginHooks; recorders: EventRecorder[] };
type Work<T> = (trx: Trx, emit: Emit) => Promise<T>;

/** The same as `changeContacts`, unless a plugin has something against what comes of it. @throws ChangeRefused */
export const changeIfAllowed = <T>(keepers: Keepers, by: Caller | undefined, work: Work<T>): Promise<T> =>
  change(keepers, by, work, async (events) => {
    const refusal = await keepers.hooks.applyFilters<string | undefined>('automations_refusal', undefined, events);
    if (typeof refusal === 'string') throw new ChangeRefused(refusal);
  });

/** Runs `work` in a transaction, with what it emits; `work` may run more than once. */
export const changeContacts = <T>(keepers: Keepers, by: Caller | undefined, work: Work<T>): Promise<T> =>
  change(keepers, by, work, async () => {});

async function change<T>(
  { db, hooks, recorders }: Keepers,
  by: Caller | undefined,
  work: Work<T>,
  check: (events: ToldEvent[]) => Promise<void>,
): Promise<T> {
  let events: ToldEvent[] = [];
  const writers = await Promise.all(recorders.map((recorder) => recorder.prepare()));
  const result = await inTransaction(db, async (trx) => {
    events = [];
    // Once the contact is locked, so that the times of its events are in their order.
    const worked = await work(trx, (event) => void events.push({ ...event, by: by ?? system, at: presentSecond() }));
    if (events.length > 0) await check(events);
    for (const write of writers) await write(trx, events);
    return worked;
  });
  for (const recorder of recorders) recorder.committed(events);
  for (const event of events) await hooks.queueAction(event.contactId, actionOf(event.name), event);
  return result;
}
