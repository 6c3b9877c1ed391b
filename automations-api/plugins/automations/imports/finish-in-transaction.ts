/** A context whose changes end with one more piece of work, in the same transaction: recorders of events write after the change. */
import type { Context } from '../context/context.ts';
import type { Trx } from '../core/tables.ts';

export const withLast = (context: Context, last: (trx: Trx) => Promise<void>): Context => ({
  ...context,
  recorders: [...context.recorders, { prepare: async () => last, committed: () => {} }],
});
