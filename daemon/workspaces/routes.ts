/** Routes for workspaces. */
import { inTransaction } from '../../shared/db/db.ts';
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import { etagOf } from '../../shared/http/versions.ts';
import { parseNetwork } from '../../shared/net/networks.ts';
import type { AuditEntry } from '../../shared/people/audit-entry.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { invalid, quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import { refreshLinks } from '../change-feed/refresh-links.ts';
import type { Trx } from '../core/tables.ts';
import { findOwnNetworks, replaceOwnNetworks } from '../redirect/own-network-queries.ts';
import { type RequireVersion, requestedVersion } from '../versions/require-version.ts';
import { showMembership } from './plans.ts';
import { countOwned, insertWorkspace, listWorkspaces, lockWorkspace, renameWorkspace } from './queries.ts';
import { Workspace, WorkspaceInput, WorkspaceList, WorkspacePatch } from './schema.ts';
import { showWorkspace, toWorkspace } from './show.ts';

const group = 'Workspace';

export const workspaceRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  create(context),
  current(context),
  update(context),
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
        const row = { id, public_id: publicId, name, plan, suspended_at: null, created_at: now, ownNetworks: [] };
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
    handle: async ({ auth }) => answerWorkspace(await showWorkspace(context, context.db, auth.workspaceId)),
  });

const update = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/workspace',
    id: 'updateWorkspace',
    summary: 'Change the current workspace',
    description: 'A change of `ownNetworks` applies within a few seconds, and to no earlier visit.',
    group,
    role: 'admin',
    body: WorkspacePatch,
    answers: { 200: { description: 'The workspace.', schema: Workspace } },
    versioned: true,
    async handle({ auth: { workspaceId, workspacePublicId: objectId, actor }, request, body }) {
      const patch = {
        ...(body.name === undefined ? {} : { name: body.name.trim() }),
        ...(body.ownNetworks === undefined ? {} : { ownNetworks: toNetworks(body.ownNetworks) }),
      };
      if (Object.keys(patch).length > 0) {
        const action = patch.name === undefined ? 'workspace.own-networks' : 'workspace.rename';
        const requireVersion = requestedVersion(request, { workspaceId, objectId, action });
        const isSwitched = await inTransaction(context.db, (trx) =>
          applyPatch(context, trx, { workspaceId, objectId, actor, patch, requireVersion }),
        );
        if (isSwitched) await refreshLinks(context.db, workspaceId);
      }
      return answerWorkspace(await showWorkspace(context, context.db, workspaceId));
    },
  });

type Patch = { name?: string; ownNetworks?: string[] };
type Patching = Pick<AuditEntry, 'actor' | 'objectId'> & {
  workspaceId: number;
  patch: Patch;
  requireVersion: RequireVersion;
};

/** Changes the given fields. Resolves to true if the workspace got its first own network or lost its last one. */
async function applyPatch(
  context: Context,
  trx: Trx,
  { workspaceId, patch: { name, ownNetworks }, requireVersion, ...entry }: Patching,
): Promise<boolean> {
  const now = new Date();
  const { name: oldName } = await lockWorkspace(trx, workspaceId);
  const before = await findOwnNetworks(trx, workspaceId);
  const etag = versionOf({ name: oldName, ownNetworks: before });
  await requireVersion(trx, () => ({ etag, show: () => showWorkspace(context, trx, workspaceId) }));
  const entries: AuditEntry[] = [];
  if (name !== undefined) {
    await renameWorkspace(trx, workspaceId, name, now);
    entries.push({ ...entry, workspaceId, action: 'workspace.rename', details: { name } });
  }
  const hasChanged = ownNetworks !== undefined && ownNetworks.join() !== before.join();
  if (hasChanged) {
    await replaceOwnNetworks(trx, workspaceId, ownNetworks);
    entries.push({ ...entry, workspaceId, action: 'workspace.own-networks', details: { ownNetworks } });
  }
  await recordAudit(trx, entries, now);
  if (hasChanged) await recordAccessChanges(trx, [{ workspaceId }]);
  return hasChanged && (ownNetworks.length === 0) !== (before.length === 0);
}

/** Minimum lengths of network prefixes, so that a mistyped network cannot exclude the clicks of half the world. */
const shortestPrefix = { v4: 96 + 8, v6: 16 };

/** Returns the networks without duplicates. @throws `validation_failed` with the field of each fault */
function toNetworks(given: string[]): string[] {
  const networks = given.map((network) => network.trim().toLowerCase());
  const issues = networks.flatMap((network, index) => {
    const bits = parseNetwork(network)?.bits;
    const field = `ownNetworks.${index}`;
    if (bits === undefined) return [{ field, message: 'must be an IP address or a network in CIDR notation' }];
    if (bits >= (network.includes(':') ? shortestPrefix.v6 : shortestPrefix.v4)) return [];
    return [{ field, message: 'is too large; IPv4 networks have at least /8, IPv6 networks at least /16' }];
  });
  const [first, ...others] = issues;
  if (first) throw invalid(first, ...others);
  return [...new Set(networks)];
}

/** Returns the ETag of a workspace's editable fields. */
const versionOf = ({ name, ownNetworks }: { name: string; ownNetworks: string[] }) => etagOf([name, ownNetworks]);

const answerWorkspace = (workspace: Awaited<ReturnType<typeof showWorkspace>>, status: 200 | 201 = 200): HttpAnswer =>
  json(status, workspace, { ETag: versionOf(workspace) });
