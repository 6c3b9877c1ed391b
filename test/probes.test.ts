/**
 * The probes of every process while its databases run, while they are down and after they return; and the examples that
 * use them.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { probePaths } from '../shared/http/health.ts';
import { projectRoot } from '../shared/paths.ts';
import { service } from './fixtures/processes.ts';
import { openTestDb, putLink } from './fixtures/redirects.ts';
import { ask } from './fixtures/requests.ts';
import { startServers } from './fixtures/stack.ts';
import { until } from './fixtures/until.ts';
import { t } from './runner/tap.ts';

const probes = ['/livez', '/readyz?for=traffic', '/readyz?for=writes', '/readyz'];

t.test(
  'every process is alive and accepts traffic while its databases are down, and reports that writes wait',
  async (t) => {
    const { mysql, redis } = await startServers(t);
    const db = await openTestDb(t, { mysqlUrl: mysql.url });
    await putLink(db, { slug: 'a', url: 'https://example.com/' });
    const env = {
      MYSQL_URL: mysql.url,
      REDIS_URL: redis.url,
      MIGRATE_ON_START: '1',
      DEFAULT_SHORT_DOMAIN: 'localhost',
      LOCAL_DIR: t.testdir(),
    };
    const start = async (entry: string, port: string) => {
      const started = await service(t, entry, port, env, '/livez');
      await started.start();
      return started;
    };
    const links = await start('daemon/server.js', 'LINKS_PORT');
    const all = [
      links,
      await start('daemon/worker.js', 'METRICS_PORT'),
      await start('automations-api/server.js', 'AUTOMATIONS_PORT'),
    ];
    const statuses = () =>
      Promise.all(
        all.map(({ port }) =>
          Promise.all(probes.map(async (at) => (await ask(port, { path: at }).catch(() => undefined))?.status)),
        ),
      );
    const are = (wanted: number[]) => async () => (await statuses()).every((found) => String(found) === String(wanted));

    await until(are([200, 200, 200, 200]));
    await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
    await until(are([200, 200, 503, 503]));
    t.equal((await ask(links.port, { path: '/a' })).status, 302, 'a process ready for traffic redirects');
    const wrong = await ask(links.port, { path: '/readyz?for=reads' });
    t.match(JSON.parse(wrong.body), { status: 'not_ready', failing: { for: 'must be traffic or writes' } });

    await links.end('SIGKILL');
    await links.start();
    // The process serves from its snapshot. Until then, connections can be reset.
    const traffic = () => ask(links.port, { path: '/readyz?for=traffic' }).catch(() => undefined);
    await until(async () => (await traffic())?.status === 200);
    await Promise.all([mysql.start(), redis.start()]);
    await until(are([200, 200, 200, 200]));
  },
);

type Container = Record<
  'startupProbe' | 'livenessProbe' | 'readinessProbe',
  { httpGet: { path: string; port: string } }
> & {
  ports: { name: string }[];
};

t.test('orchestrator and load balancer examples use existing probes and drain by the traffic probe', async (t) => {
  const read = (file: string) => readFile(path.join(projectRoot, '.github', file), 'utf8');
  const documents = parseAllDocuments(await read('docs/examples/kubernetes.yaml'));
  t.same(
    documents.flatMap(({ errors }) => errors),
    [],
  );
  const objects = documents.map((document) => document.toJS());
  const kinds = objects.map(({ kind }) => kind);
  t.same(kinds, ['Secret', 'ConfigMap', 'Service', 'PodDisruptionBudget', 'StatefulSet']);
  const [container] = objects.at(-1).spec.template.spec.containers as [Container];
  for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
    t.ok(probePaths.includes(httpGet.path.replace(/\?.*/, '')), httpGet.path);
    t.ok(
      container.ports.some(({ name }) => name === httpGet.port),
      httpGet.port,
    );
  }
  t.equal(container.livenessProbe.httpGet.path, '/livez');
  t.equal(container.readinessProbe.httpGet.path, '/readyz?for=traffic');

  const asked = [...(await read('proxies/haproxy.cfg')).matchAll(/http-check send meth GET uri (\S+)/g)];
  t.same(
    asked.map(([, at]) => at),
    ['/readyz?for=traffic', '/readyz?for=traffic'],
  );
});
