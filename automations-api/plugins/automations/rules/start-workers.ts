/** The start of the workers that run rules and delete orphan runs. */
import { repeat } from '../../../../shared/jobs/repeat.ts';
import { startSiteJobs } from '../../../host/site-jobs.ts';
import type { Context } from '../context/context.ts';
import type { KnownRules } from './known-rules.ts';
import { takeTurn } from './run-due.ts';
import { deleteOrphans, listDueRules } from './run-queries.ts';

const lookEveryMs = 1_000;
const rulesAtOnce = 4;
const deleteEveryMs = 3_600_000;

/** The running workers. Call `deleteOrphanRuns` after deleting a rule. */
export type RuleEngine = { deleteOrphanRuns: () => void };

/** Starts the workers. They stop with the plugin, after their current step. */
export function startRules(context: Context, known: KnownRules): RuleEngine {
  startSiteJobs<{ ruleId: number }>(context, {
    name: 'rules',
    atOnce: rulesAtOnce,
    lookEveryMs,
    news: context.watch(
      'rules',
      `EXISTS (SELECT 1 FROM {prefix}automations_rules AS rule WHERE rule.active = 1 AND (
        SELECT run.due_at FROM {prefix}automations_rule_runs AS run
        WHERE run.is_open = 1 AND run.rule_id = rule.id
        ORDER BY run.is_open, run.rule_id, run.due_at LIMIT 1) <= UTC_TIMESTAMP(3))`,
    ),
    look: () => findDueJobs(context, known),
    work: ({ ruleId }, stopping, begin) => takeTurn(context, ruleId, stopping, begin),
    inPieces: true,
    onFailed: (err, job) => context.log.warn({ err, job }, 'a batch of a rule ended early; retrying soon'),
  });
  return startDeletion(context);
}

/** Finds rules with due runs. Without an active rule it does not query the runs. */
async function findDueJobs({ db }: Context, known: KnownRules) {
  if ((await known.active()).length === 0) return [];
  return (await listDueRules(db, new Date())).map((ruleId) => ({ id: `rule-${ruleId}`, data: { ruleId } }));
}

function startDeletion({ db, log, onStop }: Context): RuleEngine {
  const { ask, stop } = repeat(log, 'delete runs of deleted rules', deleteEveryMs, {
    work: async (stopping) => {
      while (!stopping.aborted && (await deleteOrphans(db)));
    },
  });
  void ask();
  onStop(stop);
  return { deleteOrphanRuns: () => void ask() };
}
