/**
 * Caddy on this machine: Waypost's file and the line that imports it into the server's Caddyfile. Both are restored
 * if Caddy refuses them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { installation } from '../installation.ts';
import { explain } from '../process/entry.ts';
import { askLine, caddyfile, globalOf, hasImport, type Sites, withImport, withoutImport } from './caddyfile.ts';
import { holds, type Rights, writeSystemFile } from './files.ts';
import { ownCaddyfile } from './options.ts';
import { run, systemctl } from './programs.ts';

const theirs = path.join(installation.caddy, 'Caddyfile');
/** The file to which setup moves the example from Caddy's package, which answers on port 80 for every name. */
const example = path.join(installation.caddy, 'Caddyfile.before-waypost');
const rights: Rights = { mode: 0o644 };

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Returns the intended texts of both files. */
const desired = (sites: Sites) => {
  const text = read(theirs);
  return { own: caddyfile(sites, globalOf(text)), main: hasImport(text) ? text : withImport(text) };
};

export function differsFrom(sites: Sites): string | undefined {
  const { own, main } = desired(sites);
  if (holds(ownCaddyfile, own, rights) && read(theirs) === main) return undefined;
  return `${ownCaddyfile} for ${sites.domain}, and a line in ${theirs} that imports it`;
}

/** Describes what the operator must still do for custom domains. Returns `undefined` if nothing is missing. */
export const lackOfCustomDomains = (metricsPort: number): string | undefined =>
  globalOf(read(theirs)) === 'none'
    ? `custom domains need \`on_demand_tls { ${askLine(metricsPort)} }\` in the options at the top of ${theirs}; then run setup again`
    : undefined;

/**
 * Writes both files. With `reload`, Caddy applies them immediately. @throws if Caddy refuses them; both are then
 * restored
 */
export async function serve(sites: Sites, reload: boolean): Promise<void> {
  const before = [ownCaddyfile, theirs].map((file) => ({ file, text: existsSync(file) ? read(file) : undefined }));
  if (await isExample()) await rename(theirs, example);
  const { own, main } = desired(sites);
  await writeSystemFile(ownCaddyfile, own, rights);
  await writeSystemFile(theirs, main, rights);
  try {
    await run(['env', 'HOME=/var/lib/caddy', 'caddy', 'adapt', '--config', theirs, '--adapter', 'caddyfile']);
    if (reload) await reloadCaddy();
  } catch (error) {
    for (const { file, text } of before)
      await (text === undefined ? rm(file, { force: true }) : writeSystemFile(file, text, rights));
    await rm(example, { force: true });
    throw new ConfigError(
      `Caddy refuses ${theirs} with Waypost's file, so both were restored (${explain(error)}); \`journalctl -u caddy\` shows more`,
    );
  }
}

export const reloadCaddy = () => systemctl('reload-or-restart', 'caddy.service');

/** Returns whether the server's Caddyfile is still the unchanged example from Debian's package. */
async function isExample(): Promise<boolean> {
  const output = await run(['dpkg-query', '--status', 'caddy']).catch(() => '');
  const sum = / \/etc\/caddy\/Caddyfile ([0-9a-f]{32})/.exec(output)?.[1];
  return (
    sum !== undefined && existsSync(theirs) && createHash('md5').update(readFileSync(theirs)).digest('hex') === sum
  );
}

export const servesUs = () => existsSync(ownCaddyfile) || hasImport(read(theirs));

export async function serveNoMore(reload: boolean): Promise<void> {
  const rest = withoutImport(read(theirs));
  if (rest.trim() === '' && existsSync(example)) await rename(example, theirs);
  else if (existsSync(theirs)) await writeSystemFile(theirs, rest, rights);
  await rm(ownCaddyfile, { force: true });
  if (reload) await reloadCaddy();
}
