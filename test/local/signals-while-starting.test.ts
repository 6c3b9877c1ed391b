/** `npm start`, ended during its start: nothing is left running, and the next start works. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { leftovers } from '../fixtures/leftovers.ts';
import { count, endOf, preparePlace, runNpm } from '../fixtures/project-copy.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const whileCreatingLogin = /updated the database/;

t.test('SIGTERM to npm during the start ends everything, at any step', async (t) => {
  const place = await preparePlace(t);
  let said = '';
  for (const step of [
    // npm's first line, in npm 12 and earlier.
    /(>|run) waypost/,
    /creating a new database/,
    /starting MariaDB/,
    /starting Redis/,
    whileCreatingLogin,
    /starting the services/,
  ]) {
    const script = runNpm(place, ['start']);
    if (step === whileCreatingLogin) {
      await until(() => existsSync(path.join(place.localDir, 'first-run-begun')));
      // Ctrl-C reaches the commands that create the login, too.
      process.kill(-(script.npm.pid as number), 'SIGINT');
    } else {
      await script.says(step);
      script.npm.kill('SIGTERM');
    }
    // During the build only a shell must end; later the start ends by itself. After SIGINT npm exits with 1.
    t.ok(
      [0, 'SIGTERM', ...(step === whileCreatingLogin ? [1] : [])].includes((await endOf(script.npm)) as never),
      `${step}: npm ended with ${await endOf(script.npm)}`,
    );
    t.same(await leftovers(place.localDir), [], `${step}: no process is left`);
    t.notMatch(script.output(), /Press Ctrl-C|waypost: /, `${step}: and no fault is reported`);
    said += script.output();
  }
  t.equal(count(said, /Link API key {4}fks_/g), 1, 'the one-time output was shown, after an interruption');
  const script = runNpm(place, ['start']);
  await script.says(/Press Ctrl-C/);
  script.npm.kill('SIGTERM');
  t.equal(await endOf(script.npm), 0, 'the next start works');
  t.same(await leftovers(place.localDir), []);
});

t.test('if npm ends before the start script can watch it, the script stops by itself', async (t) => {
  const { root, localDir } = await preparePlace(t);
  // The shell in between ends first, so the process's parent is the one that adopts it.
  const start = 'exec node shared/run.js shared/local/start.js --parent 1';
  const shell = spawn('sh', ['-c', `(sleep 1; ${start}) > out.txt 2>&1 &`], {
    cwd: root,
    env: { ...process.env, LOCAL_DIR: localDir },
  });
  await once(shell, 'exit');
  t.same(await leftovers(localDir), []);
  t.equal(await readFile(path.join(root, 'out.txt'), 'utf8'), 'stopped; your data is kept\n');
});
