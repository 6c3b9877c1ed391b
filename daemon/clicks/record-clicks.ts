/**
 * The storage of segments' parts: their clicks, counts and marks, in one transaction. This worker must own the parts'
 * shards from its first read of stored data until the commit. Otherwise the transaction fails.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db, Trx } from '../core/tables.ts';
import { type ContactClick, type HandOver, insertContactClicks } from '../link-clicks/core/queries.ts';
import { insertBatches, listRecordedBatches } from './batch-queries.ts';
import { insertClicks } from './block-queries.ts';
import type { ClickPart } from './bytes/part.ts';
import { addLimitCounts } from './click-limit-queries.ts';
import type { Click } from './core/click.ts';
import { addToCounts } from './counts.ts';
import { type Described, describeClicks, inOrder } from './describe-clicks.ts';
import type { Claims } from './shard-claims.ts';
import { lockClaims } from './shard-queries.ts';
import type { Visitors } from './visitors.ts';
import { keepForWarehouse } from './warehouse-queries.ts';
import { type ClickListeners, findClickListeners } from './webhook-click-queries.ts';
import { keepForWebhooks } from './webhook-clicks.ts';

/**
 * Tools for recording. Without `handOver`, contact automation is not notified. `forWarehouse`: clicks are also kept
 * for the operator's warehouse.
 */
export type RecorderOptions = { db: Db; log: Log; visitors: Visitors; handOver?: HandOver; forWarehouse?: boolean };

/** The result of recording. `done` are parts that are no longer needed, including parts that were already stored. */
export type Recorded = { clicks: Click[]; done: ClickPart[] };

/** Stores parts. Do not call it concurrently. `claims` must include the parts' shards. */
export async function recordClicks(
  { db, log, visitors, handOver, forWarehouse = false }: RecorderOptions,
  claims: Claims,
  parts: ClickPart[],
  now: Date,
): Promise<Recorded> {
  const marks = new Set(
    await listRecordedBatches(
      db,
      parts.map(({ id }) => id),
    ),
  );
  const isStored = ({ id }: ClickPart) => marks.has(id);
  const described = await describeClicks(
    db,
    log,
    parts.filter((part) => !isStored(part)),
    now,
  );
  if (described.parts.length > 0) {
    try {
      await visitors.markFirst(described.clicks, claims);
      const listeners = await findClickListeners(db);
      const contactClicks = described.visits.length > 0 && handOver ? await handOver(described.visits, now) : [];
      const toStore = { ...described, listeners, contactClicks, forWarehouse };
      await inTransaction(db, (trx) => store(trx, toStore, claims, now));
    } catch (error) {
      visitors.forget();
      throw error;
    }
  }
  return { clicks: described.clicks, done: [...parts.filter(isStored), ...described.parts, ...described.refused] };
}

/** Receivers of clicks other than analytics. */
type Receivers = { listeners: ClickListeners; contactClicks: ContactClick[]; forWarehouse: boolean };

/** Stores clicks. Contended rows are written last, so that the counts of a busy link are locked only briefly. */
async function store(
  trx: Trx,
  {
    clicks,
    own,
    parts,
    listeners,
    contactClicks,
    forWarehouse,
  }: Pick<Described, 'clicks' | 'own' | 'parts'> & Receivers,
  claims: Claims,
  now: Date,
): Promise<void> {
  const locked = await lockClaims(trx, [...new Set(parts.map(({ shard }) => shard))]);
  for (const [shard, claim] of locked)
    if (claims.get(shard) !== claim) throw new Error(`another worker has taken shard ${shard}`);
  const no = await insertBatches(
    trx,
    parts.map(({ id }) => id),
    now,
  );
  await insertClicks(trx, clicks, no);
  if (forWarehouse) await keepForWarehouse(trx, clicks, now);
  await keepForWebhooks(trx, clicks, listeners);
  await insertContactClicks(trx, contactClicks);
  await addToCounts(trx, own.length === 0 ? clicks : [...clicks, ...own].sort(inOrder), now);
  await addLimitCounts(trx, clicks);
}
