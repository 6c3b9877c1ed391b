/** Stores custom events and emits them as contact events. */
import { sqlDate } from '../../core/dates.ts';
import type { ContactEvent, EventRecorder } from '../../core/events.ts';
import type { Trx } from '../../core/tables.ts';
import { type NewEvent, readEvent } from './event.ts';
import { insertEvent } from './queries.ts';

export const customEvent = 'custom';

/** Stores an event of a locked contact. Resolves to the contact event to emit. */
export async function storeEvent(trx: Trx, contactId: number, { name, at, data }: NewEvent) {
  const id = await insertEvent(trx, { contact_id: contactId, name, at, data });
  const payload = {
    contact_id: contactId,
    event_id: id,
    name,
    happened_at: sqlDate(at),
    data: JSON.parse(data) as object,
  };
  return { name: customEvent, contactId, data: payload } satisfies ContactEvent;
}

/** Stores the custom events that plugins report with `emit`. It runs before the recorders that use the event's id. */
export const customEventRecorder: EventRecorder = {
  async prepare() {
    return async (trx, events) => {
      for (const event of events) {
        if (event.name !== customEvent || event.data.event_id !== undefined) continue;
        const { data } = await storeEvent(trx, event.contactId, readEvent(event.data, event.at));
        Object.assign(event.data, data);
      }
    };
  },
  committed() {},
};
