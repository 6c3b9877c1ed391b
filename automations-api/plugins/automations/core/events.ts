/**
 * Contact events. Recorders, such as webhooks, store them inside the transaction. Plugins get them as actions after
 * the commit, in order per contact and without delaying the answer.
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
  'custom',
] as const;
export type EventName = (typeof eventNames)[number];

/** Webhook deliveries that are not events: tests, and deliveries that rules send. */
export const otherMessages = { test: 'webhook.test', rule: 'rule.webhook' } as const;
export type OtherMessage = (typeof otherMessages)[keyof typeof otherMessages];

type Change<Value> = { from: Value; to: Value };

/** A contact's changes: columns keyed by name, custom fields keyed by id; null means no value. */
export type Changes = {
  columns: Record<string, Change<string>>;
  fields: Record<string, { name: string } & Change<string | string[] | null>>;
};

/** An event. Webhooks send only `data`. `previousIds` are contacts that were merged into a deleted one. */
export type ContactEvent = {
  name: string;
  contactId: number;
  data: Record<string, unknown>;
  changes?: Changes;
  previousIds?: number[];
  /** True if the event starts no rules. */
  startsNoRule?: boolean;
};
export type Emit = (event: ContactEvent) => void;

/** An event with its caller and time. */
export type RecordedEvent = ContactEvent & { by: Caller; at: Date };

/** A port that stores the events of a change inside its transaction. */
export type EventRecorder = {
  /** Runs before the transaction, without locks. Resolves to the function that writes; it can run more than once. */
  prepare: () => Promise<(trx: Trx, events: RecordedEvent[]) => Promise<void>>;
  /** Runs after the commit. */
  committed: (events: RecordedEvent[]) => void;
};

/** The caller of changes without a request. */
export const system: Caller = { type: 'system', id: 0, name: '' };

/** Returns the hook's name, such as `automations_contact_created`. */
const actionOf = (name: string) => `automations_${name.replace('.', '_')}`;

/** Thrown if a plugin refuses a change. */
export class ChangeRefused extends ApiError {
  constructor(message: string) {
    super('unprocessable_entity', message);
  }
}

type Stores = { db: Db; hooks: PluginHooks; recorders: EventRecorder[] };
type Work<T> = (trx: Trx, emit: Emit) => Promise<T>;

/** Works like `changeContacts`, but lets plugins refuse the change. @throws ChangeRefused */
export const changeIfAllowed = <T>(stores: Stores, by: Caller | undefined, work: Work<T>): Promise<T> =>
  change(stores, by, work, async (events) => {
    const refusal = await stores.hooks.applyFilters<string | undefined>('automations_refusal', undefined, events);
    if (typeof refusal === 'string') throw new ChangeRefused(refusal);
  });

/** Runs `work` in a transaction and stores the events it emits. `work` can run more than once. */
export const changeContacts = <T>(stores: Stores, by: Caller | undefined, work: Work<T>): Promise<T> =>
  change(stores, by, work, async () => {});

async function change<T>(
  { db, hooks, recorders }: Stores,
  by: Caller | undefined,
  work: Work<T>,
  check: (events: RecordedEvent[]) => Promise<void>,
): Promise<T> {
  let events: RecordedEvent[] = [];
  const writers = await Promise.all(recorders.map((recorder) => recorder.prepare()));
  const result = await inTransaction(db, async (trx) => {
    events = [];
    // The time is taken while the contact is locked, so that its events are in order.
    const worked = await work(trx, (event) => void events.push({ ...event, by: by ?? system, at: presentSecond() }));
    if (events.length > 0) await check(events);
    for (const write of writers) await write(trx, events);
    return worked;
  });
  for (const recorder of recorders) recorder.committed(events);
  for (const event of events) await hooks.queueAction(event.contactId, actionOf(event.name), event);
  return result;
}
