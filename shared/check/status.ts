/** `waypost status`: the running processes and their data on one screen. Works without the stores. */
import { Command } from 'commander';
import { runEntry } from '../process/entry.ts';

async function run({ json }: { json?: boolean }): Promise<void> {
  const [{ readState }, { showState }] = await Promise.all([import('./read-state.ts'), import('./show-state.ts')]);
  const state = await readState();
  for (const line of json ? [JSON.stringify(state)] : showState(state)) process.stdout.write(`${line}\n`);
  // Does not wait for checks that exceeded their time limit.
  process.stdout.write('', () => process.exit(0));
}

runEntry('status', async () => {
  await new Command('waypost status')
    .description('Show version, processes, links, waiting clicks, stores and URLs. `waypost check` finds problems.')
    .option('--json', 'print the result as one line of JSON')
    .action(run)
    .parseAsync();
});
