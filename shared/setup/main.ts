/** `waypost setup`: a release that was installed becomes a running service, and `--remove` takes that back. */
import { Command, Option } from 'commander';
import { runEntry } from '../process/entry.ts';
import type { SetupFlags } from './setup.ts';
import { tlsWays } from './wish.ts';

runEntry('setup', async () => {
  await new Command('waypost setup')
    .description(
      'Make this server serve Waypost: database, settings, units of systemd, HTTPS and the first account. Asked again it changes only what differs; what is not said stays as it is.',
    )
    .option('--domain <name>', 'name of the short links and of the dashboard, such as go.example.com')
    .option('--email <address>', 'address of the first account, and for notices about certificates')
    .option('--contacts-domain <name>', 'a host of its own for contacts, which are at the same otherwise')
    .option('--password-file <file>', 'the password of the first account; a random one is shown otherwise')
    .option('--mysql-url <url>', "a database elsewhere, instead of one in this machine's MariaDB or MySQL")
    .option('--redis-url <url>', "a Redis elsewhere, instead of this machine's")
    .option('--smtp-url <url>', 'the mail server, as smtp://user:password@host:587')
    .addOption(new Option('--tls <who>', 'who holds the certificates; none is a proxy of your own').choices(tlsWays))
    .option('--acme-directory <url>', "a certificate authority other than Caddy's or Let's Encrypt")
    .option('--acme-ca <file>', 'its own certificate, where it is a private one')
    .option('--remove', 'take everything back but data, database and backups')
    .option('--no-systemd', 'write everything and start nothing, where systemd does not run')
    .option('--dry-run', 'show what would be done')
    .option('--yes', 'do not ask')
    .option('--json', 'answer with one line of JSON; implies --yes')
    .action(async (flags: SetupFlags) => {
      // Loaded here, so that `--help` does not wait for it.
      const { remove, setUp } = await import('./setup.ts');
      await (flags.remove ? remove(flags) : setUp(flags));
    })
    .parseAsync();
});
