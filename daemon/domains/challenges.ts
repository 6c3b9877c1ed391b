/** Answers to a certificate authority's check that a name points here (HTTP-01), by every process on every host. */
import pLimit from 'p-limit';
import { unavailable } from '../../shared/errors.ts';
import type { HttpRoute } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { findKeyAuthorization } from './certificate-queries.ts';

/** Anyone may ask, so only this many lookups run at a time, and as many more wait. */
const lookupsAtOnce = 4;
const waitingAtMost = 200;

/** Requested over plain HTTP at port 80, which must therefore lead to LINKS_PORT. */
export function challengeRoutes({ config, db }: Pick<Context, 'config' | 'db'>): HttpRoute[] {
  if (config.acmeDirectory === '') return [];
  const limit = pLimit(lookupsAtOnce);
  return [
    {
      method: 'GET',
      path: '/.well-known/acme-challenge/{token}',
      async handle({ params: { token = '' } }) {
        if (!/^[A-Za-z0-9_-]{16,128}$/.test(token)) return { status: 404 };
        if (limit.pendingCount > waitingAtMost) throw unavailable('Too many requests at once. Try again shortly.');
        const body = await limit(() => findKeyAuthorization(db, token));
        const headers = { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' };
        return body === undefined ? { status: 404 } : { status: 200, headers, body };
      },
    },
  ];
}
