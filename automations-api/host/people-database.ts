/**
 * The users' database, which belongs to the link service. It can be on another server, so it has its own connections
 * and never shares a transaction with contact automation.
 */
import type { Kysely } from 'kysely';
import type { Config } from '../../shared/config/config.ts';
import { openDb } from '../../shared/db/db.ts';
import { peopleUrlOf } from '../../shared/people/people-url.ts';
import type { PeopleTables } from '../../shared/people/tables.ts';
import { dbOptions } from '../../shared/process/boot.ts';

/**
 * The maximum number of connections. A few are enough: sign-ins use one each, other requests at most one a second per
 * session.
 */
const connections = 4;

/** Opens a connection pool that connects on demand. */
export const openPeople = ({ config, mysqlUrl }: { config: Config; mysqlUrl: string }): Kysely<PeopleTables> =>
  openDb<PeopleTables>(peopleUrlOf(config, mysqlUrl), { ...dbOptions(config), poolSize: connections });
