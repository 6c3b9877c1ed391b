/** Work that one process at a time does, whichever it is: a lock of MySQL's, gone with its connection. */
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Runs `work` unless another process does. Resolves to whether it ran. */
export const ifAlone = (db: Db, name: string, work: () => Promise<void>): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    // Locks belong to the server, not to a database, and their names are short.
    const lock = sql`CONCAT(${`${name}.`}, LEFT(MD5(DATABASE()), 16))`;
    const { rows } = await sql<{ got: number }>`SELECT GET_LOCK(${lock}, 0) AS got`.execute(connection);
    if (Number(rows[0]?.got) !== 1) return false;
    try {
      await work();
    } finally {
      await sql`SELECT RELEASE_LOCK(${lock})`.execute(connection);
    }
    return true;
  });
