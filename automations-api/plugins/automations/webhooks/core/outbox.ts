/** The recorder that writes webhook deliveries, and notifies the sender about new ones. */
import { newEventId } from '../../../../../shared/webhooks/signature.ts';
import type { EventRecorder, RecordedEvent } from '../../core/events.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { insertDeliveries, listActiveWebhooks } from './queries.ts';

/** Maximum time until a webhook created by another process gets events. */
const cachedMs = 1_000;

type OutboxEvent = Pick<RecordedEvent, 'contactId' | 'data' | 'at'> & { name: string };
type Subscriber = { id: number; events: ReadonlySet<string> };

export class Outbox implements EventRecorder {
  readonly #db: Db;
  #cache: { subscribers: Subscriber[]; until: number } | undefined;
  #onNews: () => void = () => {};

  constructor(db: Db) {
    this.#db = db;
  }

  onNews(listener: () => void): void {
    this.#onNews = listener;
  }

  /** Lists the active webhooks, from the cache if possible. */
  async #subscribers(): Promise<Subscriber[]> {
    if (!this.#cache || this.#cache.until < Date.now()) {
      const rows = await listActiveWebhooks(this.#db);
      const subscribers = rows.map(({ id, events }) => ({ id, events: new Set(events.split(',')) }));
      this.#cache = { subscribers, until: Date.now() + cachedMs };
    }
    return this.#cache.subscribers;
  }

  /** Clears the cache after a webhook changed. */
  forget(): void {
    this.#cache = undefined;
  }

  /** Returns a function that writes a delivery for each webhook subscribed to an event. */
  async prepare(): Promise<(trx: Trx, events: OutboxEvent[]) => Promise<void>> {
    const subscribers = await this.#subscribers();
    return async (trx, events) => {
      const deliveries = events.flatMap(({ name, contactId, data, at }) => {
        const listening = subscribers.filter((subscriber) => subscriber.events.has(name));
        if (listening.length === 0) return [];
        const delivery = { event_id: newEventId(), event: name, contact_id: contactId, created_at: at };
        const payload = JSON.stringify({ type: name, timestamp: at.toISOString(), data });
        return listening.map(({ id }) => ({ ...delivery, webhook_id: id, payload }));
      });
      await insertDeliveries(trx, deliveries);
    };
  }

  committed(): void {
    if (this.#cache && this.#cache.subscribers.length > 0) this.nudge();
  }

  /** Notifies the sender. Call it after inserting or reviving deliveries. */
  nudge(): void {
    this.#onNews();
  }
}
