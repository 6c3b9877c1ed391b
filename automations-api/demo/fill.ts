/** The entry that creates a demo's contacts through a local API. `API_KEY` must have the permission `full`. */
import { openDb } from '../../shared/db/db.ts';
import { caller } from '../../shared/demo/call.ts';
import { dbOptions, prepare } from '../../shared/process/boot.ts';
import { runEntry } from '../../shared/process/entry.ts';
import { createApp } from '../app.ts';
import { withPrefix } from '../host/table-prefix.ts';
import type { HostTables } from '../host/tables.ts';
import { tables } from '../plugins/automations/core/tables.ts';
import { addExample } from './example.ts';

runEntry('demo', async () => {
  const { config, log, mysqlUrl, redisUrl } = await prepare('demo');
  const db = openDb<HostTables>(mysqlUrl, dbOptions(config));
  // Allows writes although DEMO is on. Because it is on, nothing is sent.
  const { http, stop } = await createApp(
    { config, log, db, mysqlUrl, redisUrl, takesWrites: true },
    { all: {}, traffic: {}, writes: {} },
  );
  try {
    const port = await http.listen('127.0.0.1', 0);
    const call = caller(`http://127.0.0.1:${port}/wp-json/automations`, { 'X-API-Key': process.env.API_KEY ?? '' });
    await addExample(withPrefix(db, config.tablePrefix, tables), call);
  } finally {
    http.close();
    await stop();
    await db.destroy();
  }
});
