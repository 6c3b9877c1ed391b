/**
 * `waypost COMMAND …`: all operator commands under one name. Each command is its own entry and reads the remaining
 * arguments. This file imports nothing expensive, so `--help` is fast.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { becomeServiceUser, version } from '../installation.ts';
import { builtRoot } from '../paths.ts';
import { endWithReader } from '../process/end-with-reader.ts';

type Known = {
  entry: string;
  about: string;
  /**
   * True if the command switches to the service user when root runs it, so that files in LOCAL_DIR keep their owner.
   */
  asService?: true;
};

const commands: Record<string, Known> = {
  setup: { entry: 'shared/setup/main.js', about: 'set up Waypost on this server, or remove it' },
  start: {
    entry: 'shared/local/start.js',
    about: 'run everything in the foreground; --demo runs a demo with example data',
    asService: true,
  },
  reload: {
    entry: 'shared/local/reload.js',
    about: 'switch the running services to the current release',
    asService: true,
  },
  status: {
    entry: 'shared/check/status.js',
    about: 'show the running processes and their data on one screen',
    asService: true,
  },
  check: {
    entry: 'shared/check/main.js',
    about: 'find problems with the installation and show how to solve them',
    asService: true,
  },
  migrate: {
    entry: 'shared/local/migrate.js',
    about: 'apply pending migrations',
    asService: true,
  },
  upgrade: {
    entry: 'shared/upgrade/main.js',
    about: 'upgrade to a newer release, or return to the previous one',
  },
  backup: { entry: 'shared/backup/main.js', about: 'back everything up to one file, while Waypost is running' },
  restore: { entry: 'shared/backup/restore.js', about: 'restore a backup into an empty database' },
  user: {
    entry: 'daemon/user-cli.js',
    about: 'manage the users who sign in to links and contacts',
    asService: true,
  },
  links: {
    entry: 'daemon/cli.js',
    about: 'manage links, domains, workspaces and keys of the link service',
    asService: true,
  },
  automations: {
    entry: 'automations-api/cli.js',
    about: 'manage plugins and keys of contact automation',
    asService: true,
  },
  mcp: { entry: 'shared/mcp/main.js', about: 'connect Claude and other programs with language models' },
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
  -h, --help     show this help; \`waypost COMMAND --help\` shows a command's options

In a checkout of the sources, use \`npx waypost\`.
`;

async function main([name = '--help', ...words]: string[]): Promise<void> {
  if (name === '--help' || name === '-h' || name === 'help') {
    endWithReader();
    return void process.stdout.write(help);
  }
  if (name === '--version' || name === '-V') return void process.stdout.write(`${version()}\n`);
  const known = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!known) {
    process.stderr.write(`waypost: unknown command ${name}; \`waypost --help\` lists the commands\n`);
    process.exitCode = 1;
    return;
  }
  if (known.asService) becomeServiceUser();
  const file = path.join(builtRoot, known.entry);
  process.argv.splice(1, process.argv.length, file, ...words);
  await import(pathToFileURL(file).href);
}

await main(process.argv.slice(2));
