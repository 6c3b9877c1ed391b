/** The spool of a lost machine, adopted by another: processes are killed, and each click is stored once. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtRoot } from '../../../shared/paths.ts';
import { clicksInBlocks } from '../../fixtures/clicks.ts';
import { commandLine } from '../../fixtures/command-line.ts';
import { hasWritten, service } from '../../fixtures/processes.ts';
import { openTestDb, putLink } from '../../fixtures/redirects.ts';
import { ask } from '../../fixtures/requests.ts';
import { createStores, envOf } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const cli = path.join(builtRoot, 'daemon/cli.js');

/** Two machines by folder: `gone` redirects and has no worker, `here` has the worker and the command. */
async function startMachines(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, { mysqlUrl: stores.mysqlUrl });
  const id = await putLink(db, { slug: 'a', url: 'https://example.com/' });
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-adopt-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const [gone, here] = [path.join(folder, 'gone'), path.join(folder, 'here')];
  const env = {
    ...envOf(stores),
    DEFAULT_SHORT_DOMAIN: 'localhost',
  };
  const daemon = await service(t, 'daemon/server.js', 'LINKS_PORT', { ...env, LOCAL_DIR: gone });
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', { ...env, LOCAL_DIR: here }, '/livez');
  const environment = { ...env, LOCAL_DIR: here };
  const run = async (args: string[], more = {}) => {
    const { code, out, err } = await commandLine(cli, { ...environment, ...more }).run('spool', ...args, '--json');
    const answer: { clicks: number; segments: number } = JSON.parse(out || 'null');
    return { code, answer, err };
  };
  const visit = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const { status } = await ask(daemon.port, { path: '/a', headers: { 'User-Agent': `Mozilla/5.0 Firefox/${n}` } });
      t.equal(status, 302);
    }
  };
  const stored = async () => (await clicksInBlocks(db)).filter(({ linkId }) => linkId === id).length;
  return { gone, here, folder, daemon, worker, run, visit, stored, environment };
}

t.test(
  "a lost machine's clicks are stored once each, even if the processes are killed and the command runs twice",
  async (t) => {
    const { gone, folder, daemon, worker, run, visit, stored, environment } = await startMachines(t);
    await daemon.start();
    await visit(30);
    await until(async () => (await run(['list', gone])).answer.clicks === 30);
    const refused = await run(['adopt', gone]);
    t.equal(refused.code, 1);
    t.match(refused.err, /may still be in use.*Stop Waypost there/);
    // Long enough for the first clicks to be sent, so that some are stored without the disk.
    await sleep(1_500);
    await visit(12);
    await hasWritten(daemon);
    await daemon.end('SIGKILL');
    t.match((await run(['list', gone])).answer, { clicks: 42, processes: [{ inUse: false }] });
    await cp(path.join(gone, 'spool'), path.join(folder, 'copy', 'spool'), {
      recursive: true,
      preserveTimestamps: true,
    });

    const killed = spawn(process.execPath, [cli, 'spool', 'adopt', gone], {
      env: { PATH: process.env.PATH, ...environment },
    });
    let said = '';
    killed.stderr.on('data', (text) => {
      said += text;
    });
    await until(async () => /segments? left/.test(said));
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    t.match(
      (await run(['list', gone])).answer,
      { clicks: 42, processes: [{ inUse: false }] },
      'nothing was removed from the disk',
    );
    t.equal(await stored(), 0, 'no worker, no click');

    await worker.start();
    const [first, second] = await Promise.all([run(['adopt', gone]), run(['adopt', gone])]);
    const codes = [first.code, second.code].sort();
    t.ok(codes[0] === 0, first.err + second.err);
    const again = await run(['adopt', gone]);
    t.match(again, { code: 0, answer: { clicks: 0, segments: 0 } });
    t.equal(await stored(), 42);
    t.match(await run(['adopt', path.join(folder, 'copy')]), { code: 0, answer: { clicks: 42 } });
    t.equal(await stored(), 42, 'a copy of the disk adds nothing');
    t.same(await readdir(path.join(gone, 'spool')), [], 'the disk is empty');
  },
);

t.test('a folder that cannot be adopted is refused with a reason and stays unchanged', async (t) => {
  const { gone, daemon, run, visit, folder } = await startMachines(t);
  await daemon.start();
  await visit(3);
  await until(async () => (await run(['list', gone])).answer.clicks === 3);
  await daemon.end('SIGKILL');
  const spool = path.join(gone, 'spool');
  const [name = ''] = await readdir(spool);
  const refusals: [string, string, RegExp, object?][] = [
    ['nothing', path.join(folder, 'nowhere'), /does not exist/],
    ['the folder of one process', path.join(spool, name), /is the folder of one process; name the one above it/],
    ['another folder', folder, /is not a spool \(it has gone\)/],
  ];
  const other = await createStores(t);
  const otherDb = await openTestDb(t, { mysqlUrl: other.mysqlUrl });
  await otherDb.updateTable('installation').set({ id: randomUUID() }).execute();
  refusals.push(['another database', gone, /has clicks of another installation/, { MYSQL_URL: other.mysqlUrl }]);
  for (const [what, at, why, more] of refusals) {
    const { code, err } = await run(['adopt', at], more);
    t.equal(code, 1, what);
    t.match(err, why);
  }

  // Another machine's disk, as seen from here.
  const foreign = path.join(spool, name.replace(/^[^-]+/, 'deadbeef'));
  await rename(path.join(spool, name), foreign);
  await utimes(foreign, new Date(), new Date());
  t.match(await run(['adopt', gone]), { code: 1, err: /may still be in use/ }, 'just touched');
  const before = new Date(Date.now() - 61_000);
  await utimes(foreign, before, before);
  t.match(await run(['list', gone]), { code: 0, answer: { clicks: 3, processes: [{ inUse: false }] } });
});
