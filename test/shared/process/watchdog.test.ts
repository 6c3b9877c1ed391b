/** A process of the link service that hangs is killed, so that its manager starts it again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { service } from '../../fixtures/processes.ts';
import { migrateLinks } from '../../fixtures/schema.ts';
import { createStores, envOf } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

/** A module with a signal handler that blocks the process forever. */
const hanging = encodeURIComponent("process.on('SIGUSR2', function hang() { for (;;); })");

t.test('a redirect process or worker that hangs is killed, and the log shows where it hung', async (t) => {
  const stores = await createStores(t);
  await migrateLinks(stores.mysqlUrl);
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-hangs-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const env = { ...envOf(stores), LOCAL_DIR: localDir, NODE_OPTIONS: `--import=data:text/javascript,${hanging}` };
  const processes = await Promise.all([
    service(t, 'daemon/server.js', 'LINKS_PORT', env, '/readyz'),
    service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/readyz'),
  ]);
  await Promise.all(processes.map(({ start }) => start()));
  await Promise.all(processes.map(({ end }) => end('SIGUSR2')));
  for (const { exited, output } of processes) {
    t.equal(await exited(), null, 'it was killed');
    const lines = output().split('\n');
    const line = lines.find((one) => one.includes('the process hangs; ending it')) ?? '{}';
    t.match(JSON.parse(line), { level: 'fatal', stack: /at hang / });
  }
});
