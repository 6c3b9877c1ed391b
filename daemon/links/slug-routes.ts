/** The route that tells whether a slug can be had. */
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
    summary: 'Tell whether a slug can be had',
    description:
      'By the rules of making a link, while somebody types. Nothing is reserved: making the link has the last word.',
    group: 'Links',
    role: 'member',
    query: SlugQuery,
    queryExample: { slug: 'launch', domain: 'go.example.com' },
    answers: {
      200: {
        description: 'Whether it can be had, and else one that can.',
        schema: SlugAvailability,
        example: { available: false, reason: 'taken', suggestion: 'launch-2' },
      },
    },
    handle: async ({ auth, query }) => json(200, await findAvailability(context, auth, query)),
  }),
];
