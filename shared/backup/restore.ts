/** `waypost restore`: loads a backup of this or an earlier release into an empty database. */
import { Command } from 'commander';
import { runEntry } from '../process/entry.ts';
import type { Backup } from './open-backup.ts';
import type { Restored } from './restore-backup.ts';

type Flags = {
  passphraseFile?: string;
  withoutSecrets?: boolean;
  check?: boolean;
  settings?: boolean;
  force?: boolean;
  json?: boolean;
};

async function run(at: string, flags: Flags): Promise<void> {
  // Imports these only now, so that `--help` does not wait for them.
  const [{ readPassphrase }, { openBackup }] = await Promise.all([
    import('./passphrase.ts'),
    import('./open-backup.ts'),
  ]);
  const passphrase = flags.passphraseFile === undefined ? undefined : await readPassphrase(flags.passphraseFile);
  const backup = await openBackup(at, passphrase);
  try {
    await work(backup, flags);
  } finally {
    await backup.close();
  }
}

async function work(backup: Backup, flags: Flags): Promise<void> {
  if (flags.settings) {
    const { settingsOf } = await import('./check-secret.ts');
    return void process.stdout.write(settingsOf(backup));
  }
  if (flags.check) return print(flags, describe(backup), inWords(backup));
  const [{ loadDotEnv, readConfig }, { restoreBackup }] = await Promise.all([
    import('../config/config.ts'),
    import('./restore-backup.ts'),
  ]);
  loadDotEnv();
  const config = readConfig(process.env);
  const { force = false, withoutSecrets = false } = flags;
  const startedAt = performance.now();
  const restored = await restoreBackup({ config, backup, force, withoutSecrets, say });
  const seconds = (performance.now() - startedAt) / 1_000;
  print(flags, { ...describe(backup), ...restored, seconds }, describeResult(restored, backup, seconds));
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

const print = ({ json }: Flags, answer: object, lines: string[]) =>
  void process.stdout.write(json ? `${JSON.stringify(answer)}\n` : lines.map((line) => `${line}\n`).join(''));

function describe({ head, contents, secrets }: Backup) {
  const { version, madeAt, server } = head;
  const tables = Object.fromEntries(contents.tables.map(({ name, rows }) => [name, rows]));
  const { segments, mails } = contents;
  return {
    version,
    madeAt,
    server,
    secrets: head.secrets,
    people: head.people,
    secretsOpened: secrets !== undefined,
    segments,
    mails,
    tables,
  };
}

const inWords = ({ head, contents, secrets }: Backup): string[] => [
  `A complete backup of ${head.madeAt}, created by release ${head.version} from ${head.server}.`,
  ...contents.tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => `  ${name}: ${rows.toLocaleString('en')}`),
  `Segments of clicks that were not stored yet: ${contents.segments}; emails in files: ${contents.mails}.`,
  head.secrets === 'left out'
    ? 'Settings and keys are not included.'
    : `Settings and keys are included, ${secrets ? 'and the passphrase is correct' : 'encrypted'}.`,
  ...peopleElsewhere(head),
];

const peopleElsewhere = ({ people }: Backup['head']): string[] =>
  people === 'included'
    ? []
    : ['The users of contacts are not included: a backup of the link service at PEOPLE_URL has them.'];

function describeResult(
  { rows, segments, migrated, lacksSecret }: Restored,
  { head }: Backup,
  seconds: number,
): string[] {
  return [
    `Restored as it was on ${head.madeAt}: ${rows.toLocaleString('en')} rows, in ${seconds.toFixed(1)} s.`,
    ...(segments > 0 ? ['Waypost will count clicks that were not stored yet once it runs.'] : []),
    ...(migrated.length > 0 ? [`Migrated: ${migrated.join(', ')}.`] : []),
    ...(lacksSecret
      ? [
          'The key of the encrypted parts is MISSING. Put certificates.key into LOCAL_DIR, or set the old CERTIFICATE_SECRET, ' +
            'before you start Waypost. Otherwise Waypost orders certificates again after a day, webhooks must be created again, and ' +
            'authenticator apps stop working.',
        ]
      : []),
    ...peopleElsewhere(head),
    'Start Waypost now.',
  ];
}

runEntry('restore', async () => {
  await new Command('waypost restore')
    .description('Restore a backup on an empty machine, with the release that created it or a later one.')
    .argument('<from>', 'file created by `waypost backup`, or - for standard input')
    .option('--passphrase-file <file>', 'file with the passphrase for its settings and keys')
    .option('--without-secrets', 'restore without settings and keys; encrypted values stay unreadable')
    .option('--check', 'only verify the backup and show its contents')
    .option('--settings', 'only print its settings')
    .option('--force', "replace Waypost's data in the database")
    .option('--json', 'print the result as one line of JSON')
    .action(run)
    .parseAsync();
});
