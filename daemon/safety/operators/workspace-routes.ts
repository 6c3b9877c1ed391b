/** Operators' routes that list flagged and suspended workspaces, suspend and restore them, and list operators' actions. */
import { inTransaction } from '../../../shared/db/db.ts';
import { json } from '../../../shared/http/answer.ts';
import { withUsers } from '../../../shared/people/user-queries.ts';
import type { Context } from '../../api/context.ts';
import { type DescribedRoute, endpoint } from '../../api/endpoint.ts';
import { noSuch } from '../../api/errors.ts';
import type { Trx } from '../../core/tables.ts';
import { findWorkspace } from '../../workspaces/queries.ts';
import { listActionsOf } from '../core/action-queries.ts';
import { type By, suspendByHand, unflagByHand } from '../core/actions.ts';
import { byOf, forOperators } from './operator-route.ts';
import { readCursor, readTimeCursor, toPage } from './pages.ts';
import { findSafetyWorkspace, listWorkspacesIn, type SafetyWorkspaceRow } from './queries.ts';
import {
  OperatorActionPage,
  SafetyPageQuery,
  SafetyReason,
  SafetyWorkspace,
  SafetyWorkspacePage,
  SafetyWorkspacesQuery,
} from './schema.ts';
import { toAct, toSafetyWorkspace } from './show.ts';

export const safetyWorkspaceRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  ...workspaceActions.map((action) => change(context, action)),
  listActions(context),
];

const list = (context: Context) =>
  endpoint(context, {
    ...forOperators,
    method: 'GET',
    path: '/safety/workspaces',
    id: 'listSafetyWorkspaces',
    summary: 'List flagged and suspended workspaces, latest first',
    query: SafetyWorkspacesQuery,
    queryExample: { state: 'flagged' },
    answers: {
      200: {
        description: 'A page of workspaces.',
        schema: SafetyWorkspacePage,
      },
    },
    async handle({ query: { state, limit, cursor } }) {
      const kind = `${state} workspaces`;
      const rows = await listWorkspacesIn(context.db, state, readTimeCursor(kind, cursor), limit + 1);
      const timeOf = ({ flaggedAt, suspendedAt }: SafetyWorkspaceRow) =>
        state === 'flagged' ? flaggedAt : suspendedAt;
      const { shown, nextCursor } = toPage(rows, limit, kind, (row) => [(timeOf(row) as Date).getTime(), row.id]);
      return json(200, { workspaces: (await withUsers(context.db, shown)).map(toSafetyWorkspace), nextCursor });
    },
  });

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

const change = (context: Context, { name, run, ...description }: WorkspaceAction) =>
  endpoint(context, {
    ...forOperators,
    ...description,
    method: 'POST',
    path: `/safety/workspaces/{id}/${name}`,
    params: { id: "The workspace's id." },
    body: SafetyReason,
    answers: { 200: { description: 'The workspace.', schema: SafetyWorkspace } },
    async find({ request }) {
      const workspace = await findWorkspace(context.db, request.params.id);
      if (!workspace) throw noSuch('workspace');
      return workspace;
    },
    async handle({ auth, found, body: { reason } }) {
      await inTransaction(context.db, (trx) => run(trx, found, byOf(auth, reason), new Date()));
      context.access.forget([{ workspaceId: found.id }]);
      context.announceChanges();
      const row = await findSafetyWorkspace(context.db, found.id);
      const [shown] = await withUsers(context.db, row ? [row] : []);
      if (!shown) throw noSuch('workspace');
      return json(200, toSafetyWorkspace(shown));
    },
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
      return json(200, { actions: (await withUsers(context.db, shown)).map(toAct), nextCursor });
    },
  });
