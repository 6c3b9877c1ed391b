/** Routes for custom domains. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import type { Auth } from '../identity/auth.ts';
import { requestedVersion } from '../versions/require-version.ts';
import { checkDomain } from './check-domain.ts';
import { connectDomain, requireHostname } from './connect.ts';
import { answerDomain, toDomain, versionOf } from './domain.ts';
import { type DomainRow, listDomains, lockDomain, requireDomain } from './queries.ts';
import { deleteSomeLinks, removeDomain } from './remove.ts';
import { Domain, DomainInput, DomainList } from './schema.ts';

const group = 'Domains';
const params = { id: "The domain's id." };

export const domainRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  getOne(context),
  post(context),
  verify(context),
  deleteOne(context),
];

const findOne =
  ({ db }: Context) =>
  ({ auth, request }: Lookup<'id'>) =>
    requireDomain(db, auth.workspaceId, request.params.id);

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/domains',
    id: 'listDomains',
    summary: 'List custom domains, newest first',
    group,
    role: 'viewer',
    answers: { 200: { description: 'The domains.', schema: DomainList } },
    handle: async ({ auth }) => json(200, { domains: (await listDomains(context.db, auth.workspaceId)).map(toDomain) }),
  });

const getOne = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/domains/{id}',
    id: 'getDomain',
    summary: 'Get a custom domain',
    group,
    role: 'viewer',
    params,
    answers: { 200: { description: 'The domain.', schema: Domain } },
    versioned: true,
    find: findOne(context),
    handle: async ({ found }) => answerDomain(found),
  });

const post = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/domains',
    id: 'connectDomain',
    summary: 'Connect a custom domain',
    description:
      "The answer contains the DNS records to set. Another workspace's domain is a `conflict`. A claim that was " +
      'never verified moves to the workspace whose TXT record is published: set the record in `details.records` of the ' +
      '`conflict`, and connect again.',
    group,
    role: 'admin',
    body: DomainInput,
    answers: { 201: { description: 'The domain, not verified yet.', schema: Domain } },
    errors: ['plan_limit_reached', 'conflict'],
    versioned: true,
    creates: true,
    async handle({ auth, body, keep }) {
      return connectDomain(context, auth, requireHostname(context, body.hostname), async (trx, domain) => {
        const answer = answerDomain(domain, 201);
        await keep?.(trx, answer);
        return answer;
      });
    },
  });

function verify(context: Context) {
  const runningChecks = new Map<number, Promise<DomainRow | undefined>>();
  const { domainVerifySeconds } = context.config;

  /** Checks a domain. Concurrent callers share one check, and callers soon after it get its result. */
  async function check(domain: DomainRow, auth: Auth): Promise<DomainRow | undefined> {
    const now = new Date();
    const since = now.getTime() - (domain.lastCheckedAt?.getTime() ?? 0);
    if (since < domainVerifySeconds * 1_000) return domain;
    const running = runningChecks.get(domain.id);
    if (running) return running;
    const started = checkDomain(context, domain, auth.actor, now).finally(() => runningChecks.delete(domain.id));
    runningChecks.set(domain.id, started);
    return started;
  }

  return endpoint(context, {
    method: 'POST',
    path: '/domains/{id}/verify',
    id: 'verifyDomain',
    summary: "Check a domain's DNS and certificate now",
    description:
      'Takes a few seconds at most. A failed lookup changes nothing. Calls within seconds of a check get its result again.',
    group,
    role: 'admin',
    params,
    answers: { 200: { description: 'The domain after the check.', schema: Domain } },
    versioned: true,
    find: findOne(context),
    async handle({ auth, found }) {
      const checked = await check(found, auth);
      if (!checked) throw notFound('domain');
      if (checked.status !== found.status) context.announceChanges();
      return answerDomain(checked);
    },
  });
}

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/domains/{id}',
    id: 'removeDomain',
    summary: 'Remove a domain with its links',
    description:
      'Its links stop redirecting at once and are deleted; with very many that takes a few minutes. Their clicks stay in ' +
      "the workspace's analytics.",
    group,
    role: 'admin',
    params,
    answers: { 200: { description: 'The domain is removed.', schema: Done } },
    versioned: true,
    find: findOne(context),
    async handle({ auth, request, found: { id, publicId: objectId } }) {
      const now = new Date();
      const { workspaceId } = auth;
      const requireVersion = requestedVersion(request, { workspaceId, objectId, action: 'domain.update' });
      const removed = await inTransaction(context.db, async (trx) => {
        const locked = await lockDomain(trx, id);
        if (!locked) return false;
        await requireVersion(trx, () => ({ etag: versionOf(locked), show: () => toDomain(locked) }));
        return removeDomain(trx, id, auth.actor, now);
      });
      if (!removed) throw notFound('domain');
      context.announceChanges();
      await deleteSomeLinks(context.db, context.config, id, now).catch((err) => {
        context.log.warn({ err }, "a removed domain's links could not be deleted at once; the worker continues");
      });
      context.announceChanges();
      return json(200, { ok: true });
    },
  });
