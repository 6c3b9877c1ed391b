/**
 * What happens to contacts, as recorders keep it (webhooks and others, in the transaction) and as plugins hear it
 * (actions, after the commit and beside the answer, those of a contact in order). A change is told once it is certain, and
 * never when it was rolled back.
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

type Change<Value> = { from: Value; to: Value };

/** What changed of a contact: columns by their names, custom fields by their ids; null is no value. */
export type Changes = {
  columns: Record<string, Change<string>>;
  fields: Record<string, { name: string } & Change<string | string[] | null>>;
};

/** Webhooks are sent `data`; all else stays here. `formerIds`: of contacts who were merged into one that is deleted. */
export type ContactEvent = {
  name: string;
  contactId: number;
  data: Record<string, unknown>;
  changes?: Changes;
  formerIds?: number[];
};
export type Emit = (event: ContactEvent) => void;

/** An event with who brought it about, and when. */
export type ToldEvent = ContactEvent & { by: Caller; at: Date };

/** Whoever keeps events: told of those of a change inside its transaction. */
export type EventRecorder = {
  /** Before the transaction, so that nothing is locked meanwhile; answers what writes, which may run more than once. */
  prepare: () => Promise<(trx: Trx, events: ToldEvent[]) => Promise<void>>;
  /** After the commit. */
  committed: (events: ToldEvent[]) => void;
};

/** Who brings about what nobody asked for just now. */
export const system: Caller = { type: 'system', id: 0, name: '' };

/** `automations_contact_created` and so on; a callback gets the event. */
const actionOf = (name: string) => `automations_${name.replace('.', '_')}`;

/** A plugin refused a change. */
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
