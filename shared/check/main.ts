/** `waypost check`: checks everything that an installation depends on and shows remedies. Changes nothing. */
import { Command } from 'commander';
import { runEntry } from '../process/entry.ts';

type Flags = { json?: boolean; quiet?: boolean; mail?: string };

async function run({ json, quiet = false, mail }: Flags): Promise<void> {
  // Imports these only now, so that `--help` does not wait for them.
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
  // Does not wait for checks that exceeded their time limit.
  process.stdout.write('', () => process.exit(status));
}

runEntry('check', async () => {
  await new Command('waypost check')
    .description(
      'Check settings, stores, services, machine, domains, emails, webhooks and backups, and show how to solve problems.',
    )
    .option('--json', 'print the result as one line of JSON')
    .option('--quiet', 'show only problems')
    .option('--mail <address>', 'also send a test email to this email address')
    .addHelpText('after', '\nExit status: 0 OK, 1 warnings, 2 failures, as Nagios and similar tools expect.')
    .action(run)
    .parseAsync();
});
