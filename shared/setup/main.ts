/** `waypost setup`, which turns an installed release into a running service. `--remove` undoes that. */
import { Command, Option } from 'commander';
import { runEntry } from '../process/entry.ts';
import { tlsWays } from './options.ts';
import type { SetupFlags } from './setup.ts';

runEntry('setup', async () => {
  await new Command('waypost setup')
    .description(
      'Set up Waypost on this server: database, settings, systemd units, HTTPS and the first account. If you run it again, it changes only what differs. Omitted options keep their values.',
    )
    .option('--domain <name>', 'domain for short links and the dashboard, such as go.example.com')
    .option('--email <address>', 'email of the first account, and for notices about certificates')
    .option('--contacts-domain <name>', 'separate domain for contacts; default: the same domain')
    .option(
      '--password-file <file>',
      'file with the password for the first account; default: a random password, which is shown',
    )
    .option('--mysql-url <url>', "a database on another server; default: this machine's MariaDB or MySQL")
    .option('--redis-url <url>', "a Redis on another server; default: this machine's")
    .option('--smtp-url <url>', 'mail server, as smtp://user:password@host:587')
    .addOption(
      new Option('--tls <who>', 'program that manages the certificates; none: your own proxy').choices(tlsWays),
    )
    .option('--acme-directory <url>', "certificate authority to use instead of Caddy's or Let's Encrypt")
    .option('--acme-ca <file>', 'root certificate of a private certificate authority')
    .option('--remove', 'remove everything except data, database and backups')
    .option('--no-systemd', 'write all files but start nothing, for machines without systemd')
    .option('--dry-run', 'show the changes without making them')
    .option('--yes', 'do not ask')
    .option('--json', 'print the result as one line of JSON; implies --yes')
    .action(async (flags: SetupFlags) => {
      // The module is loaded only here, so that `--help` is fast.
      const { remove, setUp } = await import('./setup.ts');
      await (flags.remove ? remove(flags) : setUp(flags));
    })
    .parseAsync();
});
