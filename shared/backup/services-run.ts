/** A check for services on any machine that use the databases: running services keep connections open. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';

const lookMs = 3_000;
const lookEveryMs = 200;

/**
 * Watches the connections for a few seconds. @throws if one stays open; short-lived ones, such as WordPress's, do not
 * count
 */
export async function refuseRunningServices(connection: Connection, databases: string[]): Promise<void> {
  let staying = await listConnections(connection, databases);
  for (const until = performance.now() + lookMs; staying.size > 0 && performance.now() < until; ) {
    await sleep(lookEveryMs);
    const now = await listConnections(connection, databases);
    staying = new Map([...staying].filter(([id]) => now.has(id)));
  }
  const [host] = staying.values();
  if (host !== undefined)
    throw new Error(`the database is in use (by ${host}): stop Waypost on every machine, and restore again`);
}

async function listConnections(connection: Connection, databases: string[]): Promise<Map<number, string>> {
  const [own] = await connection.query<RowDataPacket[]>('SELECT CONNECTION_ID() AS id');
  // MySQL's processlist table fails while a running statement has a four-byte character.
  const [rows] = await connection.query<RowDataPacket[]>('SHOW PROCESSLIST');
  const others = rows.filter(({ Id, db }) => databases.includes(db) && Number(Id) !== Number(own[0]?.id));
  return new Map(others.map(({ Id, Host }) => [Number(Id), String(Host)]));
}
