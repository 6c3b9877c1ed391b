/** Queries that insert, advance, end and delete runs. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { patient } from '../../../../shared/db/db.ts';
import type { StepRun } from '../../../host/extensions.ts';
import type { Db, RuleRunStepTable, RuleRunTable, Trx } from '../core/tables.ts';

export type RunRow = Selectable<RuleRunTable>;
/** The columns a worker needs before it locks a run. */
export type DueRun = Pick<RunRow, 'id' | 'version' | 'contact_id' | 'step' | 'chain' | 'attempts'>;

/** Inserts runs, except for contacts with an open run of the same rule. */
export async function insertRuns(trx: Trx, runs: Insertable<RuleRunTable>[]): Promise<void> {
  if (runs.length > 0) await trx.insertInto('automations_rule_runs').ignore().values(runs).execute();
}

/** Counts runs started since the given time, keyed by `contactId:ruleId`. */
export async function countRunsSince(
  trx: Trx,
  contactIds: number[],
  ruleIds: number[],
  since: Date,
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('automations_rule_runs')
    .select((e) => ['contact_id', 'rule_id', e.fn.countAll<number>().as('n')])
    .where('contact_id', 'in', contactIds)
    .where('created_at', '>', since)
    .where('rule_id', 'in', ruleIds)
    .groupBy(['contact_id', 'rule_id'])
    .execute();
  return new Map(rows.map(({ contact_id, rule_id, n }) => [`${contact_id}:${rule_id}`, Number(n)]));
}

/** Lists active rules with due runs. Reads one index entry per rule. */
export async function listDueRules(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('automations_rules as rule')
    .select(({ selectFrom }) => [
      'rule.id',
      selectFrom('automations_rule_runs as run')
        .select('run.due_at')
        .where('run.is_open', '=', true)
        .whereRef('run.rule_id', '=', 'rule.id')
        // Sorts by the whole index: with only `due_at`, MySQL would read and sort all runs of the rule.
        .orderBy(['run.is_open', 'run.rule_id', 'run.due_at'])
        .limit(1)
        .as('due_at'),
    ])
    .where('rule.active', '=', true)
    .execute();
  return rows.flatMap(({ id, due_at }) => (due_at && due_at <= now ? [id] : []));
}

/** Lists due runs, longest waiting first. */
export const listDueRuns = (db: Db, ruleId: number, now: Date, limit: number): Promise<DueRun[]> =>
  db
    .selectFrom('automations_rule_runs')
    .select(['id', 'version', 'contact_id', 'step', 'chain', 'attempts'])
    .where('is_open', '=', true)
    .where('rule_id', '=', ruleId)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();

const lockedColumns = [
  ...(['id', 'rule_id as ruleId', 'contact_id as contactId', 'event', 'status', 'step'] as const),
  'entered_at as enteredAt',
] as const;

/** A locked run. `enteredAt` is null until it performs its first step. */
export type LockedRun = StepRun & { ruleId: number; step: number; status: RunRow['status']; enteredAt: Date | null };

/**
 * Locks the runs that are still due at this step for these contacts. The caller has locked the contacts, which are
 * always locked before runs. A run that a merge has moved is processed later, with its new contact.
 */
export const lockRunsAt = (
  trx: Trx,
  ids: number[],
  contactIds: number[],
  { step, now }: { step: number; now: Date },
): Promise<LockedRun[]> =>
  trx
    .selectFrom('automations_rule_runs')
    .select(lockedColumns)
    .where('id', 'in', ids)
    .where('contact_id', 'in', contactIds)
    .where('is_open', '=', true)
    .where('step', '=', step)
    .where('due_at', '<=', now)
    .orderBy('id')
    .forUpdate()
    .execute();

const ended = { is_open: null, due_at: null };

export async function updateRuns(trx: Trx, ids: number[], changes: Updateable<RuleRunTable>): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('automations_rule_runs').set(changes).where('id', 'in', ids).execute();
}

export const endRuns = (
  trx: Trx,
  ids: number[],
  status: RunRow['status'],
  { reason, now }: { reason: string | null; now: Date },
) => updateRuns(trx, ids, { ...ended, status, reason: reason?.slice(0, 255) ?? null, ended_at: now });

/** Postpones runs that are still at this step, after a service error. */
export const postponeRuns = (
  db: Db,
  ids: number[],
  step: number,
  { reason, dueAt, now }: { reason: string; dueAt: Date; now: Date },
) =>
  db
    .updateTable('automations_rule_runs')
    .set({ attempts: sql`attempts + 1`, due_at: dueAt, reason: reason.slice(0, 255) })
    .where('id', 'in', ids)
    .where('is_open', '=', true)
    .where('step', '=', step)
    .where('due_at', '<=', now)
    .execute();

export type OpenRun = LockedRun & { version: number; dueAt: Date | null };

/** Locks the open runs of contacts, which are locked. */
export const lockOpenRuns = async (trx: Trx, contactIds: number[]): Promise<OpenRun[]> =>
  contactIds.length === 0
    ? []
    : trx
        .selectFrom('automations_rule_runs')
        .select([...lockedColumns, 'version', 'due_at as dueAt'])
        .where('contact_id', 'in', contactIds)
        .where('is_open', '=', true)
        .forUpdate()
        .execute();

