/** Routes for links. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { notFound } from '../api/errors.ts';
import { lagging } from '../api/lagging-reads.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { fromLinkCursor } from './core/cursor.ts';
import { domainOf, toLink } from './core/link.ts';
import { notifyOfLinks } from './core/notify-webhooks.ts';
import { deleteLink, findLinkForUpdate, type LinkRow, listLinksByIds, requireLink } from './core/queries.ts';
import * as schema from './core/schema.ts';
import { type BulkAnswer, createBulk } from './create/create-bulk.ts';
import { createOne } from './create/create-one.ts';
import { type CreateDrafts, createCreator } from './create/creator.ts';
import { findOrCreate } from './create/find-existing.ts';
import { linkExport } from './export-route.ts';
import { countTotal, findPage, resolveFilters } from './find-page.ts';
import { idRoutes } from './id-routes.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { openLink } from './open-route.ts';
import { previewVisitor } from './preview-route.ts';
import { type BlockIndexer, createBlockIndexer } from './search/block-indexer.ts';
import { slugRoutes } from './slug-routes.ts';
import { listTags } from './tag-counts.ts';
import { patchLink } from './update-link.ts';
import { answerLink, requiredLinkVersion } from './version.ts';

export function linkRoutes(context: Context): DescribedRoute[] {
  const indexer = createBlockIndexer(context.db, context.log);
  const create = createCreator(context, indexer);
  return [
    listLinks(context, indexer),
    postLink(context, create),
    postBulk(context, create),
    getLink(context),
    patchOne(context),
    deleteOne(context),
    openLink(context),
    previewVisitor(context),
    getTags(context),
    ...lookupRoutes(context, create),
    ...idRoutes(context, indexer),
    linkExport(context, indexer),
    ...slugRoutes(context),
  ];
}

const group = 'Links';
/**
 * Maximum size of a bulk body. It is large enough for 50 links with texts of maximum length, and destinations for
 * about 60 countries each.
 */
const bulkBodyLimit = 8 << 20;
const params = { id: "The link's id." };

const findOne =
  ({ db }: Context) =>
  ({ auth, request }: Lookup<'id'>) =>
    requireLink(db, auth.workspaceId, request.params.id);

const listLinks = (context: Context, indexer: BlockIndexer) =>
  endpoint(context, {
    method: 'GET',
    path: '/links',
    id: 'listLinks',
    summary: 'List links, newest first or sorted',
    description:
      'Pages stay complete and without repeats while links are added and removed: pass `nextCursor` back as `cursor`. A ' +
      'link that is clicked or renamed between two pages can move in a list sorted by that.',
    group,
    role: 'viewer',
    query: schema.ListQuery,
    queryExample: { q: 'launch', tag: 'spring', limit: 25 },
    answers: { 200: { description: 'A page of links.', schema: schema.LinkPage } },
    async handle({ auth, query }) {
      const after = query.cursor === undefined ? undefined : fromLinkCursor(query, query.cursor);
      const counts = query.count === 'true';
      return lagging(context, auth.workspaceId, async (from) => {
        const filters = await resolveFilters(from, auth, query);
        if (!filters) return json(200, { links: [], nextCursor: null, ...(counts ? { total: 0 } : {}) });
        const [{ ids, nextCursor, unsealed }, total] = await Promise.all([
          findPage(from, filters, query, after),
          counts ? countTotal(from, filters, query.q) : {},
        ]);
        if (unsealed) indexer.index(auth.workspaceId);
        const rows = await listLinksByIds(from.db, auth.workspaceId, ids);
        const links = rows.map((row) => toLink(from.config, auth.workspacePublicId, row, auth));
        return json(200, { links, nextCursor, ...total });
      });
    },
  });

const postLink = (context: Context, create: CreateDrafts) =>
  endpoint(context, {
    method: 'POST',
    path: '/links',
    id: 'createLink',
    summary: 'Create a link',
    description:
      'Without a slug, a random slug of 7 characters is created. With `findExisting`, a link with the same destination is ' +
      'returned if there is one, without using the allowance.',
    group,
    role: 'member',
    body: schema.NewLinkInput,
    answers: {
      200: { description: 'With `findExisting`: the existing link.', schema: schema.Link },
      201: { description: 'The new link.', schema: schema.Link },
    },
    errors: ['not_found', 'unsafe_url', 'feature_not_in_plan', 'plan_limit_reached', 'slug_taken'],
    versioned: true,
    creates: true,
    async handle({ auth, request, body: { findExisting, ...input }, keep }) {
      const toAnswer = (row: LinkRow, status: 200 | 201 = 201) => answerLink(status, context.config, auth, row);
      const one = {
        input,
        signal: request.signal,
        keep: async (trx: Trx, created: LinkRow) => keep?.(trx, toAnswer(created)),
      };
      if (!findExisting) return toAnswer(await createOne(context, create, auth, one));
      const { status, row } = await findOrCreate(context, create, auth, one);
      return toAnswer(row, status);
    },
  });

