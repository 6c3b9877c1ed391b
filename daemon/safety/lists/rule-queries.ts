/** The operator's list: hosts and URLs that are always allowed or always blocked. Changes apply within a second. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import type { AuditAction } from '../../../shared/people/audit-entry.ts';
import { recordAudit } from '../../audit-log/record.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { type OwnRules, ownList } from './threat-lists.ts';

export type Verdict = 'allow' | 'block';

const hashOf = (expression: string) => createHash('sha256').update(expression).digest();

export async function readRules(db: Db): Promise<OwnRules> {
  const rows = await db.selectFrom('safety_rules').select(['verdict', 'expression']).execute();
  const withVerdict = (verdict: Verdict) =>
    new Set(rows.filter((row) => row.verdict === verdict).map(({ expression }) => expression));
  return { allow: withVerdict('allow'), block: withVerdict('block') };
}

export const listRules = (db: Db) =>
  db
    .selectFrom('safety_rules')
    .select(['verdict', 'expression', 'created_at as createdAt'])
    .where('verdict', '<>', 'clear')
    .orderBy('expression')
    .execute();

/** Inserts a rule, or replaces the rule for the same expression. */
export const putRule = (db: Db, verdict: Verdict, expression: string, now: Date) =>
  inTransaction(db, async (trx) => {
    await trx
      .insertInto('safety_rules')
      .values({ verdict, expression, hash: hashOf(expression), created_at: now })
      .onDuplicateKeyUpdate({ verdict, applied: false })
      .execute();
    await announce(trx, `safety.${verdict}`, expression, now);
  });

/** Removes a rule. Returns `false` if it does not exist. Its row is deleted once the links have been checked again. */
export const removeRule = (db: Db, verdict: Verdict, expression: string, now: Date) =>
  inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('safety_rules')
      .set({ verdict: 'clear', applied: false })
      .where('hash', '=', hashOf(expression))
      .where('verdict', '=', verdict)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await announce(trx, `safety.un${verdict}`, expression, now);
    return true;
  });

async function announce(trx: Trx, action: AuditAction, expression: string, now: Date): Promise<void> {
  await trx
    .updateTable('safety_lists')
    .set({ version: sql`version + 1`, changed_at: now })
    .where('name', '=', ownList)
    .execute();
  const objectId = expression.slice(0, 300);
  await recordAudit(trx, [{ workspaceId: null, actor: operator, action, objectId }], now);
}

/** Lists rules that were not applied to existing links yet. */
export const listUnappliedRules = (db: Db, limit: number) =>
  db
    .selectFrom('safety_rules')
    .select(['id', 'verdict', 'expression'])
    .where('applied', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute();

export type UnappliedRule = Awaited<ReturnType<typeof listUnappliedRules>>[number];

/** Marks rules as applied, except rules that have changed again in the meantime. */
export async function markRulesApplied(db: Db, rules: UnappliedRule[]): Promise<void> {
  for (const verdict of ['allow', 'block', 'clear'] as const) {
    const ids = rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
    if (ids.length === 0) continue;
    await (verdict === 'clear'
      ? db.deleteFrom('safety_rules').where('id', 'in', ids).where('verdict', '=', verdict).execute()
      : db
          .updateTable('safety_rules')
          .set({ applied: true })
          .where('id', 'in', ids)
          .where('verdict', '=', verdict)
          .execute());
  }
}
