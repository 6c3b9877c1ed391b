/** Features of other systems that Waypost does not import, with the sentences for the report. */
import { nanoid } from 'nanoid';
import type { Draft } from './fields.ts';

export const visitsStay = 'Single clicks are left out. Their number is kept as imported clicks.';

/** Sets a random password, so that a protected link does not become public before its owner sets a new one. */
export function lock({ item, notes }: Draft): void {
  item.password = nanoid(32);
  notes.add('Passwords cannot be imported. These links get a random password: set new ones.');
}

/** Marks a link that no longer redirected in the other system as expired. An archived link would redirect again. */
export function expire({ item, notes }: Draft, since: string | undefined, reason: string): void {
  item.expiresAt = since ?? item.createdAt ?? new Date(0).toISOString();
  notes.add(`${reason}. Here they have expired.`);
}

/** Subtracts earlier clicks from the limit: after 60 of 100 clicks, the link works for 40 more. */
export function countDown(draft: Draft): void {
  const { item } = draft;
  if (item.maxClicks === undefined || item.maxClicks === null) return;
  const left = item.maxClicks - (item.importedClicks ?? 0);
  if (left > 0) item.maxClicks = left;
  else {
    delete item.maxClicks;
    expire(draft, undefined, 'Links that had reached their maximum number of clicks no longer redirected');
  }
}