const postBulk = (context: Context, create: CreateDrafts) =>
  endpoint(context, {
    method: 'POST',
    path: '/links/bulk',
    id: 'createLinks',
    summary: 'Create up to 50 links',
    description: 'Each item has its own result, in the order of the request; a failed one never fails another.',
    group,
    role: 'member',
    body: schema.BulkInput,
    bodyLimit: bulkBodyLimit,
    publishedBody: schema.LinksInput,
    bodyExample: { links: [{ url: 'https://example.com/a' }, { url: 'https://example.com/b', slug: 'launch' }] },
    answers: {
      200: { description: 'One result per item.', schema: schema.BulkResult },
    },
    creates: true,
    async handle({ auth, request, body, keep }) {
      const finish = keep && ((trx: Trx, answer: BulkAnswer) => keep(trx, json(200, answer)));
      return json(200, await createBulk(context, create, auth, { ...body, request, keep: finish }));
    },
  });

const getLink = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/links/{id}',
    id: 'getLink',
    summary: 'Get a link',
    group,
    role: 'viewer',
    params,
    answers: { 200: { description: 'The link.', schema: schema.Link } },
    versioned: true,
    find: findOne(context),
    handle: async ({ auth, found }) => answerLink(200, context.config, auth, found),
  });

const patchOne = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/links/{id}',
    id: 'updateLink',
    summary: 'Change a link',
    description:
      'Only the given fields change. `null` clears an optional field; `utm` and `preview` are replaced as a ' +
      'whole, and `{}` clears them too. Edits are unlimited on every plan, and values that the link already has need no plan.',
    group,
    role: 'member',
    params,
    body: schema.LinkPatch,
    bodyExample: { title: 'Spring launch', tags: ['spring'], expiresAt: null, archived: true },
    answers: { 200: { description: 'The changed link.', schema: schema.Link } },
    errors: ['unsafe_url', 'feature_not_in_plan', 'slug_taken', 'conflict'],
    versioned: true,
    find: findOne(context),
    async handle({ auth, request, found, body }) {
      if (Object.keys(body).length > 0) {
        const requireVersion = requiredLinkVersion(context.config, auth, found, request);
        await patchLink(context, auth, {
          link: found,
          patch: body,
          signal: request.signal,
          now: new Date(),
          requireVersion,
        });
        context.announceChanges();
      }
      const row = await findOne(context)({ auth, request });
      return answerLink(200, context.config, auth, row);
    },
  });

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/links/{id}',
    id: 'deleteLink',
    summary: 'Delete a link',
    description:
      'Its short URL stops redirecting. The allowance of new links is not refunded. For some time no other workspace ' +
      'can use the slug.',
    group,
    role: 'member',
    params,
    answers: { 200: { description: 'The link is deleted.', schema: Done } },
    versioned: true,
    find: findOne(context),
    async handle({ auth, request, found }) {
      const { workspaceId, actor } = auth;
      const { id: linkId, public_id: id } = found;
      const now = new Date();
      const requireVersion = requiredLinkVersion(context.config, auth, found, request);
      await inTransaction(context.db, async (trx) => {
        // The link is locked first, so that its event follows the event of a concurrent change.
        const locked = await findLinkForUpdate(trx, workspaceId, id);
        if (!locked) throw notFound('link');
        await requireVersion(trx, locked);
        if (auth.hasWebhooks) {
          await notifyOfLinks(trx, context.config, { workspaceId, event: 'link.deleted', now }, { ids: [linkId] });
        }
        const details = { shortUrl: shortUrlOf(context.config, domainOf(context.config, found), found.slug) };
        await recordAudit(trx, [{ workspaceId, actor, action: 'link.delete', objectId: id, details }], now);
        await deleteLink(trx, workspaceId, id, now);
      });
      context.announceChanges();
      return json(200, { ok: true });
    },
  });

const getTags = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/tags',
    id: 'listTags',
    summary: 'List tags with their numbers of links',
    group,
    role: 'viewer',
    answers: { 200: { description: 'The tags in use.', schema: schema.TagList } },
    handle: async ({ auth }) => json(200, { tags: await listTags(context.db, auth.workspaceId) }),
  });
