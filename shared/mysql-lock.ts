/** Locks of MySQL's own, one for each database and purpose: held by a connection and gone with it. */
import { createHash } from 'node:crypto';
import type { RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';

const waitSeconds = 600;

/**
 * Waits for the lock and holds it until the connection ends. Locks belong to the server, so the database is part of
 * the name. @throws when another process keeps it for longer than ten minutes.
 */
export async function lockDatabase(connection: Connection, purpose: string): Promise<void> {
  const [[named]] = await connection.query<RowDataPacket[]>('SELECT DATABASE() AS name');
  const lock = `waypost_${purpose}.${createHash('sha256').update(String(named?.name)).digest('hex').slice(0, 16)}`;
  const [[locked]] = await connection.query<RowDataPacket[]>('SELECT GET_LOCK(?, ?) AS got', [lock, waitSeconds]);
  if (Number(locked?.got) !== 1) throw new Error(`another process has held the lock ${lock} for ten minutes`);
}
