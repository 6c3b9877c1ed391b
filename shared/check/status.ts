/** `waypost status`: what runs, for how long, and what it holds, on one screen; also when the stores are away. */
import { Command } from 'commander';
import { runEntry } from '../process/entry.ts';

async function run({ json }: { json?: boolean }): Promise<void> {
  const [{ readState }, { showState }] = await Promise.all([import('./read-state.ts'), import('./show-state.ts')]);
  const state = await readState();
  for (const line of json ? [JSON.stringify(state)] : showState(state)) process.stdout.write(`${line}\n`);
  // A check that did not answer in time is not waited for.
  process.stdout.write('', () => process.exit(0));
}

runEntry('status', async () => {
  await new Command('waypost status')
    .description(
      'Show version, processes, links, clicks that wait, stores and addresses. `waypost check` says what to do.',
    )
    .option('--json', 'print the answer as one line of JSON')
    .action(run)
    .parseAsync();
});
