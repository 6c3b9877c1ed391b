/** Requests of unknown paths: counted in a fixed amount of memory, and shown to the domain's workspace alone. */
import { UnknownPaths } from '../../../daemon/redirect/unknown-paths.ts';
import { isBot } from '../../../daemon/stats/store-unknown-paths.ts';
import { addUnknownPaths, deleteUnknownPathsBefore, pathsADay } from '../../../daemon/stats/unknown-queries.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t);
const { db } = daemon.context;
const now = new Date();

async function addDomain(workspaceId: number, hostname: string): Promise<number> {
  const { insertId } = await db
    .insertInto('domains')
    .values({
      ...{ public_id: `dom_${hostname.replaceAll('.', '_')}_${workspaceId}`, workspace_id: workspaceId, hostname },
      ...{ status: 'verified', created_at: now, updated_at: now },
    })
    .executeTakeFirstOrThrow();
  return Number(insertId);
}

const entry = (domainId: number, path: string, requests = 1, bots = 0) => ({
  ...{ domainId, path, requests, bots, lastAt: now.getTime() },
});

t.test(
  'requested paths keep their counts during a flood of random paths, and bots are counted separately',
  async (t) => {
    const paths = new UnknownPaths(isBot);
    let random = 1;
    const next = () => {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return random;
    };
    const count = (path: string, agent = 'Mozilla/5.0 Firefox/140.0') => paths.count(7, path, agent, now.getTime());
    for (let n = 0; n < 20_000; n++) {
      count(`/${next().toString(36)}${next().toString(36)}`);
      if (n % 50 === 0) count('/sprnig');
      if (n % 100 === 0) count('/sprnig/', 'Googlebot/2.1');
    }
    const taken = paths.take();
    t.ok(taken.length <= 4096);
    t.match(taken[0], { domainId: 7, path: '/sprnig', requests: 600, bots: 200 });
    t.same(paths.take(), []);
  },
);

t.test('hostile paths are truncated and cleaned, and counted separately for each domain', async (t) => {
  const paths = new UnknownPaths(isBot);
  paths.count(1, `/${'x'.repeat(5_000)}`, '', 1);
  paths.count(1, '/<b>\u0000\u202eü', 'x', 2);
  paths.count(2, '/<b>\u0000\u202eü', 'x', 3);
  paths.count(2, '/', 'x', 3);
  t.same(
    paths
      .take()
      .map(({ domainId, path }) => [domainId, path.length > 50 ? path.length : path])
      .sort(),
    [
      [1, '/<b>???'],
      [1, 100],
      [2, '/<b>???'],
    ].sort(),
  );
});

t.test('a day keeps the most requested paths of a domain, at most the maximum', async (t) => {
  const { id, key } = await addWorkspace(db, 'scale');
  const domainId = await addDomain(id, 'many.example.com');
  await addUnknownPaths(db, [entry(domainId, '/wanted', 50, 20)], now);
  await Promise.all(
    Array.from({ length: 8 }, (_, round) =>
      addUnknownPaths(
        db,
        Array.from({ length: 250 }, (_, n) => entry(domainId, `/r${round}-${n}`)),
        now,
      ),
    ),
  );
  await addUnknownPaths(db, [entry(domainId, '/wanted', 5)], now);
  const { stored } = await db
    .selectFrom('unknown_paths')
    .select((e) => e.fn.countAll<number>().as('stored'))
    .where('domain_id', '=', domainId)
    .executeTakeFirstOrThrow();
  t.equal(Number(stored), pathsADay);
  const { json } = await caller(daemon, key)('GET', '/stats/unknown?domain=many.example.com');
  t.match(json.paths[0], { domain: 'many.example.com', path: '/wanted', requests: 35, bots: 20 });
  t.equal(json.paths.length, 500);
});

t.test('a path that becomes a link is left out', async (t) => {
  const { id, key } = await addWorkspace(db, 'scale');
  const domainId = await addDomain(id, 'made.example.com');
  await addUnknownPaths(db, [entry(domainId, '/spring'), entry(domainId, '/Spring')], now);
  const call = caller(daemon, key);
  const paths = async () =>
    (await call('GET', '/stats/unknown')).json.paths.map(({ path }: { path: string }) => path).sort();
  t.same(await paths(), ['/Spring', '/spring']);
  t.equal(
    (await call('POST', '/links', { url: 'https://example.com/', slug: 'spring', domain: 'made.example.com' })).status,
    201,
  );
  t.same(await paths(), ['/Spring']);
  t.same((await call('GET', '/stats/unknown?to=2020-01-01')).json.paths, []);
});

t.test('counts stay with the workspace that had the domain', async (t) => {
  const [first, second] = [await addWorkspace(db, 'scale'), await addWorkspace(db, 'scale')];
  const domainId = await addDomain(first.id, 'moves.example.com');
  await addUnknownPaths(db, [entry(domainId, '/secret')], now);
  const of = async ({ key }: { key: string }) =>
    (await caller(daemon, key)('GET', '/stats/unknown?domain=moves.example.com')).json.paths.length;
  t.same([await of(first), await of(second)], [1, 0]);
  await db.updateTable('domains').set({ removed_at: now, status: 'removed' }).where('id', '=', domainId).execute();
  await addDomain(second.id, 'moves.example.com');
  await addUnknownPaths(db, [entry(domainId, '/late')], now);
  t.same([await of(first), await of(second)], [0, 0]);
});

t.test('old counts are deleted', async (t) => {
  const domainId = await addDomain((await addWorkspace(db, 'scale')).id, 'old.example.com');
  await addUnknownPaths(db, [entry(domainId, '/old')], new Date(now.getTime() - 91 * 86_400_000));
  await addUnknownPaths(db, [entry(domainId, '/new')], now);
  await deleteUnknownPathsBefore(db, new Date(now.getTime() - 90 * 86_400_000), 5_000);
  const rows = await db.selectFrom('unknown_paths').select('path').where('domain_id', '=', domainId).execute();
  t.same(rows, [{ path: '/new' }]);
});
