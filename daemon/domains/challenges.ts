/**
 * The route for a certificate authority's check that a name points here (HTTP-01). Every process answers on every
 * host.
 */
import { unavailable } from '../../shared/errors.ts';
import type { HttpRoute } from '../../shared/http/route.ts';
import { FairQueue } from '../../shared/jobs/fair-queue.ts';
import type { Context } from '../api/context.ts';
import { findKeyAuthorization } from './certificate-queries.ts';

/** The queue that limits concurrent lookups, because anyone can cause them. */
const lookups = new FairQueue({
  capacity: 4,
  waitingEach: 200,
  waitingAtMost: 200,
  refusal: () => unavailable('Too many requests at once. Try again shortly.'),
});

/** Creates the route. The authority sends plain HTTP to port 80, which must be forwarded to LINKS_PORT. */
export function challengeRoutes({ config, db }: Pick<Context, 'config' | 'db'>): HttpRoute[] {
  if (config.acmeDirectory === '') return [];
  return [
    {
      method: 'GET',
      path: '/.well-known/acme-challenge/{token}',
      async handle({ params: { token = '' } }) {
        if (!/^[A-Za-z0-9_-]{16,128}$/.test(token)) return { status: 404 };
        const body = await lookups.run('', () => findKeyAuthorization(db, token));
        const headers = { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' };
        return body === undefined ? { status: 404 } : { status: 200, headers, body };
      },
    },
  ];
}
