/**
 * The first start and setup, ended by a signal after each step of the journal: the next attempt continues, and the login is shown
 * once and works.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tables } from '../../daemon/core/tables.ts';
import { findAuthByKey } from '../../daemon/identity/auth-queries.ts';
import { openDb } from '../../shared/db/db.ts';
import { findUserByEmail } from '../../shared/people/user-queries.ts';
import { verifyPassword } from '../../shared/secrets/passwords.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import { count, endOf, type Place, preparePlace, runNpm } from '../fixtures/project-copy.ts';
import { replaySchema } from '../fixtures/schema.ts';
import { makeSetupRoot } from '../fixtures/setup-root.ts';
import { createStores, envOf } from '../fixtures/stack.ts';
import { type Test, t } from '../runner/tap.ts';

async function prepare(t: Test) {
  const stores = await createStores(t);
  for (const schema of ['links', 'automations'] as const) await replaySchema(stores.mysqlUrl, schema);
  const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  return { ...stores, db };
}

/** How many steps the journal has; -1 without a journal. */
function countSteps(localDir: string): number {
  try {
    return Object.keys(JSON.parse(readFileSync(path.join(localDir, 'first-run-begun'), 'utf8')).done).length;
  } catch {
    return -1;
  }
}

type Attempt = { process: ChildProcess; output: () => string };

/**
 * Ends one attempt after another, each one step later, until one completes. Resolves to their output, and to the steps at which
 * they ended.
 */
async function endAtEachStep(
  localDir: string,
  signal: NodeJS.Signals,
  attempt: () => Attempt,
  isDone: (output: string) => boolean,
) {
  let said = '';
  const ended: number[] = [];
  for (let step = 0; ; step++) {
    const { process: started, output } = attempt();
    const isOver = () => isDone(output()) || started.exitCode !== null || started.signalCode !== null;
    while (countSteps(localDir) < step && !isOver()) await sleep(5);
    if (isOver()) {
      // The previous attempt may have shown the login in the moment in which it was killed.
      if (!isDone(said + output())) throw new Error(`it ended by itself:\n${output()}`);
      return { said: () => said + output(), ended, process: started };
    }
    ended.push(countSteps(localDir));
    // Ctrl-C, a lack of memory or a power failure also ends its commands.
    process.kill(-(started.pid as number), signal);
    await endOf(started);
    said += output();
  }
}

const steps = [0, 1, 2, 3, 4, 5];

/** An attempt that is killed late completes nevertheless, and the steps after it are never seen. */
function areSteps(t: Test, ended: number[]): void {
  t.ok(ended.length > 0, 'at least one attempt was killed');
  t.same(ended, steps.slice(0, ended.length));
}

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  t.test(`if ${signal} ends a first start at any step, later starts show exactly one login, which works`, async (t) => {
    const { db, ...stores } = await prepare(t);
    const place: Place = await preparePlace(t);
    const attempt = () => {
      const { npm, output } = runNpm(place, ['start'], envOf(stores));
      return { process: npm, output };
    };
    const isDone = (output: string) => output.includes('Press Ctrl-C');
    const { said, ended, process: started } = await endAtEachStep(place.localDir, signal, attempt, isDone);
    areSteps(t, ended);
    const [, password = ''] = /Password +(\S+)/.exec(said()) ?? [];
    const [, key = ''] = /Link API key +(\S+)/.exec(said()) ?? [];
    t.same([count(said(), /Password +\S{16}/g), count(said(), /Link API key +fks_/g)], [1, 1]);
    const login = { email: 'admin@example.com', password };
    const answer = await fetch(`http://localhost:${place.links}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(login),
    });
    t.equal(answer.status, 200);
    t.match(await findAuthByKey(db, hashSecret(key), Date.now()), { auth: { role: 'admin' } });
    t.equal((await db.selectFrom('api_keys').select('id').execute()).length, 1);
    started.kill('SIGTERM');
    t.equal(await endOf(started), 0);
  });

  t.test(`if ${signal} ends setup at any step, later runs show exactly one login, which works`, async (t) => {
    const { db, mysqlUrl, redisUrl, redisPrefix } = await prepare(t);
    const { at, command } = await makeSetupRoot(t, `REDIS_PREFIX=${redisPrefix}\n`);
    const wish = ['--domain', 'go.example.com', '--email', 'me@example.com', '--json'];
    const [file, words, env] = command(...wish, '--mysql-url', mysqlUrl, '--redis-url', redisUrl);
    const attempt = () => {
      const started = spawn(file, words, { env, detached: true });
      let said = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk) => {
          said += chunk;
        });
      return { process: started, output: () => said };
    };
    const isDone = (output: string) => output.includes('"login"');
    const { said, ended, process: done } = await endAtEachStep(at('var/lib/waypost'), signal, attempt, isDone);
    if (done.exitCode === null) await once(done, 'close');
    areSteps(t, ended);
    const [shown = ''] = said().match(/\{.*"login".*/g) ?? [];
    const { login } = JSON.parse(shown);
    t.equal(new Set(said().match(/fks_\w+/g)).size, 1);
    const user = await findUserByEmail(db, 'me@example.com');
    t.ok(await verifyPassword(user?.passwordHash ?? '', login.password));
    t.match(await findAuthByKey(db, hashSecret(login.keys.linksKey), Date.now()), { auth: { role: 'admin' } });
    t.equal((await db.selectFrom('api_keys').select('id').execute()).length, 1);
  });
}
