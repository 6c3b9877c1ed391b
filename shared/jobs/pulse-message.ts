/** The messages by which a look at MySQL becomes known to all processes. */

/**
 * `nextMs`: time to the next whole look; `busyMs`: how long looks stay frequent. `names` and `values`: joined texts. A look that is
 * not whole is at urgent things only.
 */
export type PulseMessage = {
  by: string;
  nextMs: number;
  busyMs: number;
  isWhole: boolean;
  names: string;
  values: string;
};

/** Control characters, which no value contains: between the parts of a message, and between texts. */
const betweenParts = '\x1e';
export const betweenTexts = '\x1f';

export const textOf = ({ by, nextMs, busyMs, isWhole, names, values }: PulseMessage): string =>
  [by, nextMs, busyMs, Number(isWhole), names, values].join(betweenParts);

/** `undefined` for another form: that is as good as no message. */
export function readMessage(text: string): PulseMessage | undefined {
  const [by = '', nextMs = '', busyMs = '', whole = '', names = '', values, ...more] = text.split(betweenParts);
  if (values === undefined || more.length > 0 || !(Number(nextMs) > 0 && Number(busyMs) >= 0)) return undefined;
  if (names.split(betweenTexts).length !== values.split(betweenTexts).length) return undefined;
  return { by, nextMs: Number(nextMs), busyMs: Number(busyMs), isWhole: whole === '1', names, values };
}
