import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Test } from 'tap';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import type { HostDb } from '../../automations-api/host/tables.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type Db as ContactsDb, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import type { Db, Tables } from '../../daemon/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { addWorkspace } from '../fixtures/daemon.ts';
import { mountDisk } from '../fixtures/disk.ts';
import { until } from '../fixtures/until.ts';
import { request } from './client.ts';
import type { Site } from './load.ts';
import { keptOf, type Machine, makeMachine } from './machines.ts';
import { type Stores, type StoresName, startStores } from './stores.ts';

export type System = Site & {
  stores: Stores;
  /** The directory of both machines; `isOwnDisk` if it can be filled safely. */
  dir: string;
  isOwnDisk: boolean;
  /** Processes that ended unexpectedly since the last fault. */
  endings: string[];
  /** Uses the database at the first of its URLs that answers. */
  look<T>(work: (db: Db, contacts: ContactsDb) => Promise<T>): Promise<T>;
};

const diskMegabytes = 400;

/** Creates a directory that is a disk of its own, if this user can mount one. */
async function makeDisk(t: Pick<Test, 'teardown'>): Promise<{ dir: string; isOwnDisk: boolean }> {
  const disk = await mountDisk(t, `${diskMegabytes}m`);
  if (disk) return { dir: disk, isOwnDisk: true };
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-faults-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  return { dir, isOwnDisk: false };
}

export async function startSystem(t: Pick<Test, 'teardown'>, name: StoresName): Promise<System> {
  const stores = await startStores(t, name);
  const { dir, isOwnDisk } = await makeDisk(t);
  const [lookUrl] = stores.lookUrls as [string];
  await migrate(lookUrl);
  await migrateAutomations(lookUrl);
  const env = {
    MYSQL_URL: stores.mysqlUrl,
    REDIS_URL: stores.redisUrl,
    CERTIFICATE_SECRET: 'the secret of all machines under fault',
    DEFAULT_SHORT_DOMAIN: '127.0.0.1',
    LOG_LEVEL: 'warn',
    LINKS_INSTANCES: '1',
  };
  const endings: string[] = [];
  const machines: [Machine, Machine] = [
    await makeMachine(t, { name: 'A', dir, env, endings }),
    await makeMachine(t, { name: 'B', dir, env, endings }),
  ];
  const look = <T>(work: (db: Db, contacts: ContactsDb) => Promise<T>) => lookAt(stores.lookUrls, work);
  const { linkKey, contactKey } = await look(async (db, contacts) => ({
    linkKey: (await addWorkspace(db, 'unlimited')).key,
    contactKey: (await insertApiKey(contacts, 'full', '', new Date())).key,
  }));
  await Promise.all(machines.flatMap(keptOf).map((one) => one.start()));
  const terms = {
    tag: await addTerm(machines[0], contactKey, 'tag'),
    list: await addTerm(machines[0], contactKey, 'list'),
  };
  return { stores, dir, isOwnDisk, machines, linkKey, contactKey, terms, endings, look };
}

async function lookAt<T>(urls: string[], work: (db: Db, contacts: ContactsDb) => Promise<T>): Promise<T> {
  let failure: unknown;
  for (const url of urls) {
    const db = openDb<Tables>(url, { poolSize: 2 });
    try {
      const contacts = withPrefix(db as unknown as HostDb as unknown as ContactsDb, 'wp_', tables);
      return await work(db, contacts);
    } catch (error) {
      failure = error;
    } finally {
      await db.destroy();
    }
  }
  throw failure;
}

async function addTerm({ ports }: Machine, key: string, kind: 'tag' | 'list'): Promise<number> {
  const asked = { port: ports.automations, method: 'POST', path: `/wp-json/automations/${kind}/add?api_key=${key}` };
  const answer = await request({ ...asked, body: { [`${kind}s`]: ['fault'] } }, 30_000);
  if (typeof answer === 'string' || answer.status !== 200) throw new Error(`no ${kind}: ${JSON.stringify(answer)}`);
  return JSON.parse(answer.body).data[`${kind}s`][0].ID;
}

/** Adds links and waits until they redirect on both machines. Returns their ids and slugs. */
export async function addLinks({ machines, linkKey }: Site, count: number): Promise<{ id: string; slug: string }[]> {
  const links = Array.from({ length: count }, (_, n) => ({ url: `https://example.com/${n}` }));
  const headers = { Authorization: `Bearer ${linkKey}` };
  const asked = { port: machines[0].ports.links, method: 'POST', path: '/api/links/bulk', headers, body: { links } };
  const answer = await request(asked, 30_000);
  if (typeof answer === 'string' || answer.status !== 200) throw new Error(`no links: ${JSON.stringify(answer)}`);
  const added = JSON.parse(answer.body).results.map(({ link }: { link: { id: string; slug: string } }) => link);
  const [last] = added.slice(-1);
  for (const { ports } of machines) {
    // A HEAD gets the same answer and is no click.
    await until(async () => {
      const outcome = await request({ port: ports.links, method: 'HEAD', path: `/${last.slug}` }, 5_000);
      return typeof outcome === 'object' && outcome.status === 302;
    });
  }
  return added;
}
