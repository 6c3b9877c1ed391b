/** `waypost upgrade`: a newer release beside the one that serves, and the way back. */
import { Command, Option } from 'commander';
import { runEntry } from '../process/entry.ts';
import type { Kit } from './work.ts';

type Words = { back?: boolean; dryRun?: boolean; backup: boolean; from?: string; yes?: boolean; json?: boolean };

async function run(what: string | undefined, { back: isBack, dryRun = false, ...words }: Words): Promise<void> {
  if ((what === undefined) === (isBack === undefined))
    throw new Error('say which release: a file, a version, or --back');
  const [{ readConfig, withDotEnv }, { holdInstallation }, { removeIncoming }, { upgrade }, { back }] =
    await Promise.all([
      import('../config/config.ts'),
      import('./hold.ts'),
      import('./releases.ts'),
      import('./upgrade.ts'),
      import('./back.ts'),
    ]);
  await holdInstallation();
  // The services' user reads what root brings.
  process.umask(0o022);
  const config = readConfig(withDotEnv(process.env));
  const out = words.json ? process.stderr : process.stdout;
  // Installing a package is the wish for it already.
  const isAsked = words.yes || process.env.DPKG_MAINTSCRIPT_PACKAGE !== undefined;
  const kit: Kit = { config, say: (line) => out.write(`${line}\n`), confirm: isAsked ? async () => {} : ask };
  const from = words.from ?? config.releasesUrl;
  const flags = { from, dryRun, backup: words.backup };
  const work = isBack ? back(dryRun, kit) : upgrade(what as string, flags, kit);
  const outcome = await work.finally(removeIncoming);
  if (words.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error(`${question} Say --yes where nobody can be asked.`);
  const { createInterface } = await import('node:readline/promises');
  const dialog = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await dialog.question(`${question} [y/N] `);
  dialog.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('nothing was changed');
}

runEntry('upgrade', async () => {
  await new Command('waypost upgrade')
    .description(
      'Replace the release that serves by a newer one without a refused request. Makes a backup first, and goes back by itself when ' +
        'the new one is not sound. Cut off, it goes on when it is run again.',
    )
    .argument('[release]', 'an archive, a Debian package or a folder, or a version')
    .option('--back', 'return to the release that served before')
    .option('--dry-run', 'say what it would do, and change nothing')
    .option('--from <where>', 'where archives of versions are: an address or a folder; else RELEASES_URL')
    .option('--yes', 'do not ask')
    .addOption(new Option('--no-backup', 'make no backup before'))
    .option('--json', 'print the outcome as one line of JSON')
    .action(run)
    .parseAsync();
});
