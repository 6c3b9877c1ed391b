/** Writes what webhooks are to be told, in the transaction of the change, and says when there is something to send. */
import { newEventId } from '../../../../../shared/webhooks/signature.ts';
import type { EventRecorder, RecordedEvent } from '../../core/events.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { insertDeliveries, listActiveWebhooks } from './queries.ts';

/** Maximum time until a webhook created by another process gets events. */
const knownMs = 1_000;

type Told = Pick<RecordedEvent, 'contactId' | 'data' | 'at'> & { name: string };
type Subscriber = { id: number; events: ReadonlySet<string> };

export class Outbox implements EventRecorder {
  readonly #db: Db;
  #known: { subscribers: Subscriber[]; until: number } | undefined;
  #onNews: () => void = () => {};

  constructor(db: Db) {
    this.#db = db;
  }

  onNews(listener: () => void): void {
    this.#onNews = listener;
  }

  /** The active webhooks. */
  async #subscribers(): Promise<Subscriber[]> {
    if (!this.#known || this.#known.until < Date.now()) {
      const rows = await listActiveWebhooks(this.#db);
      const subscribers = rows.map(({ id, events }) => ({ id, events: new Set(events.split(',')) }));
      this.#known = { subscribers, until: Date.now() + knownMs };
    }
    return this.#known.subscribers;
  }

  /** Call it after a webhook was changed. */
  forget(): void {
    this.#known = undefined;
  }

  /** Returns a function that writes a delivery for each webhook subscribed to an event. */
  async prepare(): Promise<(trx: Trx, events: Told[]) => Promise<void>> {
    const subscribers = await this.#subscribers();
    return async (trx, events) => {
      const deliveries = events.flatMap(({ name, contactId, data, at }) => {
        const listening = subscribers.filter((subscriber) => subscriber.events.has(name));
        if (listening.length === 0) return [];
        const told = { event_id: newEventId(), event: name, contact_id: contactId, created_at: at };
        const payload = JSON.stringify({ type: name, timestamp: at.toISOString(), data });
        return listening.map(({ id }) => ({ ...told, webhook_id: id, payload }));
      });
      await insertDeliveries(trx, deliveries);
    };
  }

  committed(): void {
    if (this.#known && this.#known.subscribers.length > 0) this.nudge();
  }

  /** Call it whenever deliveries were made new. */
  nudge(): void {
    this.#onNews();
  }
}
