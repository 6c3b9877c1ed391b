/** The sockets of processes in LOCAL_DIR. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { queryProcesses, socketOfThis } from '../../../shared/process/own-socket.ts';
import { t } from '../../runner/tap.ts';

t.test('a process is found with a LOCAL_DIR of any length', async (t) => {
  const top = await mkdtemp(path.join(tmpdir(), 'own-'));
  t.teardown(() => rm(top, { recursive: true, force: true }));
  for (let bytes = 70; bytes <= 110; bytes++) {
    const localDir = path.join(top, 'x'.repeat(Math.max(1, bytes - Buffer.byteLength(`${top}/`))));
    await mkdir(localDir, { recursive: true });
    const { file, remove } = await socketOfThis(localDir, 'links');
    const server = createServer((_, answer) => answer.end('"here"')).listen(file);
    await once(server, 'listening');
    t.same(await queryProcesses(localDir, '/readyz'), ['here'], `${bytes} bytes`);
    server.close();
    await remove();
  }
});
