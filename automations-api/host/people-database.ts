/**
 * The store of people as contact automation reaches it: in the database of the link service, on the server of MYSQL_URL
 * or on another one. It has connections of its own, so that no statement and no transaction spans both.
 */
import type { Kysely } from 'kysely';
import type { Config } from '../../shared/config/config.ts';
import { openDb } from '../../shared/db/db.ts';
import { peopleUrlOf } from '../../shared/people/people-url.ts';
import type { PeopleTables } from '../../shared/people/tables.ts';
import { dbOptions } from '../../shared/process/boot.ts';

/** Each request that signs somebody in uses one, and others at most one a second for a session. */
const connections = 4;

/** Connections are opened as they are needed. */
export const openPeople = ({ config, mysqlUrl }: { config: Config; mysqlUrl: string }): Kysely<PeopleTables> =>
  openDb<PeopleTables>(peopleUrlOf(config, mysqlUrl), { ...dbOptions(config), poolSize: connections });
