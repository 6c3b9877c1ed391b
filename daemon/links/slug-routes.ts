/** The route that checks whether a slug is available. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { SlugAvailability, SlugQuery } from './core/schema.ts';
import { findAvailability } from './slug-availability.ts';

export const slugRoutes = (context: Context): DescribedRoute[] => [
  endpoint(context, {
    method: 'GET',
    path: '/links/slug-availability',
    id: 'getSlugAvailability',
    summary: 'Check whether a slug is available',
    description:
      'Applies the rules of creating a link, for checks while typing. Nothing is reserved: creating the link decides.',
    group: 'Links',
    role: 'member',
    query: SlugQuery,
    queryExample: { slug: 'launch', domain: 'go.example.com' },
    answers: {
      200: {
        description: 'Whether the slug is available, and otherwise a similar one that is.',
        schema: SlugAvailability,
      },
    },
    handle: async ({ auth, query }) => json(200, await findAvailability(context, auth, query)),
  }),
];
