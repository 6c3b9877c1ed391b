/** `waypost check`: looks at everything an installation stands on, says what is wrong and what to do. Changes nothing. */
import { Command } from 'commander';
import { runEntry } from '../process/entry.ts';

type Flags = { json?: boolean; quiet?: boolean; mail?: string };

async function run({ json, quiet = false, mail }: Flags): Promise<void> {
  // Loaded here, so that `--help` does not wait for it.
  const [{ checkAll }, { statusOf, worstOf }, { inLines, summary }] = await Promise.all([
    import('./check-all.ts'),
    import('./run-checks.ts'),
    import('./print.ts'),
  ]);
  const checked = await checkAll(mail);
  const status = statusOf(checked);
  const words = json
    ? [JSON.stringify({ status: worstOf(checked), summary: summary(checked), checks: checked })]
    : inLines(checked, { quiet, colour: process.stdout.isTTY === true && !process.env.NO_COLOR });
  for (const line of words) process.stdout.write(`${line}\n`);
  // A check that did not answer in time is not waited for.
  process.stdout.write('', () => process.exit(status));
}

runEntry('check', async () => {
  await new Command('waypost check')
    .description(
      'Look at settings, stores, services, machine, addresses, mails, webhooks and backups, and say what to do.',
    )
    .option('--json', 'print the answer as one line of JSON')
    .option('--quiet', 'only problems')
    .option('--mail <address>', 'send a mail there, too')
    .addHelpText('after', '\nExit status: 0 all is well, 1 warnings, 2 failures, as Nagios and its kin expect.')
    .action(run)
    .parseAsync();
});
