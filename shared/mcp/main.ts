/** `waypost mcp`: connects programs with language models to a running Waypost, over standard input and output. */
import { Command } from 'commander';
import { ConfigError } from '../errors.ts';
import { runEntry } from '../process/entry.ts';
import type { Remote } from './remote-tools.ts';

const help = `
Variables:
  WAYPOST_URL             URL of the link service (default: http://localhost:8080); contacts are found through it
  WAYPOST_API_KEY         API key of a workspace (fks_…), for tools on links
  WAYPOST_AUTOMATION_KEY  API key of contact automation, for tools on contacts
  Each key can also be in a file: WAYPOST_API_KEY_FILE, WAYPOST_AUTOMATION_KEY_FILE.

A read key gets no tools that change data. Programs that support HTTP need no command: they connect to /mcp.`;

async function serve(): Promise<void> {
  // The modules are loaded only here, so that `--help` is fast.
  const [{ readSecret }, { findContacts, openRemoteTools, RemoteFault }, { serveLines }] = await Promise.all([
    import('../config/config.ts'),
    import('./remote-tools.ts'),
    import('./stdio.ts'),
  ]);
  const origin = readOrigin(process.env.WAYPOST_URL || 'http://localhost:8080');
  const places = { WAYPOST_API_KEY: async () => `${origin}/mcp`, WAYPOST_AUTOMATION_KEY: findContacts(origin) };
  const remotes: Remote[] = Object.entries(places).flatMap(([setting, url]) => {
    const { given: key, fault } = readSecret(process.env, setting);
    if (fault) throw new ConfigError(fault);
    return key ? [{ setting, url, key }] : [];
  });
  if (remotes.length === 0)
    throw new ConfigError('set WAYPOST_API_KEY or WAYPOST_AUTOMATION_KEY, or both; `waypost mcp --help` explains them');
  const report = (fault: string) => void process.stderr.write(`mcp: ${fault}\n`);
  const toolbox = openRemoteTools(remotes, report);
  // A wrong key is reported now. A service that does not answer yet can still start.
  await toolbox(AbortSignal.timeout(10_000))
    .list()
    .catch((error: Error) => {
      if (error instanceof RemoteFault && error.isKey) throw new ConfigError(error.message);
      report(error.message);
    });
  await serveLines(process.stdin, (line) => process.stdout.write(line), toolbox);
}

/** @throws ConfigError */
function readOrigin(url: string): string {
  const { origin = '', protocol } = URL.canParse(url) ? new URL(url) : {};
  if (protocol !== 'http:' && protocol !== 'https:') throw new ConfigError(`WAYPOST_URL is not an http(s) URL: ${url}`);
  return origin;
}

runEntry('mcp', async () => {
  await new Command('waypost mcp')
    .description('Connect Claude and other programs with language models to Waypost, by the Model Context Protocol.')
    .addHelpText('after', help)
    .action(serve)
    .parseAsync();
});
