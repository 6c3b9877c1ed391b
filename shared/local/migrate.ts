/** `npm run migrate`: applies what the database lacks. Safe beside running services and another of its kind. */
import { Command, Option } from 'commander';
import { runEntry } from '../process/entry.ts';
import { type ServiceName, serviceNames } from './service-names.ts';

async function run({ only }: { only?: ServiceName }): Promise<void> {
  // Loaded here, so that `--help` does not wait for it.
  const [{ prepare }, { migrateServices }] = await Promise.all([
    import('../process/boot.ts'),
    import('./migrate-services.ts'),
  ]);
  const { config, mysqlUrl } = await prepare('migrate', { isCommand: true });
  const { applied, failed } = await migrateServices(config, mysqlUrl, only ? [only] : serviceNames);
  const nothing = failed.length === 0 ? 'the database is up to date\n' : '';
  process.stdout.write(applied.length > 0 ? `applied ${applied.join(', ')}\n` : nothing);
  for (const { plugin, reason } of failed) process.stderr.write(`migrate: the plugin ${plugin}: ${reason}\n`);
  if (failed.length > 0) process.exitCode = 1;
}

runEntry('migrate', async () => {
  await new Command('npm run migrate --')
    .description('Apply the migrations that the database lacks. Needs MySQL alone.')
    .addOption(new Option('--only <service>', "one service's migrations").choices(serviceNames))
    .action(run)
    .parseAsync();
});
