/** Deletion of unconfirmed submissions after FORM_DAYS. The others stay as long as their contact. */
import type { Context } from '../core/context.ts';
import { deleteBefore } from '../core/submission-queries.ts';

const everyMs = 3_600_000;
const atOnce = 1_000;
const dayMs = 86_400_000;
const unconfirmed = ['waiting', 'limited', 'refused'] as const;

export const startRetention = (context: Context): void =>
  context.schedule({ name: 'forget-unconfirmed', everyMs, run: () => forgetUnconfirmed(context, new Date()) });

export async function forgetUnconfirmed({ db, config }: Pick<Context, 'db' | 'config'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - config.formDays * dayMs);
  for (const outcome of unconfirmed) while ((await deleteBefore(db, outcome, before, atOnce)) === atOnce);
}
