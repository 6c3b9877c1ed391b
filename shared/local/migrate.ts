/** `npm run migrate`: applies what `sql/` has and the database lacks. Safe beside running services and another of its kind. */
import { runEntry } from '../boot.ts';
import { loadDotEnv, readConfig } from '../config.ts';
import { migrate } from '../migrate.ts';
import { resolveStores } from './stores.ts';

runEntry('migrate', async () => {
  loadDotEnv();
  const config = readConfig(process.env);
  const { mysqlUrl } = await resolveStores(config);
  const applied = await migrate(mysqlUrl, config.tablePrefix);
  process.stdout.write(applied.length > 0 ? `applied ${applied.join(', ')}\n` : 'the database is up to date\n');
});
