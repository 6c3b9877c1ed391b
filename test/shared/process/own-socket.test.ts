/** The sockets of processes in LOCAL_DIR. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listenOnOwnSocket, queryProcesses } from '../../../shared/process/own-socket.ts';
import { type Test, t } from '../../runner/tap.ts';

async function makeFolder(t: Test): Promise<string> {
  const top = await mkdtemp(path.join(tmpdir(), 'own-'));
  t.teardown(() => rm(top, { recursive: true, force: true }));
  return top;
}

const here = () => createServer((_, answer) => answer.end('"here"'));

t.test('a process is found with a LOCAL_DIR of any length', async (t) => {
  const top = await makeFolder(t);
  for (let bytes = 70; bytes <= 110; bytes++) {
    const localDir = path.join(top, 'x'.repeat(Math.max(1, bytes - Buffer.byteLength(`${top}/`))));
    await mkdir(localDir, { recursive: true });
    const stop = await listenOnOwnSocket(here(), localDir, 'links');
    t.same(await queryProcesses(localDir, '/readyz'), ['here'], `${bytes} bytes`);
    await stop();
    t.same(await queryProcesses(localDir, '/readyz'), [], `${bytes} bytes, after its end`);
  }
});

t.test('a process that starts keeps its socket while others look for processes', async (t) => {
  const localDir = await makeFolder(t);
  const folder = path.join(localDir, 'metrics');
  const server = here();
  const listen = server.listen.bind(server);
  server.listen = ((where: { path: string }, done: () => void) => {
    t.notMatch(where.path, /\.metrics\.sock$/, 'nobody takes it for the socket of a process before it accepts');
    return listen(where, done);
  }) as typeof server.listen;
  const stop = await listenOnOwnSocket(server, localDir, 'links');
  t.same(await readdir(folder), [`${process.pid}l.metrics.sock`]);
  await stop();
  t.same(await readdir(folder), []);
});

t.test('the socket of an ended process is removed', async (t) => {
  const localDir = await makeFolder(t);
  const server = here();
  await listenOnOwnSocket(server, localDir, 'links');
  const file = path.join(localDir, 'metrics', `${process.pid}l.metrics.sock`);
  // Node.js removes the name on which the server listened, which is another one. The file stays, as after a SIGKILL.
  await new Promise((resolve) => server.close(resolve));
  t.ok(existsSync(file));
  t.same(await queryProcesses(localDir, '/readyz'), []);
  while (existsSync(file)) await new Promise(setImmediate);
});
