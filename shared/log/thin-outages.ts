/**
 * Fewer log lines during a store's outage, when everything that needs the store fails several times a second. One line
 * per reason is written every ten seconds, and the next one reports the number of omitted lines.
 */
import type { LoggerOptions } from 'pino';
import { isStoreDown } from '../errors.ts';

type Hook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
type Reason = { writtenAt: number; leftOut: Map<string, number> };

const everyMs = 10_000;
const reasonsAtMost = 100;
const messagesAtMost = 20;

/** Creates a method for pino's `hooks`. */
export function thinOutages(now: () => number = () => performance.now()): { logMethod: Hook } {
  const reasons = new Map<string, Reason>();
  return {
    logMethod(args, method) {
      const [first, message] = args as unknown as [unknown, string?];
      const err = (first as { err?: unknown } | null | undefined)?.err;
      if (!isStoreDown(err)) return method.apply(this, args);
      const key = reasonOf(err as Error);
      const known = reasons.get(key);
      if (known && now() - known.writtenAt < everyMs) return leaveOut(known, message ?? '');
      if (!known && reasons.size >= reasonsAtMost) reasons.clear();
      reasons.set(key, { writtenAt: now(), leftOut: new Map() });
      if (!known || known.leftOut.size === 0) return method.apply(this, args);
      const leftOut = Object.fromEntries(known.leftOut);
      method.apply(this, [{ ...(first as object), leftOut }, message] as unknown as Parameters<Hook>[0]);
    },
  };
}

function leaveOut({ leftOut }: Reason, message: string): void {
  const name = leftOut.has(message) || leftOut.size < messagesAtMost ? message : 'other lines';
  leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
}

/** Returns a key made of the error's code, address and port. All of Redis's own errors share one key. */
function reasonOf(err: Error): string {
  const { code, address, port } = err as NodeJS.ErrnoException & { address?: string; port?: number };
  return code === undefined ? 'redis' : `${code} ${address ?? ''} ${port ?? ''}`;
}
