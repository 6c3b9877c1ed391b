/** Operators' routes that list workspaces, suspend and restore them, set their plans, and list operators' actions. */
import { inTransaction } from '../../../shared/db/db.ts';
import { json } from '../../../shared/http/answer.ts';
import { withUsers } from '../../../shared/people/user-queries.ts';
import type { Context } from '../../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../../api/endpoint.ts';
import { noSuch } from '../../api/errors.ts';
import type { Trx } from '../../core/tables.ts';
import { findWorkspace } from '../../workspaces/queries.ts';
import { monthOf } from '../../workspaces/show.ts';
import { listUsages } from '../../workspaces/usage-queries.ts';
import { listActionsOf } from '../core/action-queries.ts';
import { type By, setPlanByHand, suspendByHand, unflagByHand } from '../core/actions.ts';
import { byOf, forOperators } from './operator-route.ts';
import { readCursor, readTimeCursor, toPage } from './pages.ts';
import { findSafetyWorkspace, listWorkspacesIn, type SafetyWorkspaceRow } from './queries.ts';
import {
  OperatorActionPage,
  SafetyPageQuery,
  SafetyPlan,
  SafetyReason,
  SafetyWorkspace,
  SafetyWorkspacePage,
  SafetyWorkspacesQuery,
} from './schema.ts';
import { toSafetyWorkspace } from './show.ts';
import { showActions } from './show-actions.ts';

export const safetyWorkspaceRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  ...workspaceActions.map((action) => change(context, action)),
  setPlan(context),
  listActions(context),
];

const list = (context: Context) =>
  endpoint(context, {
    ...forOperators,
    method: 'GET',
    path: '/safety/workspaces',
    id: 'listSafetyWorkspaces',
    summary: 'List workspaces, latest first: all, flagged or suspended',
    query: SafetyWorkspacesQuery,
    queryExample: { state: 'all', q: 'example.com' },
    answers: {
      200: {
        description: 'A page of workspaces.',
        schema: SafetyWorkspacePage,
      },
    },
    async handle({ query: { state, q, limit, cursor } }) {
      const kind = `${state} workspaces`;
      const filter = { state, q: q?.trim() };
      const rows = await listWorkspacesIn(context.db, filter, readTimeCursor(kind, cursor), limit + 1);
      const timeOf = (row: SafetyWorkspaceRow) =>
        ({ all: row.createdAt, flagged: row.flaggedAt, suspended: row.suspendedAt })[state];
      const { shown, nextCursor } = toPage(rows, limit, kind, (row) => [(timeOf(row) as Date).getTime(), row.id]);
      return json(200, { workspaces: await showWorkspaces(context, shown), nextCursor });
    },
  });

/** Completes rows with their owners and this month's usage. */
async function showWorkspaces({ db }: Context, rows: SafetyWorkspaceRow[]) {
  const now = new Date();
  const ids = rows.map(({ id }) => id);
  const [shown, usages] = await Promise.all([withUsers(db, rows), listUsages(db, ids, monthOf(now), now)]);
  return shown.map((row) => toSafetyWorkspace(row, usages.get(row.id)));
}

type Workspace = { id: number; public_id: string };

type WorkspaceAction = {
  name: string;
  id: string;
  summary: string;
  description: string;
  run: (trx: Trx, workspace: Workspace, by: By, now: Date) => Promise<void>;
};

const workspaceActions: WorkspaceAction[] = [
  {
    name: 'suspend',
    id: 'suspendWorkspace',
    summary: 'Suspend a workspace',
    description: 'Its API refuses all calls; its links keep working.',
    run: (trx, workspace, by, now) => suspendByHand(trx, workspace, true, { by, now }),
  },
  {
    name: 'restore',
    id: 'restoreWorkspace',
    summary: 'Restore a workspace',
    description: 'Its API works again.',
    run: (trx, workspace, by, now) => suspendByHand(trx, workspace, false, { by, now }),
  },
  {
    name: 'unflag',
    id: 'unflagWorkspace',
    summary: "Reset a workspace's count of automatic bans",
    description: 'Doubtful findings no longer ban its links automatically. Bans stay.',
    run: unflagByHand,
  },
];

/** The common parts of the routes that change a workspace. */
const forOne = ({ db }: Context) =>
  ({
    ...forOperators,
    method: 'POST',
    params: { id: "The workspace's id." },
    answers: { 200: { description: 'The workspace.', schema: SafetyWorkspace } },
    async find({ request }: Pick<Lookup<'id'>, 'request'>) {
      const workspace = await findWorkspace(db, request.params.id);
      if (!workspace) throw noSuch('workspace');
      return workspace;
    },
  }) as const;

/** Changes a workspace in all processes. Resolves to the answer. */
async function apply(context: Context, { id }: Workspace, run: (trx: Trx, now: Date) => Promise<void>) {
  await inTransaction(context.db, (trx) => run(trx, new Date()));
  context.access.forget([{ workspaceId: id }]);
  context.announceChanges();
  const row = await findSafetyWorkspace(context.db, id);
  const [shown] = await showWorkspaces(context, row ? [row] : []);
  if (!shown) throw noSuch('workspace');
  return json(200, shown);
}

const change = (context: Context, { name, run, ...description }: WorkspaceAction) =>
  endpoint(context, {
    ...forOne(context),
    ...description,
    path: `/safety/workspaces/{id}/${name}`,
    body: SafetyReason,
    handle: ({ auth, found, body: { reason } }) =>
      apply(context, found, (trx, now) => run(trx, found, byOf(auth, reason), now)),
  });

const setPlan = (context: Context) =>
  endpoint(context, {
    ...forOne(context),
    id: 'setWorkspacePlan',
    summary: "Set a workspace's plan",
    description: 'Answers 409 for a workspace that pays for a subscription, because the subscription sets its plan.',
    path: '/safety/workspaces/{id}/plan',
    body: SafetyPlan,
    handle: ({ auth, found, body: { plan, reason } }) =>
      apply(context, found, (trx, now) => setPlanByHand(trx, found, plan, { by: byOf(auth, reason), now })),
  });

const kind = 'actions';

const listActions = (context: Context) =>
  endpoint(context, {
    ...forOperators,
    method: 'GET',
    path: '/safety/actions',
    id: 'listOperatorActions',
    summary: "List operators' actions and reasons, newest first",
    query: SafetyPageQuery,
    queryExample: { limit: 25 },
    answers: {
      200: {
        description: 'A page of actions.',
        schema: OperatorActionPage,
      },
    },
    async handle({ query: { limit, cursor } }) {
      const [beforeId] = readCursor(kind, cursor, 1) ?? [];
      const rows = await listActionsOf(context.db, { beforeId }, limit + 1);
      const { shown, nextCursor } = toPage(rows, limit, kind, ({ id }) => [id]);
      return json(200, { actions: await showActions(context, shown), nextCursor });
    },
  });
