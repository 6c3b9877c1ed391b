/** Routes that change and delete many links at once. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { exampleIds } from '../api/schemas.ts';
import { deleteMany, patchMany } from './change-many.ts';
import { ManyIds, ManyPatch, ManyResult } from './core/schema.ts';

export const manyLinkRoutes = (context: Context): DescribedRoute[] => [patch(context), remove(context)];

const group = 'Links';

const patch = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/links/bulk',
    id: 'updateLinks',
    summary: 'Change up to 100 links',
    description:
      'The fields of `set` change as if you changed each link separately. Then `mergeUtm` replaces some of its UTM ' +
      'parameters, and removes those that are empty texts; `addTags` are appended to its tags and `removeTags` removed. ' +
      'Each link has its own result, in the order of the request, with the values it had `before`; a failed one never ' +
      'fails another.',
    group,
    role: 'member',
    body: ManyPatch,
    bodyExample: {
      ids: [exampleIds.lnk],
      set: { archived: true, expiresAt: '2030-01-31T09:00:00Z' },
      mergeUtm: { campaign: 'autumn' },
      addTags: ['autumn'],
      removeTags: ['spring'],
    },
    answers: { 200: { description: 'One result per id.', schema: ManyResult } },
    async handle({ auth, request, body }) {
      const result = await patchMany(context, auth, body, request);
      context.announceChanges();
      return json(200, result);
    },
  });

const remove = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/links/bulk',
    id: 'deleteLinks',
    summary: 'Delete up to 100 links',
    description: 'As if you deleted each link separately. Each id has its own result, in the order of the request.',
    group,
    role: 'member',
    body: ManyIds,
    answers: { 200: { description: 'One result per id.', schema: ManyResult } },
    async handle({ auth, body }) {
      const result = await deleteMany(context, auth, body);
      context.announceChanges();
      return json(200, result);
    },
  });
