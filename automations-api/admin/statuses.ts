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

/** By its code. */
export const statusOf = (code: string): StatusName => statusNames[Number(code)] ?? 'unverified';
