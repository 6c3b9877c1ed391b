/** `waypost backup`: writes everything to one file while Waypost runs. */
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { runEntry } from '../process/entry.ts';
import { recordLastBackup } from './last-backup.ts';
import type { Made } from './make-backup.ts';
import { cannotWrite, openCommandTarget, openFileTarget, openOutputTarget, type Target } from './targets.ts';

type Flags = { keep?: number; to?: string; passphraseFile?: string; withoutSecrets?: boolean; json?: boolean };

async function run(at: string | undefined, flags: Flags): Promise<void> {
  if ((at === undefined) === (flags.to === undefined))
    throw new Error('name a destination: a file, a directory, - or --to');
  if (at === '-' && flags.json) throw new Error('--json and the backup cannot both go to standard output');
  // Imports these only now, so that `--help` does not wait for them.
  const [{ prepare }, { makeBackup }, { readPassphrase }] = await Promise.all([
    import('../process/boot.ts'),
    import('./make-backup.ts'),
    import('./passphrase.ts'),
  ]);
  const { config, mysqlUrl } = await prepare('backup', { isCommand: true });
  giveWay();
  const passphrase = flags.passphraseFile === undefined ? undefined : await readPassphrase(flags.passphraseFile);
  const target = await openTarget(at, flags);
  endWith(target);
  const startedAt = performance.now();
  const made = await makeBackup({ config, mysqlUrl, passphrase, say }, target.out).catch(async (error) => {
    await target.drop();
    throw isOfTarget(error) ? cannotWrite(target.name, error) : error;
  });
  await target.keep().catch(async (error) => {
    await target.drop();
    throw error;
  });
  await recordLastBackup(config.localDir, {
    at: new Date(made.head.madeAt),
    file: target.isFile ? path.resolve(target.name) : '',
    bytes: made.bytes,
    version: made.head.version,
  }).catch((error: Error) => say(`The backup is complete, but \`waypost check\` will not know it: ${error.message}`));
  report(made, target.name, (performance.now() - startedAt) / 1_000, flags.json === true);
}

/** Lowers the priority, so that services get processor time first. */
function giveWay(): void {
  const { PRIORITY_BELOW_NORMAL: priority } = constants.priority;
  if (getPriority() < priority) setPriority(priority);
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

function openTarget(at: string | undefined, { to, keep }: Flags) {
  if (to !== undefined) return openCommandTarget(to);
  return at === '-' ? openOutputTarget() : openFileTarget(at as string, keep, new Date());
}

/** Deletes the partial file if a signal ends the process. */
function endWith(target: Target): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void target.drop().finally(() => process.exit(1)));
  }
}

const isOfTarget = (error: NodeJS.ErrnoException) =>
  error.syscall === 'write' || error.code === 'EPIPE' || error.code === 'ENOSPC';

function report(
  { head, contents, bytes, checksum, unknown }: Made,
  name: string,
  seconds: number,
  json: boolean,
): void {
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
  if (json) {
    const { secrets, people, madeAt } = head;
    const tables = Object.fromEntries(contents.tables.map((table) => [table.name, table.rows]));
    const answer = {
      file: name,
      madeAt,
      bytes,
      checksum,
      seconds,
      rows,
      secrets,
      people,
      unknown,
      ...contents,
      tables,
    };
    return void process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  for (const plugin of unknown)
    say(`The backup does not include the tables of the plugin ${plugin}, which is not installed here.`);
  if (head.people === 'elsewhere')
    say(
      'The backup does not include the users of contacts, who are at PEOPLE_URL. Back up the link service there at the same time.',
    );
  say(
    `${name}: ${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB, ${rows.toLocaleString('en')} rows of ` +
      `${contents.tables.length} tables, in ${seconds.toFixed(1)} s.`,
  );
  say(
    head.secrets === 'encrypted'
      ? 'The settings and the encryption key are included, encrypted: without the passphrase they are lost.'
      : 'The settings and the encryption key are NOT included. Keep them elsewhere, or use --passphrase-file: without the key ' +
          'Waypost orders certificates again, webhooks must be created again, and authenticator apps stop working.',
  );
}

function toCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number of at least 1.');
  return Number(text);
}

runEntry('backup', async () => {
  await new Command('waypost backup')
    .description(
      'Back up everything to one file, while Waypost is running: both databases at one point in time, and clicks that are not stored yet.',
    )
    .argument('[to]', "a file, a directory (the file's name has the date), or - for standard output")
    .option('--keep <number>', 'number of backups to keep in the directory; older ones are deleted', toCount)
    .option('--to <command>', 'pipe the backup into a command, such as --to "ssh host \'cat > waypost.tar\'"')
    .option('--passphrase-file <file>', 'encrypt settings and keys with the passphrase in this file')
    .addOption(new Option('--without-secrets', 'leave out settings and keys (default)').conflicts('passphraseFile'))
    .option('--json', 'print the result as one line of JSON')
    .action(run)
    .parseAsync();
});
