/** The end of a process whose manager has ended. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { builtRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

t.test('a process ends if its manager ended while the process was starting', async (t) => {
  const file = path.join(t.testdir(), 'process.mjs');
  const built = (name: string) => JSON.stringify(path.join(builtRoot, 'shared', name));
  await writeFile(
    file,
    `import { createLog } from ${built('log/log.js')};
     import { onShutdown } from ${built('process/shutdown.js')};
     while (process.connected) await new Promise((resolve) => setTimeout(resolve, 10));
     setInterval(() => {}, 1_000);
     onShutdown(createLog('test', 'info'), 5_000, []);`,
  );
  const child = fork(file, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  t.teardown(() => child.kill('SIGKILL'));
  child.disconnect();
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout as Readable)]);
  t.equal(code, 0);
  t.match(output, /the process manager is gone/);
});
