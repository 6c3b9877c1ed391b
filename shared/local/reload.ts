/** `waypost reload`: makes the running `waypost start` replace its services, and waits for it. */
import { Command } from 'commander';
import { runEntry } from '../process/entry.ts';

async function run({ json }: { json?: boolean }): Promise<void> {
  const [{ loadDotEnv, readConfig }, { requestReload, NotReloaded }] = await Promise.all([
    import('../config/config.ts'),
    import('./reload-socket.ts'),
  ]);
  loadDotEnv();
  const { version } = await requestReload(readConfig(process.env).localDir).catch((error) => {
    if (!(error instanceof NotReloaded)) throw error;
    const state = error.serves === undefined ? 'nothing is running' : `${error.serves} is still running`;
    throw new Error(`not reloaded, ${state}: ${error.message}`, { cause: error });
  });
  process.stdout.write(json ? `${JSON.stringify({ version })}\n` : `reloaded: ${version} is running\n`);
}

runEntry('reload', async () => {
  await new Command('waypost reload')
    .description(
      'Switch the running services to the current release or build and the current settings. New processes serve before ' +
        'the old ones end; if the new ones do not start, the old ones continue.',
    )
    .option('--json', 'print the result as one line of JSON')
    .action(run)
    .parseAsync();
});
