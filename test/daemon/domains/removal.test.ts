/** Removing a domain: it stops at once, its links are deleted in batches, and the workspace's analytics keep their clicks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { retainClicks } from '../../../daemon/clicks/retain-clicks.ts';
import { trustDomain } from '../../../daemon/domains/check-domain.ts';
import { type DomainRow, findDomainByHostname, listRemoved } from '../../../daemon/domains/queries.ts';
import { deleteRest, linksAtOnce } from '../../../daemon/domains/remove.ts';
import { addUnknownPaths } from '../../../daemon/stats/unknown-queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import { batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { putLink } from '../../fixtures/redirects.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: { DEFAULT_SHORT_DOMAIN: 'go.waypost.test', PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' },
});
const { db, config, log } = daemon.context;
await retainClicks(db, config, new Date());
const port = Number(new URL(daemon.origin).port);

/** A workspace with a verified domain. */
async function addDomain(hostname: string) {
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const { json: domain } = await call('POST', '/domains', { hostname });
  const { id } = (await findDomainByHostname(db, hostname)) as DomainRow;
  await inTransaction(db, (trx) => trustDomain(trx, id, operator, new Date()));
  daemon.context.announceChanges();
  return { workspace, call, domain, id };
}
const visitUntil = async (status: number, hostname: string, slug: string) => {
  while ((await ask(port, { path: `/${slug}`, headers: { Host: hostname } })).status !== status) await sleep(10);
};
const linksOf = (domainId: number) =>
  db.selectFrom('links').select(['id', 'slug']).where('domain_id', '=', domainId).execute();

t.test('a domain with a few links is deleted before the response; its clicks stay, and its name is free', async (t) => {
  const hostname = 'few.customer.test';
  const { workspace, call, domain, id } = await addDomain(hostname);
  const make = (body: object) => call('POST', '/links', { url: 'https://example.com/', ...body });
  const { json: link } = await make({ domain: hostname, slug: 'a', tags: ['one', 'two'] });
  await make({ domain: hostname, slug: 'b', tags: ['two'] });
  const { json: other } = await make({ slug: 'elsewhere', tags: ['two'] });
  await visitUntil(302, hostname, 'a');
  const [stored] = await linksOf(id);
  await recordClicks(db, log, batchOf([clickOf(stored?.id as number, Date.now())]), new Date());
  const before = (await call('GET', '/stats')).json.totals;
  t.equal(before.clicks, 1);

  t.strictSame([(await call('DELETE', `/domains/${domain.id}`)).json], [{ ok: true }]);
  t.equal((await call('GET', `/links/${link.id}`)).status, 404);
  t.equal((await call('GET', `/links/${other.id}`)).status, 200);
  t.strictSame((await call('GET', '/tags')).json.tags, [{ tag: 'two', count: 1 }]);
  t.same((await call('GET', '/domains')).json, { domains: [] });
  t.strictSame((await call('GET', '/stats')).json.totals, before);
  const [top] = (await call('GET', '/stats')).json.topLinks;
  t.match(top, { linkId: link.id, shortUrl: `http://${hostname}/a` }, 'analytics still name it');
  await visitUntil(404, hostname, 'a');
  t.equal((await call('DELETE', `/domains/${domain.id}`)).status, 404);
  t.equal((await call('POST', `/domains/${domain.id}/verify`)).status, 404);
  const actions = (await call('GET', '/audit')).json.entries.flatMap(({ action, objectId, details }: Json) =>
    [objectId, ...(details?.ids ?? [])].map((one) => `${action} ${one}`),
  );
  t.ok(actions.includes(`domain.remove ${domain.id}`));
  t.ok(actions.includes(`link.delete ${link.id}`));

  const again = await call('POST', '/domains', { hostname });
  t.equal(again.status, 201, 'the name is free');
  const { id: newId } = (await findDomainByHostname(db, hostname)) as DomainRow;
  await inTransaction(db, (trx) => trustDomain(trx, newId, operator, new Date()));
  daemon.context.announceChanges();
  await make({ domain: hostname, slug: 'b', url: 'https://example.com/new' });
  await visitUntil(302, hostname, 'b');
  await visitUntil(404, hostname, 'a');
  t.equal(workspace.id > 0, true);
});

t.test('a domain with many links stops redirecting at once, and the worker deletes its links', async (t) => {
  const hostname = 'many.customer.test';
  const { workspace, call, domain, id } = await addDomain(hostname);
  const bulk = Array.from({ length: 50 }, () => ({ url: 'https://example.com/', domain: hostname, tags: ['all'] }));
  for (let made = 0; made < linksAtOnce * 2 + 50; made += bulk.length)
    await call('POST', '/links/bulk', { links: bulk });
  const slugs = (await linksOf(id)).map(({ slug }) => slug);
  await visitUntil(302, hostname, slugs.at(-1) as string);

  const { id: keptId } = await addDomain('kept.customer.test');
  const path = { path: '/old', requests: 1, bots: 0, lastAt: Date.now() };
  await addUnknownPaths(
    db,
    [id, keptId].map((domainId) => ({ ...path, domainId })),
    new Date(),
  );

  t.equal((await call('DELETE', `/domains/${domain.id}`)).status, 200);
  for (const slug of [slugs[0], slugs.at(-1)]) await visitUntil(404, hostname, slug as string);
  const left = (await linksOf(id)).length;
  t.ok(left > 0 && left < slugs.length, `${left} are left`);
  const listed = (await call('GET', '/links?limit=1')).json.links;
  t.equal(listed[0].domain, hostname, 'the rest is shown in the same place');
  t.ok((await listRemoved(db, 10)).includes(id));

  const stop = new AbortController();
  stop.abort();
  await deleteRest(db, config, id, { now: new Date(), stopping: stop.signal });
  t.equal((await linksOf(id)).length, left - linksAtOnce, 'it stops after a batch when asked to');
  await deleteRest(db, config, id, { now: new Date(), stopping: new AbortController().signal });
  t.same(await linksOf(id), []);
  const counted = await db.selectFrom('unknown_paths').select('domain_id').execute();
  t.same(counted, [{ domain_id: keptId }], "a removed domain's unknown paths are deleted");
  t.strictSame((await call('GET', '/tags')).json.tags, []);
  const kept = await db
    .selectFrom('deleted_links')
    .select('hostname')
    .where('workspace_id', '=', workspace.id)
    .execute();
  t.equal(kept.length, slugs.length);
  t.ok(kept.every((link) => link.hostname === hostname));

  // A link whose creation started before the domain was removed.
  await putLink(db, { slug: 'late', domain_id: id, workspace_id: workspace.id });
  t.ok((await listRemoved(db, 10)).includes(id), 'the domain is still checked');
  await deleteRest(db, config, id, { now: new Date(), stopping: new AbortController().signal });
  t.same(await linksOf(id), []);
  await deleteRest(db, config, id, { now: new Date(Date.now() + 3_600_000), stopping: new AbortController().signal });
  t.notOk((await listRemoved(db, 10)).includes(id));
});
