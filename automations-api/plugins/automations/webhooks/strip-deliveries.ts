/** Removal of personal data from deliveries about a deleted contact: only type, time and ids remain. */
import type { Trx } from '../core/tables.ts';
import { listDeliveriesOfContact, setPayload } from './core/queries.ts';

const ids = new Set(['contact_id', 'merged_from', 'merged_into', 'run_id']);

export function keepOnlyIds(payload: string): string {
  const { type, timestamp, data } = JSON.parse(payload) as { type: string; timestamp: string; data: object };
  const kept = Object.fromEntries(Object.entries(data).filter(([name]) => ids.has(name)));
  return JSON.stringify({ type, timestamp, data: kept });
}

/** Removes personal data from all deliveries about a contact. Pending ones are then sent without it. */
export async function stripDeliveries(trx: Trx, contactId: number): Promise<void> {
  for (const { id, payload } of await listDeliveriesOfContact(trx, contactId)) {
    await setPayload(trx, id, keepOnlyIds(payload));
  }
}
