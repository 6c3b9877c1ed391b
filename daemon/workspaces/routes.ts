/** Routes for workspaces. */
import { inTransaction } from '../../shared/db/db.ts';
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import { etagOf } from '../../shared/http/versions.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db } from '../core/tables.ts';
import { requestedVersion } from '../versions/require-version.ts';
import { limitsOf } from './plan-limits.ts';
import { showMembership, showPlan } from './plans.ts';
import {
  countOwned,
  getWorkspace,
  insertWorkspace,
  listWorkspaces,
  lockWorkspace,
  renameWorkspace,
} from './queries.ts';
import { Workspace, WorkspaceInput, WorkspaceList, WorkspacePatch } from './schema.ts';
import { getUsage } from './usage-queries.ts';

const group = 'Workspace';

export const workspaceRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  create(context),
  current(context),
  rename(context),
];

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/workspaces',
    id: 'listWorkspaces',
    summary: "List the caller's workspaces",
    group,
    role: 'viewer',
    caller: 'key-or-user',
    answers: {
      200: {
        description: 'Workspaces in the order they were joined.',
        schema: WorkspaceList,
      },
    },
    async handle({ auth }) {
      const workspaces = await listWorkspaces(context.db, auth.userId);
      return json(200, { workspaces: workspaces.map(showMembership) });
    },
  });

const create = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/workspaces',
    id: 'createWorkspace',
    summary: 'Create a workspace',
    description: 'With the default plan, or without limits for an operator. The caller becomes its owner.',
    group,
    role: 'viewer',
    keyRole: 'member',
    workspaceOptional: true,
    body: WorkspaceInput,
    answers: { 201: { description: 'The workspace.', schema: Workspace } },
    errors: ['plan_limit_reached'],
    versioned: true,
    creates: true,
    async handle({ auth: { userId, actor }, body, keep }) {
      const now = new Date();
      const name = body.name.trim();
      const { workspacesPerUser: limit, defaultPlan } = context.config;
      return inTransaction(context.db, async (trx) => {
        if ((await countOwned(trx, userId)) >= limit) throw quotaReached('workspaces of one user', limit);
        const { id, publicId, plan } = await insertWorkspace(trx, name, userId, { now, requestedPlan: defaultPlan });
        const entry = { workspaceId: id, actor, objectId: publicId, details: { name } };
        await recordAudit(trx, [{ ...entry, action: 'workspace.create' }], now);
        const row = { id, public_id: publicId, name, plan, suspended_at: null, created_at: now };
        const usage = { links: 0, clicks: 0, domains: 0, members: 1 };
        const answer = answerWorkspace(toWorkspace(context, row, usage, now), 201);
        await keep?.(trx, answer);
        return answer;
      });
    },
  });

const current = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/workspace',
    id: 'getWorkspace',
    summary: 'Get the current workspace, its limits and usage',
    group,
    role: 'viewer',
    answers: { 200: { description: 'The workspace.', schema: Workspace } },
    versioned: true,
    handle: async ({ auth }) => answerWorkspace(await show(context, context.db, auth.workspaceId)),
  });

const rename = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/workspace',
    id: 'updateWorkspace',
    summary: 'Rename the current workspace',
    group,
    role: 'admin',
    body: WorkspacePatch,
    answers: { 200: { description: 'The workspace.', schema: Workspace } },
    versioned: true,
    async handle({ auth: { workspaceId, workspacePublicId: objectId, actor }, request, body }) {
      const now = new Date();
      const name = body.name?.trim();
      if (name !== undefined) {
        const requireVersion = requestedVersion(request, { workspaceId, objectId, action: 'workspace.rename' });
        await inTransaction(context.db, async (trx) => {
          const locked = await lockWorkspace(trx, workspaceId);
          await requireVersion(trx, () => ({ etag: versionOf(locked), show: () => show(context, trx, workspaceId) }));
          await renameWorkspace(trx, workspaceId, name, now);
          await recordAudit(
            trx,
            [{ workspaceId, actor, action: 'workspace.rename', objectId, details: { name } }],
            now,
          );
        });
      }
      return answerWorkspace(await show(context, context.db, workspaceId));
    },
  });

async function show(context: Context, db: Db, workspaceId: number) {
  const now = new Date();
  const [row, usage] = await Promise.all([getWorkspace(db, workspaceId), getUsage(db, workspaceId, monthOf(now), now)]);
  return toWorkspace(context, row, usage, now);
}

/** Returns the ETag of a workspace's editable fields. */
const versionOf = ({ name }: { name: string }) => etagOf(name);

const answerWorkspace = (workspace: Awaited<ReturnType<typeof show>>, status: 200 | 201 = 200): HttpAnswer =>
  json(status, workspace, { ETag: versionOf(workspace) });

/** Returns the start of a time's month in UTC, or of the month `later` months after it. */
const monthOf = (time: Date, later = 0) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));

type Row = Pick<
  Awaited<ReturnType<typeof getWorkspace>>,
  'public_id' | 'name' | 'plan' | 'suspended_at' | 'created_at'
>;

function toWorkspace({ config }: Context, row: Row, usage: Awaited<ReturnType<typeof getUsage>>, now: Date) {
  return {
    id: row.public_id,
    name: row.name,
    ...showPlan(row.plan),
    status: row.suspended_at ? 'suspended' : 'active',
    createdAt: row.created_at.toISOString(),
    limits: limitsOf(config, row.plan),
    usage: { ...usage, periodStart: monthOf(now).toISOString(), resetsAt: monthOf(now, 1).toISOString() },
  };
}
