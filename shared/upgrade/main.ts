/** `waypost upgrade`: installs a newer release, or returns to the previous one. */
import { Command, Option } from 'commander';
import { runEntry } from '../process/entry.ts';
import type { Kit } from './context.ts';

type Words = { back?: boolean; dryRun?: boolean; backup: boolean; from?: string; yes?: boolean; json?: boolean };

async function run(what: string | undefined, { back: isBack, dryRun = false, ...words }: Words): Promise<void> {
  if ((what === undefined) === (isBack === undefined))
    throw new Error('name a release (a file, a folder or a version) or pass --back');
  const [{ readConfig, withDotEnv }, { holdInstallation }, { removeIncoming }, { openPlace }, { upgrade }, { back }] =
    await Promise.all([
      import('../config/config.ts'),
      import('./upgrade-lock.ts'),
      import('./releases.ts'),
      import('./place.ts'),
      import('./upgrade.ts'),
      import('./back.ts'),
    ]);
  await holdInstallation();
  // The service user must be able to read the files that root creates.
  process.umask(0o022);
  const config = readConfig(withDotEnv(process.env));
  const out = words.json ? process.stderr : process.stdout;
  // An operator who installs the package has already confirmed.
  const isConfirmed = words.yes || process.env.DPKG_MAINTSCRIPT_PACKAGE !== undefined;
  const kit: Kit = {
    place: openPlace(config, { from: words.from ?? config.releasesUrl, key: config.releasesKey }),
    say: (line) => out.write(`${line}\n`),
    confirm: isConfirmed ? async () => {} : ask,
  };
  const work = isBack ? back(dryRun, kit) : upgrade(what as string, { dryRun, backup: words.backup }, kit);
  const outcome = await work.finally(removeIncoming);
  if (words.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error(`${question} Cannot ask without a terminal: pass --yes.`);
  const { isAgreed } = await import('../process/confirm.ts');
  if (!(await isAgreed(question, false))) throw new Error('nothing was changed');
}

runEntry('upgrade', async () => {
  await new Command('waypost upgrade')
    .description(
      'Upgrade to a newer release without refusing a request. Waypost creates a backup first, and returns to the old release ' +
        'if the new one is unhealthy. After an interruption, run the command again to continue.',
    )
    .argument('[release]', 'an archive, a Debian package, a folder or a version')
    .option('--back', 'return to the previous release')
    .option('--dry-run', 'show the changes without making them')
    .option('--from <where>', 'URL or folder with release archives; default: RELEASES_URL')
    .option('--yes', "do not ask before the release's code runs")
    .addOption(new Option('--no-backup', 'skip the backup'))
    .option('--json', 'print the result as one line of JSON')
    .action(run)
    .parseAsync();
});
