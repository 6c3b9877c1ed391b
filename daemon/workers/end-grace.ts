/** Ends the grace after failed payments: the plan goes back to Free, links and all else stay. */
import type { Db } from '../../shared/db.ts';
import { inTransaction } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { repeat } from '../../shared/repeat.ts';
import { system } from '../audit/record.ts';
import { deletePageLinksBefore } from '../billing/local/queries.ts';
import { deleteEventsBefore, getAccount, listEndedGraces } from '../billing/queries.ts';
import { writeStanding } from '../billing/standing.ts';
import { lockWorkspace } from '../members/queries.ts';

const everyMs = 60_000;
const atOnce = 200;
const rowsAtOnce = 5_000;
/** Stripe sends an event again for three days, and none is taken that was signed more than minutes ago. */
const eventDays = 30;
const dayMs = 86_400_000;

export async function endGraces(db: Db, now: Date): Promise<void> {
  for (;;) {
    const workspaceIds = await listEndedGraces(db, now, atOnce);
    for (const workspaceId of workspaceIds) await endGrace(db, workspaceId, now);
    if (workspaceIds.length < atOnce) return;
  }
}

const endGrace = (db: Db, workspaceId: number, now: Date) =>
  inTransaction(db, async (trx) => {
    const workspace = await lockWorkspace(trx, workspaceId);
    const before = await getAccount(trx, workspaceId);
    // It was paid meanwhile.
    if (before.graceUntil === null || before.graceUntil > now) return;
    const after = { ...before, plan: 'free' as const };
    await writeStanding(trx, { workspace, before, after, actor: system, reason: 'grace ended' }, now);
  });

/** Also forgets what billing has no more use for. */
export function startBillingUpkeep(db: Db, log: Log): () => Promise<void> {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const forget = (name: string, task: () => Promise<number>) =>
    repeat(log, `forget old billing ${name}`, everyMs, async () => {
      while ((await task()) === rowsAtOnce);
    });
  const stops = [
    repeat(log, 'end the grace of failed payments', everyMs, () => endGraces(db, new Date())),
    forget('events', () => deleteEventsBefore(db, ago(eventDays * dayMs), rowsAtOnce)),
    forget('links', () => deletePageLinksBefore(db, ago(0), rowsAtOnce)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
