/** A workspace as its members see it, with its limits and usage. */
import type { Context } from '../api/context.ts';
import type { Db } from '../core/tables.ts';
import { findOwnNetworks } from '../redirect/own-network-queries.ts';
import { limitsOf } from './plan-limits.ts';
import { showPlan } from './plans.ts';
import { getWorkspace } from './queries.ts';
import { getUsage } from './usage-queries.ts';

export async function showWorkspace(context: Context, db: Db, workspaceId: number) {
  const now = new Date();
  const [row, ownNetworks, usage] = await Promise.all([
    getWorkspace(db, workspaceId),
    findOwnNetworks(db, workspaceId),
    getUsage(db, workspaceId, monthOf(now), now),
  ]);
  return toWorkspace(context, { ...row, ownNetworks }, usage, now);
}

/** Returns the start of the month that is `later` months after the month of `time`, in UTC. */
export const monthOf = (time: Date, later = 0) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));

type Row = Pick<
  Awaited<ReturnType<typeof getWorkspace>>,
  'public_id' | 'name' | 'plan' | 'suspended_at' | 'created_at'
> & { ownNetworks: string[] };

export function toWorkspace({ config }: Context, row: Row, usage: Awaited<ReturnType<typeof getUsage>>, now: Date) {
  return {
    id: row.public_id,
    name: row.name,
    ...showPlan(row.plan),
    status: row.suspended_at ? 'suspended' : 'active',
    createdAt: row.created_at.toISOString(),
    ownNetworks: row.ownNetworks,
    limits: limitsOf(config, row.plan),
    usage: { ...usage, periodStart: monthOf(now).toISOString(), resetsAt: monthOf(now, 1).toISOString() },
  };
}
