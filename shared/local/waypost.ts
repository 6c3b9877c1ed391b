/**
 * `waypost COMMAND …`: everything an operator does, under one name. It finds the command, which is an entry of its own and reads
 * the words after it. Imports nothing that costs, so that `--help` shows at once.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { becomeServiceUser, version } from '../installation.ts';
import { builtRoot } from '../paths.ts';

type Known = {
  entry: string;
  about: string;
  /** Run by root, it goes on as the user of the services: what it writes below LOCAL_DIR stays theirs. */
  asService?: true;
};

const commands: Record<string, Known> = {
  setup: { entry: 'shared/setup/main.js', about: 'make this server serve Waypost, or take that back' },
  start: { entry: 'shared/local/start.js', about: 'run everything, in the foreground', asService: true },
  reload: {
    entry: 'shared/local/reload.js',
    about: 'replace the running services by those of the current release',
    asService: true,
  },
  status: {
    entry: 'shared/check/status.js',
    about: 'which processes run, and what they hold, on one screen',
    asService: true,
  },
  check: {
    entry: 'shared/check/main.js',
    about: 'what is wrong with the installation, and what to do',
    asService: true,
  },
  migrate: {
    entry: 'shared/local/migrate.js',
    about: 'apply the migrations that the database lacks',
    asService: true,
  },
  upgrade: {
    entry: 'shared/upgrade/main.js',
    about: 'replace the release that serves by a newer one, or return from it',
  },
  backup: { entry: 'shared/backup/main.js', about: 'write everything into one file, while it runs' },
  restore: { entry: 'shared/backup/restore.js', about: 'put a backup back, into an empty database' },
  links: {
    entry: 'daemon/cli.js',
    about: 'links, domains, workspaces, people and keys of the link service',
    asService: true,
  },
  automations: {
    entry: 'automations-api/cli.js',
    about: 'plugins, administrators and keys of contact automation',
    asService: true,
  },
};

const widest = Math.max(...Object.keys(commands).map((name) => name.length));

const help = `Usage: waypost COMMAND [OPTIONS]

Short links and contact automation on your own server.

Commands:
${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(widest)}  ${about}`)
  .join('\n')}

Options:
  -V, --version  show the version
  -h, --help     show this; \`waypost COMMAND --help\` shows what a command takes

In a checkout of the sources it is \`npx waypost\`.
`;

async function main([name = '--help', ...words]: string[]): Promise<void> {
  if (name === '--help' || name === '-h' || name === 'help') return void process.stdout.write(help);
  if (name === '--version' || name === '-V') return void process.stdout.write(`${version()}\n`);
  const known = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!known) {
    process.stderr.write(`waypost: there is no command ${name}; \`waypost --help\` lists them\n`);
    process.exitCode = 1;
    return;
  }
  if (known.asService) becomeServiceUser();
  const file = path.join(builtRoot, known.entry);
  process.argv.splice(1, process.argv.length, file, ...words);
  await import(pathToFileURL(file).href);
}

await main(process.argv.slice(2));
