/** The statuses of contacts, in the order of the API's codes. */
import type { StatusName } from './types.ts';

export const statusNames: readonly StatusName[] = [
  'unverified',
  'subscribed',
  'bounced',
  'unsubscribed',
  'soft_bounced',
  'complaint',
];

/** The statuses a user can give a new contact; the others result from sending emails. */
export const statusesToGive: readonly StatusName[] = ['unverified', 'subscribed', 'unsubscribed'];

export const statusOf = (code: string): StatusName => statusNames[Number(code)] ?? 'unverified';
