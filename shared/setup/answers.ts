/** Whether the services answer at the address that people use, with a certificate that a browser takes. */
import { existsSync, readFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { run, runsSystemd, stateOf } from './programs.ts';
import { acmeCa, type Wish } from './wish.ts';

const withinMs = 120_000;
const eachMs = 5_000;
const systemRoots = '/etc/ssl/certs/ca-certificates.crt';

/** Undefined when both services answer, else what one says. */
export async function askReady(wish: Wish, { linksPort, automationsPort }: Config): Promise<string | undefined> {
  const { domain, contactsDomain, tls } = wish;
  const contacts = { name: contactsDomain, path: '/wp-admin/', port: tls === 'caddy' ? 443 : automationsPort };
  return (
    (await ask({ name: domain, path: '/readyz', port: tls === 'none' ? linksPort : 443 })) ?? (await ask(contacts))
  );
}

type Asked = { name: string; path: string; port: number };

/** The machine itself is asked, whatever DNS says of the name by now. */
function ask({ name, path, port }: Asked): Promise<string | undefined> {
  const to = { host: '127.0.0.1', port, path, headers: { Host: name }, timeout: eachMs, agent: false } as const;
  const sent = port === 443 ? requestHttps({ ...to, servername: name, ca: trusted() }) : requestHttp(to);
  return new Promise((resolve) => {
    sent.on('response', (answer) => {
      answer.resume();
      const { statusCode = 500 } = answer;
      resolve(statusCode < 500 ? undefined : `${path} answers ${statusCode}`);
    });
    sent.on('timeout', () => sent.destroy(new Error('it does not answer')));
    // OpenSSL's own words of an alert say less.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EPROTO' ? 'it has no certificate yet' : error.message),
    );
    sent.end();
  });
}

/** The authorities that the system trusts, and the private one. */
function trusted(): string[] {
  const system = existsSync(systemRoots) ? [readFileSync(systemRoots, 'utf8')] : [...rootCertificates];
  return existsSync(acmeCa) ? [...system, readFileSync(acmeCa, 'utf8')] : system;
}

/** @throws with what to look at. */
export async function untilReady(wish: Wish, config: Config): Promise<void> {
  let said: string | undefined;
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(500)) {
    said = await askReady(wish, config);
    if (said === undefined) return;
    if (runsSystemd() && !(await stateOf('waypost.service')).running) throw await whyEnded();
  }
  const certificates = {
    caddy: 'journalctl -u caddy',
    waypost: 'waypost links domain list',
    none: 'journalctl -u waypost',
  };
  throw new ConfigError(
    `https://${wish.domain} does not answer as it should (${said}): its name has to lead to this machine, and ports 80 and 443 be open; \`${certificates[wish.tls]}\` says more`,
  );
}

async function whyEnded(): Promise<Error> {
  const log = await run(['journalctl', '--unit=waypost', '--lines=5', '--output=cat']).catch(() => '');
  return new ConfigError(`the services ended; \`journalctl -u waypost\` says:\n${log.trim()}`);
}
