/** The routes that rename, merge and delete tags. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { toTagName } from '../links/core/schema.ts';
import { deleteTagOfLinks, renameTag } from './change-tags.ts';
import { followSome } from './follow-tag.ts';
import { requireTag } from './queries.ts';
import { TagDeleted, TagPatch, TagRenamed } from './schema.ts';

export const tagRoutes = (context: Context): DescribedRoute[] => [rename(context), deleteOne(context)];

const group = 'Links';
const params = { tag: { description: 'The tag, percent-encoded.', example: 'spring' } };

const findName =
  ({ db }: Context) =>
  async ({ auth, request }: Lookup<'tag'>) => {
    const name = request.params.tag;
    await requireTag(db, auth.workspaceId, name);
    return name;
  };

/** Updates the first batch of links before the answer. The worker continues, even after a failure. */
async function updateFirstLinks({ config, db, log }: Context, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  await followSome(db, id, config).catch((err) =>
    log.warn({ err }, 'the links of a tag could not be updated at once; the worker continues'),
  );
}

const rename = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/tags/{tag}',
    id: 'renameTag',
    summary: 'Rename a tag, or merge it into another',
    description:
      'Every link with the tag has the new name at once. If the name is taken, the two tags are merged. ' +
      'A share page keeps its URL under a new name, and ends if the tag is merged into another. ' +
      'The links count as unchanged, but webhooks get `link.updated` for each.',
    group,
    role: 'member',
    params,
    body: TagPatch,
    bodyExample: { name: 'spring-2027' },
    answers: {
      200: {
        description: "The tag's new name.",
        schema: TagRenamed,
      },
    },
    find: findName(context),
    async handle({ auth, found, body }) {
      const name = toTagName(body.name);
      const { merged, replacedId } = await renameTag(context.db, auth, found, { to: name, now: new Date() });
      await updateFirstLinks(context, replacedId);
      return json(200, { tag: name, merged });
    },
  });

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/tags/{tag}',
    id: 'deleteTag',
    summary: 'Remove a tag from all links',
    description:
      'The links stay and count as unchanged, but webhooks get `link.updated` for each. A share page of the tag ends.',
    group,
    role: 'member',
    params,
    answers: { 200: { description: 'The tag is removed.', schema: TagDeleted } },
    find: findName(context),
    async handle({ auth, found }) {
      await updateFirstLinks(context, await deleteTagOfLinks(context.db, auth, found, new Date()));
      return json(200, { deleted: true });
    },
  });
