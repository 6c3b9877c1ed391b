/** Clicks that wait for the operator's warehouse, and the names of their links. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { inTransaction } from '../../shared/db/db.ts';
import type { Db, Tables, Trx } from '../core/tables.ts';

type WaitingRow = Pick<Selectable<Tables['warehouse_clicks']>, 'id' | 'name' | 'day' | 'clicks' | 'data'>;
/** The content of one message. Its rows never change. */
export type ClickBatch = { id: string; rows: WaitingRow[] };

const rowsABatch = 500;
/** Maximum number of clicks in a message, about 10 MB as JSON. */
const clicksABatch = 20_000;

/**
 * Finds the started batch, or starts one of the oldest rows. Returns undefined if no row waits, or another worker was
 * faster.
 */
export async function nextBatch(db: Db): Promise<ClickBatch | undefined> {
  const id = (await findStarted(db)) ?? (await startBatch(db));
  if (id === undefined) return undefined;
  const columns = ['id', 'name', 'day', 'clicks', 'data'] as const;
  const query = db.selectFrom('warehouse_clicks').select(columns).where('batch', '=', id).orderBy('id');
  const rows = await query.execute();
  return rows.length > 0 ? { id, rows } : undefined;
}

async function findStarted(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('warehouse_clicks')
    .select('batch')
    .where('batch', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.batch ?? undefined;
}

async function startBatch(db: Db): Promise<string | undefined> {
  const rows = await db
    .selectFrom('warehouse_clicks')
    .select(['id', 'clicks'])
    .where('batch', 'is', null)
    .orderBy('id')
    .limit(rowsABatch)
    .execute();
  const taken: number[] = [];
  let clicks = 0;
  for (const row of rows) {
    clicks += row.clicks;
    if (taken.length > 0 && clicks > clicksABatch) break;
    taken.push(row.id);
  }
  if (taken.length === 0) return undefined;
  const batch = randomUUID();
  await db.updateTable('warehouse_clicks').set({ batch }).where('id', 'in', taken).where('batch', 'is', null).execute();
  return batch;
}

/** Deletes an accepted batch. `unnamed`: the number of its clicks that could not be sent. */
export const deleteSent = (db: Db, { rows }: ClickBatch, unnamed: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    const clicks = await deleteRows(
      trx,
      rows.map(({ id }) => id),
    );
    // If this worker counted as lost, another worker may have sent and deleted the batch too.
    if (clicks === 0) return;
    await count(trx, 'sent', clicks - unnamed);
    await count(trx, 'dropped', unnamed);
  });

/** Drops rows that were not accepted in time. Returns the numbers of rows and clicks. */
export const dropUnsentBefore = (db: Db, before: Date, limit: number): Promise<{ rows: number; clicks: number }> =>
  inTransaction(db, async (trx) => {
    const oldest = await trx
      .selectFrom('warehouse_clicks')
      .select(['id', 'stored_at'])
      .orderBy('id')
      .limit(limit)
      .execute();
    const ids = oldest.filter(({ stored_at }) => stored_at < before).map(({ id }) => id);
    if (ids.length === 0) return { rows: 0, clicks: 0 };
    const clicks = await deleteRows(trx, ids);
    await count(trx, 'dropped', clicks);
    return { rows: ids.length, clicks };
  });

/** Deletes rows. Returns the number of their clicks. */
async function deleteRows(trx: Trx, ids: number[]): Promise<number> {
  const rows = await trx.selectFrom('warehouse_clicks').select('clicks').where('id', 'in', ids).forUpdate().execute();
  await trx.deleteFrom('warehouse_clicks').where('id', 'in', ids).execute();
  return rows.reduce((sum, { clicks }) => sum + clicks, 0);
}

async function count(trx: Trx, outcome: 'sent' | 'dropped', clicks: number): Promise<void> {
  if (clicks === 0) return;
  await trx
    .updateTable('warehouse_totals')
    .set((e) => ({ clicks: e('clicks', '+', clicks) }))
    .where('outcome', '=', outcome)
    .execute();
}

/** Returns the number of clicks sent or dropped since the installation was created. */
export async function getTotal(db: Db, outcome: 'sent' | 'dropped'): Promise<number> {
  const row = await db
    .selectFrom('warehouse_totals')
    .select('clicks')
    .where('outcome', '=', outcome)
    .executeTakeFirstOrThrow();
  return row.clicks;
}

/** A link of any workspace, with public ids as in the API. */
export type LinkOfClicks = { publicId: string; workspaceId: string; hostname: string | null; slug: string };

const linksAStatement = 2_000;

/** Finds links by numeric id, including deleted ones. */
export async function listLinksOfClicks(db: Db, ids: number[]): Promise<Map<number, LinkOfClicks>> {
  const found = new Map<number, LinkOfClicks>();
  for (let from = 0; from < ids.length; from += linksAStatement) {
    const some = ids.slice(from, from + linksAStatement);
    // Existing links are read first, so that a link deleted in between is found in the second table.
    const living = await db
      .selectFrom('links')
      .innerJoin('workspaces', 'workspaces.id', 'links.workspace_id')
      .leftJoin('domains', 'domains.id', 'links.domain_id')
      .select(['links.id', 'links.public_id as publicId', 'workspaces.public_id as workspaceId'])
      .select(['domains.hostname', 'links.slug'])
      .where('links.id', 'in', some)
      .execute();
    for (const { id, ...link } of living) found.set(id, link);
    const missing = some.filter((id) => !found.has(id));
    if (missing.length === 0) continue;
    const deleted = await db
      .selectFrom('deleted_links')
      .innerJoin('workspaces', 'workspaces.id', 'deleted_links.workspace_id')
      .select(['deleted_links.id', 'deleted_links.public_id as publicId', 'workspaces.public_id as workspaceId'])
      .select(['deleted_links.hostname', 'deleted_links.slug'])
      .where('deleted_links.id', 'in', missing)
      .execute();
    for (const { id, ...link } of deleted) found.set(id, link);
  }
  return found;
}
