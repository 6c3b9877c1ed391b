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

/** The name of a code, as requests have it. */
export const nameOfStatus = (code: number): string => names.get(code) ?? String(code);

/** True for contacts who opted out: unsubscribed or complained. */
export const hasOptedOut = (status: number): boolean => status === Status.unsubscribed || status === Status.complaint;

/**
 * The code of a status by its name in any case, or its digit. `verified` means subscribed, but does not bring back a contact who
 * opted out. @throws unprocessable_entity
 */
export function parseStatus(text: string, current?: number): number {
  const name = text.trim().toLowerCase();
  if (name === 'verified') return current !== undefined && hasOptedOut(current) ? current : Status.subscribed;
  const code = codes.get(name);
  if (code === undefined) throw unprocessable(`status must be one of ${Object.keys(Status).join(', ')}`);
  return code;
}

/**
 * The status that is asked for, unless that would take back what the contact said: an opt-out gives way to a complaint
 * alone. @throws unprocessable_entity
 */
export function statusKeepingOptOut(text: string, current: number | undefined): number {
  const asked = parseStatus(text, current);
  return current !== undefined && hasOptedOut(current) && asked !== Status.complaint ? current : asked;
}
