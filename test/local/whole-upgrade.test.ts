/**
 * Whole releases of this tree under redirects and API requests of both services: from 1.0.0 to a release whose migration only adds, and
 * back; then to one with a breaking migration, after which only the backup brings 1.0.0 back, and one that waits. With TEST_LONG=1,
 * Waypost upgrades and returns until 200,000 requests are answered.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import type { HostDb } from '../../automations-api/host/tables.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type Db as ContactsDb, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { agents } from '../fixtures/clicks.ts';
import { addWorkspace } from '../fixtures/daemon.ts';
import { freePort } from '../fixtures/processes.ts';
import { openTestDb } from '../fixtures/redirects.ts';
import { makeInstallation, makeRelease, startInstallation } from '../fixtures/release-folders.ts';
import { createStores } from '../fixtures/stack.ts';
import { rowsOf } from '../fixtures/tables.ts';
import { type Asked, keepAsking } from '../fixtures/traffic.ts';
import { type Test, t } from '../runner/tap.ts';

const isLong = process.env.TEST_LONG === '1';
const wanted = isLong ? 200_000 : 500;
const additive = { 'sql/9000_more.sql': 'ALTER TABLE links ADD COLUMN of_newer INT NULL;\n' };
/** Old processes keep working with the breaking migration for a moment; the contract one waits. */
const all = {
  ...additive,
  'sql/9001_only-newer.sql':
    '-- breaks previous releases: they cannot create UTM templates.\nALTER TABLE utm_templates ADD COLUMN of_newer INT NOT NULL;\n' +
    'CREATE TABLE of_newer (id INT NOT NULL PRIMARY KEY);\n',
  'sql/9002_less.sql': '-- contract: older releases rely on it.\nALTER TABLE links DROP COLUMN of_newer;\n',
};

async function serve(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  await migrateAutomations(stores.mysqlUrl);
  const ports = { links: await freePort(), contacts: await freePort() };
  const place = await makeInstallation(
    t,
    '1.0.0',
    {
      ...{ MYSQL_URL: stores.mysqlUrl, REDIS_URL: stores.redisUrl, REDIS_PREFIX: stores.redisPrefix },
      ...{
        LINKS_PORT: String(ports.links),
        AUTOMATIONS_PORT: String(ports.contacts),
        METRICS_PORT: String(await freePort()),
      },
      ...{
        LINKS_INSTANCES: '2',
        DRAIN_SECONDS: '2',
        CERTIFICATE_SECRET: 'a secret for tests',
        DEFAULT_SHORT_DOMAIN: '127.0.0.1',
      },
    },
    { whole: true },
  );
  const { key } = await addWorkspace(db, 'unlimited');
  const contacts = withPrefix(db as unknown as HostDb as unknown as ContactsDb, 'wp_', tables);
  const contactKey = (await insertApiKey(contacts, 'full', '', new Date())).key;
  // A restore refuses a database that others use.
  await db.destroy();
  const services = await startInstallation(t, place);
  return { ...place, ...services, ports, key, contactKey, mysqlUrl: stores.mysqlUrl };
}