/** Lists when runs of rules started for contacts. */
export const listEntries = (db: Db, contactIds: number[], ruleIds: number[]) =>
  db
    .selectFrom('automations_rule_runs')
    .select(['contact_id', 'rule_id', 'entered_at'])
    .where('contact_id', 'in', contactIds)
    .where('rule_id', 'in', ruleIds)
    .where('entered_at', 'is not', null)
    .execute();

/** Lists the start times of runs' waits, keyed by the run's id. */
export async function listWaitStarts(trx: Trx, runIds: number[]): Promise<Map<number, Date>> {
  const rows = await trx
    .selectFrom('automations_rule_run_steps')
    .select(['run_id', 'at'])
    .where('run_id', 'in', runIds)
    .where('state', '=', 'waiting')
    .execute();
  return new Map(rows.map(({ run_id, at }) => [run_id, at]));
}

/** Changes the end of a wait, and the detail that its step shows. */
export async function updateWait(trx: Trx, { id, step }: LockedRun, dueAt: Date, detail: string): Promise<void> {
  await updateRuns(trx, [id], { due_at: dueAt, attempts: 0 });
  await trx
    .updateTable('automations_rule_run_steps')
    .set({ detail: detail.slice(0, 255) })
    .where('run_id', '=', id)
    .where('step', '=', step)
    .execute();
}

/** Locks a run if it is open. */
export const lockOpenRun = (trx: Trx, id: number): Promise<LockedRun | undefined> =>
  trx
    .selectFrom('automations_rule_runs')
    .select(lockedColumns)
    .where('id', '=', id)
    .where('is_open', '=', true)
    .forUpdate()
    .executeTakeFirst();

/** Inserts the outcomes of steps. An outcome replaces a wait's earlier outcome. */
export async function saveRunSteps(trx: Trx, steps: RuleRunStepTable[]): Promise<void> {
  if (steps.length === 0) return;
  const replaced = ['state', 'at', 'outcome', 'detail'] as const;
  await trx
    .insertInto('automations_rule_run_steps')
    .values(steps)
    .onDuplicateKeyUpdate(Object.fromEntries(replaced.map((column) => [column, sql`VALUES(${sql.ref(column)})`])))
    .execute();
}

/** Marks waits as ended. Their details are kept. */
export async function endWaits(trx: Trx, runIds: number[], step: number): Promise<void> {
  if (runIds.length === 0) return;
  await trx
    .updateTable('automations_rule_run_steps')
    .set({ state: 'went_on', outcome: 'done' })
    .where('run_id', 'in', runIds)
    .where('step', '=', step)
    .execute();
}

/**
 * Moves runs to another contact. An open run is not moved if that contact already has an open run of the rule. Both
 * contacts are locked.
 */
export async function moveRuns(trx: Trx, fromId: number, toId: number): Promise<void> {
  const open = trx.selectFrom('automations_rule_runs').select('rule_id').where('contact_id', '=', toId);
  const ruleIds = (await open.where('is_open', '=', true).execute()).map(({ rule_id }) => rule_id);
  const runs = trx.updateTable('automations_rule_runs').set({ contact_id: toId }).where('contact_id', '=', fromId);
  const movable = runs.where((e) =>
    ruleIds.length === 0 ? e.lit(true) : e.or([e('is_open', 'is', null), e('rule_id', 'not in', ruleIds)]),
  );
  await movable.execute();
}

export async function deleteRunsOfContacts(trx: Trx, contactIds: number[]): Promise<void> {
  const runs = trx.selectFrom('automations_rule_runs').select('id').where('contact_id', 'in', contactIds);
  await deleteRuns(
    trx,
    (await runs.execute()).map(({ id }) => id),
  );
}

async function deleteRuns(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('automations_rule_run_steps').where('run_id', 'in', ids).execute();
  await db.deleteFrom('automations_rule_runs').where('id', 'in', ids).execute();
}

const deletedAtOnce = 2_000;

/**
 * Deletes some runs that ended before the given time, except for rules that need them to refuse another run. Resolves
 * to true if there can be more.
 */
export async function deleteOldRuns(db: Db, before: Date): Promise<boolean> {
  const keeping = await db.selectFrom('automations_rules').select('id').where('keeps_runs', '=', true).execute();
  const old = db
    .selectFrom('automations_rule_runs')
    .select('id')
    .where('ended_at', '<', before)
    .$if(keeping.length > 0, (query) =>
      query.where(
        'rule_id',
        'not in',
        keeping.map(({ id }) => id),
      ),
    );
  return deleteSome(db, await old.orderBy('ended_at').limit(deletedAtOnce).execute());
}

/** Deletes some runs of deleted rules. Resolves to true if there can be more. */
export async function deleteOrphans(db: Db): Promise<boolean> {
  // Rules are read after the runs, so that a new rule's runs do not look like orphans.
  const used = await db.selectFrom('automations_rule_runs').select('rule_id').distinct().execute();
  const rules = await db.selectFrom('automations_rules').select('id').execute();
  const existing = new Set(rules.map(({ id }) => id));
  const deleted = used.find(({ rule_id }) => !existing.has(rule_id));
  if (!deleted) return false;
  const runs = db.selectFrom('automations_rule_runs').select('id').where('rule_id', '=', deleted.rule_id);
  await deleteSome(db, await runs.limit(deletedAtOnce).execute());
  return true;
}

async function deleteSome(db: Db, rows: { id: number }[]): Promise<boolean> {
  await deleteRuns(
    patient(db),
    rows.map(({ id }) => id),
  );
  return rows.length === deletedAtOnce;
}
