/** A context whose transactions run additional work at their end. The work is added as an event recorder. */
import type { Context } from '../context/context.ts';
import type { Trx } from '../core/tables.ts';

export const withLast = (context: Context, last: (trx: Trx) => Promise<void>): Context => ({
  ...context,
  recorders: [...context.recorders, { prepare: async () => last, committed: () => {} }],
});
