/** Routes for jobs, which are bulk actions on all contacts of a filter: start, progress and cancellation. */
import Type from 'typebox';
import { inTransaction, patient } from '../../../../shared/db/db.ts';
import { isLockTimeout } from '../../../../shared/errors.ts';
import { requireFull } from '../../../host/core/permission.ts';
import { type Caller, type RestRoute, route } from '../../../host/core/route.ts';
import { pagingArgs, readWindow, success, successWindow } from '../../../host/envelope.ts';
import { writeAudit } from '../audit/write.ts';
import { checkAction } from '../contacts/actions/check.ts';
import { actionArgs, type ContactAction, readAction } from '../contacts/actions/schema.ts';
import type { Context } from '../context/context.ts';
import { showCaller, toCallerColumns } from '../core/callers.ts';
import { presentSecond, sqlDate } from '../core/dates.ts';
import { found, unprocessable } from '../core/errors.ts';
import { system } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { nameFieldsById } from '../fields/name-by-id.ts';
import { createFinder } from '../finder/core/finder.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { parseFilter } from '../finder/parse-filter.ts';
import { resolveFilter } from '../finder/resolve.ts';
import { filterObject } from '../segments/schema.ts';
import { namesIn } from '../terms/core/audited.ts';
import { findTerms } from '../terms/core/membership-queries.ts';
import { JobAnswer, JobsAnswer } from './answers.ts';
import { countJobs, deleteParts, findJob, insertJob, type JobRow, listJobs, lockJob, updateJob } from './queries.ts';

const NewJob = Type.Object({
  filter: filterObject,
  all: Type.Optional(Type.Boolean({ description: 'Required if the filter excludes no one.' })),
  ...actionArgs,
});

const JobArgs = Type.Object({
  ...pagingArgs,
  status: Type.Optional(Type.Enum(['open'], { description: 'open: those that have not ended.' })),
});

const partSize = 500;
const mostOpen = 100;
const cancelTries = 5;

export const jobRoutes = (context: Context): RestRoute[] => [
  actionRoute(context),
  listRoute(context),
  getRoute(context),
  cancelRoute(context),
];

function toJob(row: JobRow) {
  const { action, ...parameters } = JSON.parse(row.action) as ContactAction;
  const date = (at: Date | null) => at && sqlDate(at);
  return {
    ID: row.id,
    status: row.status,
    action,
    parameters,
    filter: JSON.parse(row.filter) as Record<string, unknown>,
    total: row.total,
    done: row.done,
    failed: row.failed,
    error: row.error,
    by: showCaller(row),
    created_at: sqlDate(row.created_at),
    started_at: date(row.started_at),
    ended_at: date(row.ended_at),
  };
}

const actionRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/contacts/action',
    description: 'Starts a job: an action on all contacts that match a filter now.',
    args: NewJob,
    example: { filter: { list: [3] }, action: 'add_tags', tags: [1] },
    answer: JobAnswer,
    async callback({ params, caller }) {
      const action = await nameFieldsById(context.db, readAction(params));
      if (action.action === 'delete') requireFull(caller);
      const filter = await parseFilter(context.db, params.filter);
      if (!params.all && (await resolveFilter(context.db, filter, context.registries.criteria)).length === 0) {
        throw unprocessable('The filter excludes no one. Send all=true to change every contact.');
      }
      await checkAction(context.db, action);
      return success({ job: toJob(await startJob(context, caller ?? system, filter, action)) });
    },
  });

/** Returns an action with the names of its tags or lists, without values of contacts. */
async function named(trx: Trx, action: ContactAction): Promise<object> {
  if ('tags' in action) return { ...action, tags: namesIn(await findTerms(trx, action.tags)) };
  if ('lists' in action) return { ...action, lists: namesIn(await findTerms(trx, action.lists)) };
  return 'field' in action ? { action: action.action } : action;
}

/** Starts a job for the contacts that match the filter now. Later changes to contacts do not change the selection. */
async function startJob(context: Context, by: Caller, filter: FilterArgs, action: ContactAction): Promise<JobRow> {
  const { db } = context;
  if ((await countJobs(db, 'open')) >= mostOpen)
    throw unprocessable(`${mostOpen} jobs are already queued. Try again later.`);
  const finder = createFinder({ ...context, db: patient(db) });
  const ids = (await finder.ids(await resolveFilter(db, filter, context.registries.criteria))).sort((a, b) => a - b);
  const parts = Array.from({ length: Math.ceil(ids.length / partSize) }, (_, n) =>
    ids.slice(n * partSize, (n + 1) * partSize),
  );
  const now = presentSecond();
  const job = {
    status: ids.length === 0 ? ('done' as const) : ('queued' as const),
    filter: JSON.stringify(filter),
    action: JSON.stringify(action),
    total: ids.length,
    ...toCallerColumns(by),
    created_at: now,
    ended_at: ids.length === 0 ? now : null,
  };
  const id = await inTransaction(patient(db), async (trx) => {
    const jobId = await insertJob(trx, job, parts);
    const data = { ...(await named(trx, action)), conditions: Object.keys(filter), total: ids.length };
    await writeAudit(trx, by, 'job.created', { subject: jobId, data });
    return jobId;
  });
  return getJob(db, id);
}

const listRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/jobs',
    description: 'The jobs of the last 90 days, newest first.',
    args: JobArgs,
    example: { limit: 10 },
    answer: JobsAnswer,
    async callback({ params }) {
      const window = readWindow(params);
      const which = params.status ?? 'all';
      const [jobs, total] = await Promise.all([listJobs(db, which, window), countJobs(db, which)]);
      return successWindow({ jobs: jobs.map(toJob) }, window, total);
    },
  });

const getRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/job/{job_id}',
    description: 'A job and its progress.',
    answer: JobAnswer,
    callback: async ({ path }) => success({ job: toJob(await getJob(db, path.job_id)) }),
  });

const cancelRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/job/cancel/{job_id}',
    description: 'Ends a job after its current batch; its changes stay.',
    answer: JobAnswer,
    async callback({ path }) {
      const id = path.job_id;
      await cancelJob(db, id);
      return success({ job: toJob(await getJob(db, id)) });
    },
  });

/** Cancels a job. Retries after lock timeouts, since the current part locks the job's row for a long time. */
async function cancelJob(db: Context['db'], id: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(db, (trx) => cancelIn(trx, id));
    } catch (error) {
      if (!isLockTimeout(error) || tries === cancelTries) throw error;
    }
  }
}

async function cancelIn(trx: Trx, id: number): Promise<void> {
  const job = found('job', await lockJob(trx, id));
  if (job.status === 'done' || job.status === 'failed') throw unprocessable('This job has ended.');
  if (job.status === 'cancelled') return;
  await updateJob(trx, id, { status: 'cancelled', ended_at: presentSecond() });
  await deleteParts(trx, id);
}

const getJob = async (db: Context['db'], id: number): Promise<JobRow> => found('job', await findJob(db, id));
