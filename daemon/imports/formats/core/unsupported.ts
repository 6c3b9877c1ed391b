/** Features of other systems that Waypost does not import, with the sentences for the report. */
import { nanoid } from 'nanoid';
import type { Draft } from './fields.ts';

export const visitsStay = 'Single clicks are left out. Their number is kept as imported clicks.';

/** A password-protected link must not become public: it gets an unknown password until its owner sets one. */
export function lock({ item, notes }: Draft): void {
  item.password = nanoid(32);
  notes.add('Passwords cannot be imported. These links get a random password: set new ones.');
}

/** A link that led nowhere any more has expired here: an archived one would lead somewhere again. */
export function close({ item, notes }: Draft, since: string | undefined, why: string): void {
  item.expiresAt = since ?? item.createdAt ?? new Date(0).toISOString();
  notes.add(`${why}. Here they have expired.`);
}

/** Clicks counted before count: a link that may be clicked 100 times and was 60 times may be 40 times more. */
export function countDown(draft: Draft): void {
  const { item } = draft;
  if (item.maxClicks === undefined || item.maxClicks === null) return;
  const left = item.maxClicks - (item.importedClicks ?? 0);
  if (left > 0) item.maxClicks = left;
  else {
    delete item.maxClicks;
    close(draft, undefined, 'Links that had reached their maximum number of clicks no longer redirected');
  }
}
