/** A contact's status: its number in the database and its names in requests. Pure. */
import { unprocessable } from '../../core/errors.ts';

export const statusNames = [
  'unverified',
  'subscribed',
  'bounced',
  'unsubscribed',
  'soft_bounced',
  'complaint',
] as const;
export type StatusName = (typeof statusNames)[number];

export const Status = {
  unverified: 0,
  subscribed: 1,
  bounced: 2,
  unsubscribed: 3,
  soft_bounced: 4,
  complaint: 5,
} as const satisfies Record<StatusName, number>;

const codes = new Map<string, number>([
  ...Object.entries(Status).flatMap(([name, code]): [string, number][] => [
    [name, code],
    [String(code), code],
  ]),
  ['softbounced', Status.soft_bounced],
]);
const names = new Map<number, string>(Object.entries(Status).map(([name, code]) => [code, name]));

/** Returns the name of a code. */
export const nameOfStatus = (code: number): string => names.get(code) ?? String(code);

/** Checks whether a contact opted out: it unsubscribed or complained. */
export const hasOptedOut = (status: number): boolean => status === Status.unsubscribed || status === Status.complaint;

/**
 * Returns the code of a status, given by name or digit. `verified` means subscribed, but keeps an opt-out.
 * @throws unprocessable_entity
 */
export function parseStatus(text: string, current?: number): number {
  const name = text.trim().toLowerCase();
  if (name === 'verified') return current !== undefined && hasOptedOut(current) ? current : Status.subscribed;
  const code = codes.get(name);
  if (code === undefined) throw unprocessable(`status must be one of ${Object.keys(Status).join(', ')}`);
  return code;
}

/**
 * Returns the requested status, but keeps an opt-out unless the new status is a complaint.
 * @throws unprocessable_entity
 */
export function statusKeepingOptOut(text: string, current: number | undefined): number {
  const requested = parseStatus(text, current);
  return current !== undefined && hasOptedOut(current) && requested !== Status.complaint ? current : requested;
}
