/** A contact's status: its number in the database and its names in requests. */
import { unprocessable } from '../errors.ts';

export const Status = { unverified: 0, subscribed: 1, bounced: 2, unsubscribed: 3 } as const;

const codes = new Map<string, number>(
  Object.entries(Status).flatMap(([name, code]) => [
    [name, code],
    [String(code), code],
  ]),
);

const names = new Map<number, string>(Object.entries(Status).map(([name, code]) => [code, name]));

/** The name of a code; the code itself of one that has none. */
export const nameOfStatus = (code: number): string => names.get(code) ?? String(code);

/**
 * The code of a name in any case, or of its digit. `verified` means subscribed, but does not bring back whoever had
 * unsubscribed. @throws unprocessable_entity
 */
export function parseStatus(text: string, current?: number): number {
  const name = text.trim().toLowerCase();
  if (name === 'verified') return current === Status.unsubscribed ? Status.unsubscribed : Status.subscribed;
  const code = codes.get(name);
  if (code === undefined) throw unprocessable(`status must be one of ${Object.keys(Status).join(', ')}`);
  return code;
}
