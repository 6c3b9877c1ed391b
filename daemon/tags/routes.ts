/** The routes that rename, merge and delete tags. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type Asked, type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { notFound } from '../api/errors.ts';
import { toTagName } from '../links/core/schema.ts';
import { deleteTagOfLinks, renameTag } from './change-tags.ts';
import { followSome } from './follow-tag.ts';
import { hasTag } from './queries.ts';
import { TagDeleted, TagPatch, TagRenamed } from './schema.ts';

export const tagRoutes = (context: Context): DescribedRoute[] => [rename(context), deleteOne(context)];

const group = 'Links';
const params = { tag: { description: 'The tag, percent-encoded.', example: 'spring' } };

const findName =
  ({ db }: Context) =>
  async ({ auth, request }: Asked<'tag'>) => {
    const name = request.params.tag;
    if (!(await hasTag(db, auth.workspaceId, name))) throw notFound('tag');
    return name;
  };

/** What few links hold has followed when the answer comes; the rest, and what fails here, is the worker's. */
async function beginToFollow({ config, db, log }: Context, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  await followSome(db, id, config).catch((err) => log.warn({ err }, 'the links of a tag follow later'));
}

const rename = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/tags/{tag}',
    id: 'renameTag',
    summary: 'Rename a tag, or merge it into another',
    description:
      'Every link that has the tag has it under the new name at once. Where the name is taken, the two tags become one. ' +
      'The links themselves count as unchanged, but webhooks hear `link.updated` of each.',
    group,
    role: 'member',
    params,
    body: TagPatch,
    bodyExample: { name: 'spring-2027' },
    answers: {
      200: {
        description: 'What the tag is called now.',
        schema: TagRenamed,
        example: { tag: 'spring-2027', merged: false },
      },
    },
    find: findName(context),
    async handle({ auth, found, body }) {
      const name = toTagName(body.name);
      const { merged, replacedId } = await renameTag(context.db, auth, found, name, new Date());
      await beginToFollow(context, replacedId);
      return json(200, { tag: name, merged });
    },
  });

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/tags/{tag}',
    id: 'deleteTag',
    summary: 'Take a tag from all links',
    description: 'The links themselves stay and count as unchanged, but webhooks hear `link.updated` of each.',
    group,
    role: 'member',
    params,
    answers: { 200: { description: 'No link has the tag.', schema: TagDeleted, example: { deleted: true } } },
    find: findName(context),
    async handle({ auth, found }) {
      await beginToFollow(context, await deleteTagOfLinks(context.db, auth, found, new Date()));
      return json(200, { deleted: true });
    },
  });
