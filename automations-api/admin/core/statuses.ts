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

/** Those that a person gives a new contact; the others are found out by sending mails. */
export const statusesToGive: readonly StatusName[] = ['unverified', 'subscribed', 'unsubscribed'];

/** By its code. */
export const statusOf = (code: string): StatusName => statusNames[Number(code)] ?? 'unverified';
