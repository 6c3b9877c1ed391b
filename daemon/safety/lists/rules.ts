/** The operator's own list: hosts and URLs that are always allowed or never. A change is known everywhere in a second. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inTransaction, type Trx } from '../../../shared/db.ts';
import { operator, recordAudit } from '../../audit/record.ts';
import { type OwnRules, ownList } from './threat-lists.ts';

export type Verdict = 'allow' | 'block';

const hashOf = (expression: string) => createHash('sha256').update(expression).digest();

export async function readRules(db: Db): Promise<OwnRules> {
  const rows = await db.selectFrom('safety_rules').select(['verdict', 'expression']).execute();
  const of = (verdict: Verdict) =>
    new Set(rows.filter((row) => row.verdict === verdict).map(({ expression }) => expression));
  return { allow: of('allow'), block: of('block') };
}

export const listRules = (db: Db) =>
  db
    .selectFrom('safety_rules')
    .select(['verdict', 'expression', 'created_at as createdAt'])
    .orderBy('expression')
    .execute();

/** An expression is on one of the two lists at most; the last word counts. */
export const putRule = (db: Db, verdict: Verdict, expression: string, now: Date) =>
  inTransaction(db, async (trx) => {
    await trx
      .insertInto('safety_rules')
      .values({ verdict, expression, hash: hashOf(expression), created_at: now })
      .onDuplicateKeyUpdate({ verdict, applied: false })
      .execute();
    await announce(trx, `safety.${verdict}`, expression, now);
  });

/** False when it was not on the list. */
export const removeRule = (db: Db, verdict: Verdict, expression: string, now: Date) =>
  inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('safety_rules')
      .where('hash', '=', hashOf(expression))
      .where('verdict', '=', verdict)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    await announce(trx, `safety.un${verdict}`, expression, now);
    return true;
  });

async function announce(trx: Trx, action: `safety.${string}`, expression: string, now: Date): Promise<void> {
  await trx
    .updateTable('safety_lists')
    .set({ version: sql`version + 1`, changed_at: now })
    .where('name', '=', ownList)
    .execute();
  const objectId = expression.slice(0, 300);
  await recordAudit(trx, [{ workspaceId: null, actor: operator, action, objectId }], now);
}

/** Rules that existing links have not been checked against. */
export const listUnappliedRules = (db: Db, limit: number) =>
  db
    .selectFrom('safety_rules')
    .select(['id', 'verdict', 'expression'])
    .where('applied', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute();

export const markRulesApplied = async (db: Db, ids: number[]): Promise<void> => {
  if (ids.length === 0) return;
  await db.updateTable('safety_rules').set({ applied: true }).where('id', 'in', ids).execute();
};
