/**
 * Two releases on one database, each on its own machine, during an upgrade and a return: the newer one is a copy of the project
 * with another version and one more migration.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clicksInBlocks } from '../fixtures/clicks.ts';
import { addWorkspace } from '../fixtures/daemon.ts';
import { type Service, service } from '../fixtures/processes.ts';
import { preparePlace } from '../fixtures/project-copy.ts';
import { openTestDb } from '../fixtures/redirects.ts';
import { ask } from '../fixtures/requests.ts';
import { createStores, envOf } from '../fixtures/stack.ts';
import { rowsOf } from '../fixtures/tables.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const userAgent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };
const newerVersion = '99.0.0';
const expansion = 'ALTER TABLE links ADD COLUMN of_newer INT NULL;\n';

t.test(
  'two releases serve in parallel under traffic, during an upgrade and a rollback: no request or click is lost',
  async (t) => {
    const stores = await createStores(t);
    const db = await openTestDb(t, { mysqlUrl: stores.mysqlUrl });
    const { key } = await addWorkspace(db, 'scale');
    const place = await preparePlace(t);
    const settings = JSON.parse(await readFile(path.join(place.root, 'package.json'), 'utf8'));
    await writeFile(path.join(place.root, 'package.json'), JSON.stringify({ ...settings, version: newerVersion }));
    await writeFile(path.join(place.root, 'sql/9000_of-newer.sql'), expansion);
    const env = {
      ...envOf(stores),
      DEFAULT_SHORT_DOMAIN: 'localhost',
      CERTIFICATE_SECRET: 'the same everywhere',
      BASE_URL: 'http://localhost:8080/api',
      SITE_URL: 'http://localhost:8081',
    };
    const machine = async (build: string, localDir: string, more = {}) => {
      const its = { ...env, LOCAL_DIR: localDir, ...more };
      return {
        links: await service(t, path.join(build, 'daemon/server.js'), 'LINKS_PORT', its, '/readyz?for=traffic'),
        worker: await service(t, path.join(build, 'daemon/worker.js'), 'METRICS_PORT', its, '/livez'),
      };
    };
    const previous = await machine('', t.testdir());
    const newer = await machine(path.join(place.root, '.build/current'), place.localDir, { MIGRATE_ON_START: '1' });

    const slugs: string[] = [];
    const serving: Service[] = [];
    const failed: string[] = [];
    let counted = 0;
    let going = true;
    /** Creates links on one machine, which the others redirect. */
    const create = async ({ port }: Service) => {
      const url = `https://example.com/${slugs.length}`;
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const made = await fetch(`http://127.0.0.1:${port}/api/links`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ url }),
      });
      const { slug } = (await made.json()) as { slug: string };
      if (made.status === 201) slugs.push(slug);
      else failed.push(`a link: ${made.status}`);
    };
    const lap = async (n: number) => {
      const { port } = serving[n % serving.length] as Service;
      const slug = slugs[(n * 7) % slugs.length] as string;
      const answer = await ask(port, { path: `/${slug}`, headers: userAgent }).catch((error: Error) => error);
      if (!(answer instanceof Error) && answer.status === 302) counted++;
      else failed.push(`${slug}: ${answer instanceof Error ? answer.message : answer.status}`);
      if (n % 20 === 0) await create(serving[(n + 1) % serving.length] as Service);
      await sleep(2);
    };
    const more = async (clicks: number) => {
      const wanted = counted + clicks;
      await until(() => counted >= wanted || failed.length > 0);
    };
    /** Sends it no more requests for a while before it ends, like a load balancer. */
    const takeOut = async (one: Service) => {
      serving.splice(serving.indexOf(one), 1);
      await sleep(300);
    };

    await Promise.all([previous.links.start(), previous.worker.start()]);
    serving.push(previous.links);
    await create(previous.links);
    const traffic = (async () => {
      for (let n = 0; going; n++) await lap(n);
    })();
    await more(50);

    await newer.links.start();
    t.equal((await rowsOf(stores.mysqlUrl, "SHOW COLUMNS FROM links LIKE 'of_newer'")).length, 1, 'expanded');
    serving.push(newer.links);
    await more(100);
    await Promise.all([newer.worker.start(), previous.worker.end('SIGKILL')]);
    await more(100);
    await until(async () => (await clicksInBlocks(db)).length > 50);

    await takeOut(previous.links);
    await previous.links.end('SIGTERM');
    await more(50);
    await Promise.all([previous.links.start(), previous.worker.start()]);
    serving.push(previous.links);
    await more(100);
    await takeOut(newer.links);
    await newer.links.end('SIGTERM');
    await newer.worker.end('SIGTERM');
    await more(50);
    going = false;
    await traffic;

    t.same(failed, []);
    // On a slow machine, a process ends before all of its clicks are stored. The next start there sends the rest from its spool.
    await newer.links.start();
    const stored = async () => (await clicksInBlocks(db)).length;
    await until(stored, (clicks) => clicks >= counted);
    t.equal(await stored(), counted);
    t.match(previous.links.output(), /RELEASE differs between/, 'the log names that the releases differ');
  },
);
