/** Writes what webhooks are to be told, in the transaction of the change, and says when there is something to send. */
import { newEventId } from '../../../../shared/webhooks/signature.ts';
import { presentSecond } from '../dates.ts';
import type { Db, Trx } from '../tables.ts';
import { insertDeliveries, listActiveWebhooks } from './queries.ts';

/** A webhook made through another process hears of changes from this long after at the latest. */
const knownMs = 1_000;

export type Told = { name: string; contactId: number; data: Record<string, unknown> };
export type Subscriber = { id: number; events: ReadonlySet<string> };

export class Outbox {
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
  async subscribers(): Promise<Subscriber[]> {
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

  async write(trx: Trx, events: Told[], subscribers: Subscriber[]): Promise<void> {
    const now = presentSecond();
    const deliveries = events.flatMap(({ name, contactId, data }) => {
      const listening = subscribers.filter((subscriber) => subscriber.events.has(name));
      const told = { event_id: newEventId(), event: name, contact_id: contactId, created_at: now };
      const payload = JSON.stringify({ type: name, timestamp: now.toISOString(), data });
      return listening.map(({ id }) => ({ ...told, webhook_id: id, payload }));
    });
    await insertDeliveries(trx, deliveries);
  }

  /** Call it after the commit, or whenever deliveries were made new. */
  nudge(): void {
    this.#onNews();
  }
}
