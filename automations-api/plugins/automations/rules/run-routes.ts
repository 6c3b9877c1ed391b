/** Routes for runs of rules. */
import type { Static } from 'typebox';
import { fromCursor, toCursor } from '../../../../shared/db/cursor.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { readLimit, success, successPage } from '../../../host/envelope.ts';
import { findContactById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { contactNotFound, found, unprocessable } from '../core/errors.ts';
import { RunAnswer, RunsAnswer } from './answers.ts';
import { countsRoute } from './counts-routes.ts';
import { findRule } from './queries.ts';
import {
  definitionOf,
  findRun,
  listRunSteps,
  listRunsAtStep,
  listRunsOfContact,
  listRunsOfRule,
  loadRunReferences,
  type RunPage,
} from './run-list-queries.ts';
import type { RunRow } from './run-queries.ts';
import { cancelRun } from './run-step.ts';
import { RuleRunArgs, RunArgs } from './schema.ts';
import { showRun, showRunSteps } from './show.ts';

export const runRoutes = (context: Context): RestRoute[] => [
  runsOfRuleRoute(context),
  runsOfContactRoute(context),
  runRoute(context),
  cancelRoute(context),
  countsRoute(context),
];

const runsOfRuleRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/rule/{rule_id}/runs',
    description: 'The runs of a rule, newest first.',
    args: RuleRunArgs,
    example: { step: 2, state: 'waiting' },
    answer: RunsAnswer,
    async callback({ params, path }) {
      const rule = found('rule', await findRule(db, path.rule_id));
      const { step, state, ...rest } = params;
      const page = readPage(rest);
      if (step === undefined && state !== undefined) throw unprocessable('state cannot be given without a step');
      if (step !== undefined && rest.status !== undefined) throw unprocessable('status cannot be combined with a step');
      const runs =
        step === undefined ? listRunsOfRule(db, rule.id, page) : listRunsAtStep(db, rule.id, { ...page, step, state });
      return answerPage(db, await runs, page);
    },
  });

const runsOfContactRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/runs',
    description: 'The runs of rules for a contact, newest first.',
    args: RunArgs,
    example: { limit: 10 },
    answer: RunsAnswer,
    async callback({ params, path }) {
      const contact = await findContactById(db, path.contact_id);
      if (!contact) throw contactNotFound();
      const page = readPage(params);
      return answerPage(db, await listRunsOfContact(db, contact.id, page), page);
    },
  });

const runRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/rule-run/{run_id}',
    description: 'A run with the outcome of each step.',
    answer: RunAnswer,
    callback: async ({ path }) => answerRun(db, path.run_id),
  });

const cancelRoute = ({ db }: Context) =>
  route({
    methods: ['POST'],
    path: '/rule-run/cancel/{run_id}',
    description: 'Stops a waiting or running run; its changes stay.',
    answer: RunAnswer,
    async callback({ path }) {
      const id = path.run_id;
      found('run', await findRun(db, id));
      if (!(await cancelRun(db, id))) throw unprocessable('This run has already ended.');
      return answerRun(db, id);
    },
  });

async function answerRun(db: Context['db'], id: number) {
  const run = found('run', await findRun(db, id));
  const references = await loadRunReferences(db, [run]);
  const definition = found('run', definitionOf(run, references));
  return success({ run: { ...showRun(run, references), steps: showRunSteps(definition, await listRunSteps(db, id)) } });
}

const cursorKind = 'automations-rule-runs';

/** Reads the page, with one more run to detect a next page. */
function readPage({ status, cursor, ...size }: Static<typeof RunArgs>): RunPage {
  const limit = readLimit(size) + 1;
  if (!cursor) return { status, limit };
  const [before] = fromCursor(cursorKind, cursor) ?? [];
  if (typeof before !== 'number') throw unprocessable('cursor does not belong to this list');
  return { status, limit, before };
}

async function answerPage(db: Context['db'], runs: RunRow[], { limit }: RunPage) {
  const references = await loadRunReferences(db, runs);
  const show = (run: RunRow) => showRun(run, references);
  return successPage(
    runs,
    limit - 1,
    ({ id }) => toCursor(cursorKind, id),
    (page, next_cursor) => ({ runs: page.map(show), next_cursor }),
  );
}
