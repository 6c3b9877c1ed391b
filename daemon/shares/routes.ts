/** Routes to share a link's analytics, and to stop sharing. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import { newShareToken } from '../identity/secrets.ts';
import { findLinkForUpdate, requireLink } from '../links/core/queries.ts';
import { deleteShare, findShare, putShare, type ShareRow, updateShare } from './queries.ts';
import { LinkShare, LinkShareInput } from './schema.ts';

const group = 'Analytics';
const path = '/links/{id}/share';
const params = { id: "The link's id." };

export const shareRoutes = (context: Context): DescribedRoute[] => [show(context), post(context), remove(context)];

const findOne =
  ({ db }: Context) =>
  ({ auth, request }: Lookup<'id'>) =>
    requireLink(db, auth.workspaceId, request.params.id);

/**
 * Returns the share with its token. A token encrypted with another secret counts as missing, because it cannot be
 * shown.
 */
const openShare = ({ shareSecrets }: Context, row: ShareRow | undefined) => {
  const token = row && shareSecrets.open(row.token);
  return row && token !== undefined ? { ...row, token } : undefined;
};

const toShare = ({ config }: Context, { token, showDestination, createdAt }: ShareRow) => ({
  url: new URL(`/dashboard/share/${token}`, config.baseUrl).href,
  token,
  showDestination,
  createdAt: createdAt.toISOString(),
});

const show = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path,
    id: 'getLinkShare',
    summary: "Get a link's share page",
    description: 'A link that is not shared is `not_found`.',
    group,
    role: 'viewer',
    params,
    answers: { 200: { description: 'The share page.', schema: LinkShare } },
    find: findOne(context),
    async handle({ auth, found: { id: linkId } }) {
      const share = openShare(context, await findShare(context.db, auth.workspaceId, linkId));
      if (!share) throw notFound('share of this link');
      return json(200, toShare(context, share));
    },
  });

const post = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path,
    id: 'shareLink',
    summary: "Share a link's analytics at a secret URL",
    description:
      'The URL is secret and needs no sign-in. The page shows the short URL, the title, the analytics and, with ' +
      '`showDestination`, the destination; nothing else of the link or its workspace. A link has one share page: if it is shared already, ' +
      'it keeps its URL and changes what is shown.',
    group,
    role: 'member',
    params,
    body: LinkShareInput,
    bodyExample: { showDestination: true },
    answers: {
      200: { description: 'The existing share page.', schema: LinkShare },
      201: { description: 'The new share page.', schema: LinkShare },
    },
    creates: true,
    find: findOne(context),
    async handle({ auth: { workspaceId, actor }, found, body, keep }) {
      const { id: linkId, public_id: objectId } = found;
      const now = new Date();
      return inTransaction(context.db, async (trx) => {
        // Two simultaneous requests would create a URL each.
        if (!(await findLinkForUpdate(trx, workspaceId, objectId))) throw notFound('link');
        const before = openShare(context, await findShare(trx, workspaceId, linkId));
        const token = before?.token ?? newShareToken();
        const showDestination = body.showDestination ?? before?.showDestination ?? false;
        const share = { token, showDestination, createdAt: before?.createdAt ?? now };
        if (before) await updateShare(trx, workspaceId, linkId, showDestination);
        else {
          const sealed = { tokenHash: hashSecret(token), token: context.shareSecrets.seal(token) };
          await putShare(trx, { workspaceId, linkId, ...share, ...sealed });
        }
        const entry = { workspaceId, actor, objectId, details: { showDestination } };
        await recordAudit(trx, [{ ...entry, action: 'link.share' }], now);
        const answer = json(before ? 200 : 201, toShare(context, share));
        await keep?.(trx, answer);
        return answer;
      });
    },
  });

const remove = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path,
    id: 'unshareLink',
    summary: "Stop sharing a link's analytics",
    description: 'The URL stops working permanently: if you share the link again, it gets a new one.',
    group,
    role: 'member',
    params,
    answers: { 200: { description: 'The link is no longer shared.', schema: Done } },
    find: findOne(context),
    async handle({ auth: { workspaceId, actor }, found: { id: linkId, public_id: objectId } }) {
      await inTransaction(context.db, async (trx) => {
        if (!(await deleteShare(trx, workspaceId, linkId))) throw notFound('share of this link');
        await recordAudit(trx, [{ workspaceId, actor, action: 'link.unshare', objectId }], new Date());
      });
      return json(200, { ok: true });
    },
  });
