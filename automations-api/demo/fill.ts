/** The entry that creates a demo's contacts through a local API. `API_KEY` must have the permission `full`. */
import { openDb } from '../../shared/db/db.ts';
import { dbOptions, prepare } from '../../shared/process/boot.ts';
import { runEntry } from '../../shared/process/entry.ts';
import { createApp } from '../app.ts';
import type { HostTables } from '../host/tables.ts';
import { addExample } from './example.ts';

runEntry('demo', async () => {
  const { config, log, mysqlUrl, redisUrl } = await prepare('demo');
  const db = openDb<HostTables>(mysqlUrl, dbOptions(config));
  // Allows writes even though DEMO is on. Because DEMO is on, nothing is sent.
  const { http, stop } = await createApp(
    { config, log, db, mysqlUrl, redisUrl, takesWrites: true },
    { all: {}, traffic: {}, writes: {} },
  );
  try {
    const origin = `http://127.0.0.1:${await http.listen('127.0.0.1', 0)}`;
    await addExample({ origin, key: process.env.API_KEY ?? '', pool: db, tablePrefix: config.tablePrefix });
  } finally {
    http.close();
    await stop();
    await db.destroy();
  }
});
