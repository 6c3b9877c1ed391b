/** `waypost migrate`: applies or lists pending migrations. It can run while services or another migration run. */
import { Command, Option } from 'commander';
import { runEntry } from '../process/entry.ts';
import type { Migrated, Waiting } from './migrate-services.ts';
import { type ServiceName, serviceNames } from './service-names.ts';

type Flags = { only?: ServiceName; dryRun?: boolean; contract?: boolean };

async function run({ only, dryRun, contract }: Flags): Promise<void> {
  // Imports these only now, so that `--help` does not wait for them.
  const [{ prepare }, { inspectServices, migrateServices }] = await Promise.all([
    import('../process/boot.ts'),
    import('./migrate-services.ts'),
  ]);
  const { config, mysqlUrl } = await prepare('migrate', { isCommand: true });
  const services = only ? [only] : serviceNames;
  const report = dryRun
    ? describeWaiting(await inspectServices(config, mysqlUrl, services, { contract }))
    : describeApplied(await migrateServices(config, mysqlUrl, services, { contract }));
  for (const line of report.lines) process.stdout.write(`${line}\n`);
  for (const { plugin, reason } of report.failed) process.stderr.write(`migrate: the plugin ${plugin}: ${reason}\n`);
  if (report.failed.length > 0) process.exitCode = 1;
}

const upToDate = (failed: unknown[]) => (failed.length === 0 ? ['the database is up to date'] : []);

const describeApplied = ({ applied, failed }: Migrated) => ({
  lines: applied.length > 0 ? [`applied ${applied.join(', ')}`] : upToDate(failed),
  failed,
});

function describeWaiting({ links, automations, failed }: Waiting) {
  const waiting = Object.entries({ links, automations }).filter(([, names]) => names.length > 0);
  const lines = waiting.map(([service, names]) => `${service}: ${names.join(', ')} pending`);
  return { lines: lines.length > 0 ? lines : upToDate(failed), failed };
}

runEntry('migrate', async () => {
  await new Command('waypost migrate')
    .description('Apply pending migrations. Needs only MySQL.')
    .addOption(new Option('--only <service>', 'only migrations of one service').choices(serviceNames))
    .option('--dry-run', 'list the migrations without applying any')
    .option(
      '--contract',
      'also apply migrations that older releases cannot run with; use it once every machine has this release',
    )
    .action(run)
    .parseAsync();
});