t.test(
  'no redirect or API request is refused during upgrades and returns, and a backup brings 1.0.0 back',
  async (t) => {
    const place = await serve(t);
    const { ports, key, contactKey, mysqlUrl } = place;
    const { created, contacts, next } = requestsOf({ ports, key, contactKey });
    const make = async (version: string, files: Record<string, string>) => {
      const folder = path.join(place.root, 'made', version);
      await makeRelease(folder, version, { files, whole: true });
      return folder;
    };
    const expect = async (code: number, ...words: string[]) => {
      const ran = await place.run(...words);
      t.equal(ran.code, code, ran.output);
      return ran.output;
    };
    const upgrade = (...words: string[]) => expect(0, 'upgrade', ...words, '--yes');
    const serving = async () => JSON.parse((await place.run('status', '--json')).stdout).version;

    const traffic = keepAsking(t, { port: ports.links, connections: isLong ? 16 : 8, pauseMs: isLong ? 0 : 20, next });
    const first = await make('1.0.1', additive);
    let rounds = 0;
    do {
      rounds++;
      await upgrade(first, '--no-backup');
      t.equal(await serving(), '1.0.1');
      await upgrade('--back');
      t.equal(await serving(), '1.0.0');
    } while (traffic.answered() < wanted);
    const before = { links: created.length, contacts: contacts.length };
    await upgrade(await make('1.1.0', all));
    t.equal(await serving(), '1.1.0');
    t.match(
      await expect(1, 'upgrade', '--back', '--yes'),
      /only a backup.*9001_only-newer\.sql.* release 1\.1\.0 or a later/,
    );
    t.match(await expect(0, 'migrate', '--contract'), 'applied 9002_less.sql');
    const { answered, failures } = await traffic();
    t.same(failures.slice(0, 10), [], `${failures.length} of ${answered} requests`);
    if (isLong)
      console.log(
        `${answered} requests, ${created.length} new links, ${contacts.length} new contacts, ${rounds} rounds`,
      );
    const stored = async () => ({
      links: new Set((await rowsOf(mysqlUrl, 'SELECT public_id FROM links')).map(({ public_id }) => public_id)),
      contacts: new Set(
        (await rowsOf(mysqlUrl, 'SELECT email FROM wp_automations_contacts')).map(({ email }) => email),
      ),
    });
    const now = await stored();
    t.same(
      created.filter((id) => !now.links.has(id)),
      [],
    );
    t.same(
      contacts.filter((email) => !now.contacts.has(email)),
      [],
    );
    t.same([now.links.size, now.contacts.size], [created.length, contacts.length], 'nothing is there twice');

    await place.stop();
    const [backup = ''] = await readdir(path.join(place.root, 'var/backups/waypost'));
    const restored = await place.runOf(
      '1.0.0',
      'restore',
      path.join(place.root, 'var/backups/waypost', backup),
      '--force',
    );
    t.equal(restored.code, 0, restored.output);
    for (const statement of ["SHOW COLUMNS FROM links LIKE 'of_newer'", "SHOW TABLES LIKE 'of_newer'"])
      t.same(await rowsOf(mysqlUrl, statement), [], 'newer releases can migrate the database again');
    await upgrade('--back');
    const again = await startInstallation(t, place);
    t.equal(await serving(), '1.0.0');
    const kept = await stored();
    t.same(
      created.slice(0, before.links).filter((id) => !kept.links.has(id)),
      [],
    );
    t.same(
      contacts.slice(0, before.contacts).filter((email) => !kept.contacts.has(email)),
      [],
    );
    await again.stop();
  },
);

type Given = { ports: { links: number; contacts: number }; key: string; contactKey: string };

/** Redirects for the most part, and reads and writes of both APIs. `created` and `contacts` are acknowledged. */
function requestsOf({ ports, key, contactKey }: Given) {
  const created: string[] = [];
  const slugs: string[] = [];
  const contacts: string[] = [];
  const json = { 'Content-Type': 'application/json' };
  const api = { headers: { ...json, Authorization: `Bearer ${key}` } };
  const create = (n: number): Asked => ({
    ...{ ...api, method: 'POST', path: '/api/links', body: { url: `https://example.com/${n}` }, status: 201 },
    heard(body) {
      const { id, slug } = JSON.parse(body);
      created.push(id);
      slugs.push(slug);
    },
  });
  const read = (n: number): Asked => ({ ...api, path: `/api/links/${created[n % created.length]}`, status: 200 });
  const change = (n: number): Asked => ({
    ...{ ...api, method: 'PATCH', path: `/api/links/${created[n % created.length]}`, status: 200 },
    body: { note: `note ${n}` },
  });
  const add = (n: number): Asked => {
    const email = `contact${n}@example.com`;
    return {
      ...{
        port: ports.contacts,
        method: 'POST',
        path: '/wp-json/automations/contact/add',
        body: { email },
        status: 200,
      },
      headers: { ...json, 'X-API-Key': contactKey },
      heard: () => contacts.push(email),
    };
  };
  const visit = (n: number): Asked => ({
    path: `/${slugs[n % slugs.length]}`,
    headers: { 'User-Agent': agents.firefox },
  });
  const kinds = [create, visit, read, visit, change, visit, add, visit];
  /** Others wait for the first link. Writes are rarer, so that tables stay small. */
  const next = (n: number): Asked => {
    if (created.length === 0) return create(n);
    const kind = kinds[n % kinds.length] as (n: number) => Asked;
    return (kind === create || kind === add) && n % 24 >= kinds.length ? visit(n) : kind(n);
  };
  return { created, contacts, next };
}
