/** The check that the services answer at their public URLs, with a certificate that browsers accept. */
import { existsSync, readFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { acmeCa, type SetupOptions } from './options.ts';
import { run, runsSystemd, stateOf } from './programs.ts';

const withinMs = 120_000;
/**
 * The number of consecutive answers required. Each Waypost process loads a new certificate on its own, and any of
 * them can accept a connection.
 */
const answersInARow = { waypost: 10, caddy: 1, none: 1 };
const eachMs = 5_000;
const systemRoots = '/etc/ssl/certs/ca-certificates.crt';

/** Resolves to the reason why a service does not answer, or to `undefined` if both answer. */
export async function findFault(
  options: SetupOptions,
  { linksPort, automationsPort }: Config,
): Promise<string | undefined> {
  const { domain, contactsDomain, tls } = options;
  const contacts = { name: contactsDomain, path: '/wp-admin/', port: tls === 'caddy' ? 443 : automationsPort };
  return (
    (await ask({ name: domain, path: '/readyz', port: tls === 'none' ? linksPort : 443 })) ?? (await ask(contacts))
  );
}

type Target = { name: string; path: string; port: number };

/** Connects to this machine, even if the name has another IP address in DNS. */
function ask({ name, path, port }: Target): Promise<string | undefined> {
  const to = { host: '127.0.0.1', port, path, headers: { Host: name }, timeout: eachMs, agent: false } as const;
  const sent = port === 443 ? requestHttps({ ...to, servername: name, ca: trusted() }) : requestHttp(to);
  return new Promise((resolve) => {
    sent.on('response', (answer) => {
      answer.resume();
      const { statusCode = 500 } = answer;
      resolve(statusCode < 500 ? undefined : `${path} answers ${statusCode}`);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    // For a TLS alert, OpenSSL's own message is less clear.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EPROTO' ? 'no certificate yet' : error.message),
    );
    sent.end();
  });
}

/** Lists the system's trusted certificates and the private authority's. */
function trusted(): string[] {
  const system = existsSync(systemRoots) ? [readFileSync(systemRoots, 'utf8')] : [...rootCertificates];
  return existsSync(acmeCa) ? [...system, readFileSync(acmeCa, 'utf8')] : system;
}

/** Waits until both services answer. @throws with the remedy if they do not */
export async function untilReady(options: SetupOptions, config: Config): Promise<void> {
  let fault: string | undefined;
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(500)) {
    for (let tries = 0; tries < answersInARow[options.tls]; tries++) {
      fault = await findFault(options, config);
      if (fault !== undefined) break;
    }
    if (fault === undefined) return;
    if (runsSystemd() && !(await stateOf('waypost.service')).running) throw await whyEnded();
  }
  const certificates = {
    caddy: 'journalctl -u caddy',
    waypost: 'waypost links domain list',
    none: 'journalctl -u waypost',
  };
  throw new ConfigError(
    `https://${options.domain} does not work yet (${fault}): its name must point to this machine, and ports 80 and 443 must be open; \`${certificates[options.tls]}\` shows more`,
  );
}

async function whyEnded(): Promise<Error> {
  const log = await run(['journalctl', '--unit=waypost', '--lines=5', '--output=cat']).catch(() => '');
  return new ConfigError(`the services stopped; the end of \`journalctl -u waypost\`:\n${log.trim()}`);
}
