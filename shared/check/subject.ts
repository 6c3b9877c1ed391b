/**
 * The subject of checks on the command line: the current settings and their stores.
 */
import type { Config } from '../config/config.ts';
import { resolveStores } from '../config/stores.ts';
import { openDb, withDatabase } from '../db/db.ts';
import { connectOnce } from '../redis/redis-address.ts';
import type { Subject } from './core/finding.ts';

export type Opened = { subject: Subject; mysqlUrl: string; close: () => Promise<void> };

const db = (mysqlUrl: string) => openDb(mysqlUrl, { poolSize: 4, queryMs: 4_000, acquireMs: 4_000 });

/** Prepares connections, which open on first use. A stopped private store counts as missing. */
export async function openSubject(config: Config): Promise<Opened> {
  const { mysqlUrl, redisUrl } = await resolveStores(config).catch(() => config);
  const subject: Subject = { config, now: new Date() };
  const ends: (() => unknown)[] = [];
  if (mysqlUrl) {
    const [links, contacts] = [db(withDatabase(mysqlUrl, config.peopleDatabase)), db(mysqlUrl)];
    Object.assign(subject, { links, contacts });
    ends.push(() => Promise.all([links.destroy(), contacts.destroy()]));
  }
  if (redisUrl) {
    const redis = connectOnce(redisUrl, { connectTimeout: 3_000, commandTimeout: 4_000 });
    Object.assign(subject, { redis });
    ends.push(() => redis.disconnect());
  }
  return {
    subject,
    mysqlUrl,
    async close() {
      for (const end of ends) await end();
    },
  };
}
