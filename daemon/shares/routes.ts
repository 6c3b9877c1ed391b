/** Routes to share the analytics of a link or a tag, and to stop sharing. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { newShareToken } from '../identity/secrets.ts';
import { findLinkForUpdate, requireLink } from '../links/core/queries.ts';
import { lockTags, requireTag } from '../tags/queries.ts';
import { deleteShare, findShare, putShare, type ShareRow, type Subject, updateShare } from './queries.ts';
import { Share, ShareInput } from './schema.ts';

const group = 'Analytics';

/** `objectId`: the link's public id or the tag's name. */
type Found = { subject: Subject; objectId: string };

/** The differences between the routes of links and those of tags. */
type Kind = {
  noun: 'link' | 'tag';
  /** The noun in the ids of operations. */
  name: 'Link' | 'Tag';
  path: '/links/{id}/share' | '/tags/{tag}/share';
  params: Record<string, string | { description: string; example: string }>;
  /** The content of the page. */
  shows: string;
  find: (context: Context, call: Lookup<'id' | 'tag'>) => Promise<Found>;
  /** Locks the link or the tag. Returns false if it was deleted. */
  lock: (trx: Trx, found: Found) => Promise<boolean>;
};

const kinds: Kind[] = [
  {
    noun: 'link',
    name: 'Link',
    path: '/links/{id}/share',
    params: { id: "The link's id." },
    shows: 'the short URL, the title, the analytics and, with `showDestination`, the destination',
    async find({ db }, { auth: { workspaceId }, request }) {
      const { id: linkId, public_id: objectId } = await requireLink(db, workspaceId, request.params.id);
      return { subject: { workspaceId, linkId }, objectId };
    },
    lock: async (trx, { subject, objectId }) =>
      (await findLinkForUpdate(trx, subject.workspaceId, objectId)) !== undefined,
  },
  {
    noun: 'tag',
    name: 'Tag',
    path: '/tags/{tag}/share',
    params: { tag: { description: 'The tag, percent-encoded.', example: 'spring' } },
    shows:
      'the tag, the added analytics of the links that have it, and the short URLs and titles of the most clicked links, ' +
      'with `showDestination` also their destinations; archived and banned links are left out',
    async find({ db }, { auth: { workspaceId }, request: { params } }) {
      await requireTag(db, workspaceId, params.tag);
      return { subject: { workspaceId, tag: params.tag }, objectId: params.tag };
    },
    lock: async (trx, { subject, objectId }) =>
      ((await lockTags(trx, subject.workspaceId, [objectId])).get(objectId)?.holders ?? 0) > 0,
  },
];

export const shareRoutes = (context: Context): DescribedRoute[] =>
  kinds.flatMap((kind) => [show(context, kind), post(context, kind), remove(context, kind)]);

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

const show = (context: Context, { noun, name, path, params, find }: Kind) =>
  endpoint(context, {
    method: 'GET',
    path,
    id: `get${name}Share`,
    summary: `Get a ${noun}'s share page`,
    description: `A ${noun} that is not shared is \`not_found\`.`,
    group,
    role: 'viewer',
    params,
    answers: { 200: { description: 'The share page.', schema: Share } },
    find: (call) => find(context, call),
    async handle({ found: { subject } }) {
      const share = openShare(context, await findShare(context.db, subject));
      if (!share) throw notFound(`share of this ${noun}`);
      return json(200, toShare(context, share));
    },
  });

const post = (context: Context, { noun, name, path, params, shows, find, lock }: Kind) =>
  endpoint(context, {
    method: 'POST',
    path,
    id: `share${name}`,
    summary: `Share a ${noun}'s analytics at a secret URL`,
    description:
      `The URL is secret and needs no sign-in. The page shows ${shows}; nothing else of the ${noun} or its workspace. ` +
      `A ${noun} has one share page: if it is shared already, it keeps its URL and changes what is shown.`,
    group,
    role: 'member',
    params,
    body: ShareInput,
    bodyExample: { showDestination: true },
    answers: {
      200: { description: 'The existing share page.', schema: Share },
      201: { description: 'The new share page.', schema: Share },
    },
    creates: true,
    find: (call) => find(context, call),
    async handle({ auth: { workspaceId, actor }, found, body, keep }) {
      const { subject, objectId } = found;
      const now = new Date();
      return inTransaction(context.db, async (trx) => {
        // Two simultaneous requests would create a URL each.
        if (!(await lock(trx, found))) throw notFound(noun);
        const before = openShare(context, await findShare(trx, subject));
        const token = before?.token ?? newShareToken();
        const showDestination = body.showDestination ?? before?.showDestination ?? false;
        const share = { token, showDestination, createdAt: before?.createdAt ?? now };
        if (before) await updateShare(trx, subject, showDestination);
        else {
          const sealed = { tokenHash: hashSecret(token), token: context.shareSecrets.seal(token) };
          await putShare(trx, subject, { ...share, ...sealed });
        }
        const entry = { workspaceId, actor, objectId, details: { showDestination } };
        await recordAudit(trx, [{ ...entry, action: `${noun}.share` }], now);
        const answer = json(before ? 200 : 201, toShare(context, share));
        await keep?.(trx, answer);
        return answer;
      });
    },
  });

const remove = (context: Context, { noun, name, path, params, find }: Kind) =>
  endpoint(context, {
    method: 'DELETE',
    path,
    id: `unshare${name}`,
    summary: `Stop sharing a ${noun}'s analytics`,
    description: `The URL stops working permanently: if you share the ${noun} again, it gets a new one.`,
    group,
    role: 'member',
    params,
    answers: { 200: { description: `The ${noun} is no longer shared.`, schema: Done } },
    find: (call) => find(context, call),
    async handle({ auth: { workspaceId, actor }, found: { subject, objectId } }) {
      await inTransaction(context.db, async (trx) => {
        if (!(await deleteShare(trx, subject))) throw notFound(`share of this ${noun}`);
        await recordAudit(trx, [{ workspaceId, actor, action: `${noun}.unshare`, objectId }], new Date());
      });
      return json(200, { ok: true });
    },
  });
