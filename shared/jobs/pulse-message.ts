/** Messages that report the result of a MySQL query to all processes. */

/**
 * `nextMs`: time to the next complete query; `busyMs`: how long queries stay frequent. `names` and `values`: joined texts.
 * `isWhole`: false for a query of urgent probes only.
 */
export type PulseMessage = {
  by: string;
  nextMs: number;
  busyMs: number;
  isWhole: boolean;
  names: string;
  values: string;
};

/** Control characters, which no value contains. They separate a message's parts, and the texts in a part. */
const betweenParts = '\x1e';
export const betweenTexts = '\x1f';

export const textOf = ({ by, nextMs, busyMs, isWhole, names, values }: PulseMessage): string =>
  [by, nextMs, busyMs, Number(isWhole), names, values].join(betweenParts);

/** Parses a message; `undefined` for an unknown form, which is ignored. */
export function readMessage(text: string): PulseMessage | undefined {
  const [by = '', nextMs = '', busyMs = '', whole = '', names = '', values, ...more] = text.split(betweenParts);
  if (values === undefined || more.length > 0 || !(Number(nextMs) > 0 && Number(busyMs) >= 0)) return undefined;
  if (names.split(betweenTexts).length !== values.split(betweenTexts).length) return undefined;
  return { by, nextMs: Number(nextMs), busyMs: Number(busyMs), isWhole: whole === '1', names, values };
}
