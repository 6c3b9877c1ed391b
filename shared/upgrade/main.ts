/** `waypost upgrade`: a newer release beside the one that serves, and the way back. */
import { Command, Option } from 'commander';
import { runEntry } from '../process/entry.ts';
import type { Kit } from './context.ts';

type Words = { back?: boolean; dryRun?: boolean; backup: boolean; from?: string; yes?: boolean; json?: boolean };

async function run(what: string | undefined, { back: isBack, dryRun = false, ...words }: Words): Promise<void> {
  if ((what === undefined) === (isBack === undefined))
    throw new Error('say which release: a file, a version, or --back');
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
  // The services' user reads what root brings.
  process.umask(0o022);
  const config = readConfig(withDotEnv(process.env));
  const out = words.json ? process.stderr : process.stdout;
  // Installing a package is the wish for it already.
  const isAsked = words.yes || process.env.DPKG_MAINTSCRIPT_PACKAGE !== undefined;
  const kit: Kit = {
    place: openPlace(config, { from: words.from ?? config.releasesUrl, key: config.releasesKey }),
    say: (line) => out.write(`${line}\n`),
    confirm: isAsked ? async () => {} : ask,
  };
  const work = isBack ? back(dryRun, kit) : upgrade(what as string, { dryRun, backup: words.backup }, kit);
  const outcome = await work.finally(removeIncoming);
  if (words.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error(`${question} Nobody can be asked here: pass --yes.`);
  const { isAgreed } = await import('../process/confirm.ts');
  if (!(await isAgreed(question, false))) throw new Error('nothing was changed');
}

runEntry('upgrade', async () => {
  await new Command('waypost upgrade')
    .description(
      'Upgrade to a newer release without refusing a request. Makes a backup first, and returns to the former release by itself ' +
        'if the new one fails its checks. If interrupted, run it again to continue.',
    )
    .argument('[release]', 'an archive, a Debian package, a folder or a version')
    .option('--back', 'return to the former release')
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--from <where>', 'URL or folder with the archives of versions; default: RELEASES_URL')
    .option('--yes', 'do not ask before code of the release runs')
    .addOption(new Option('--no-backup', 'make no backup'))
    .option('--json', 'print the result as one line of JSON')
    .action(run)
    .parseAsync();
});
