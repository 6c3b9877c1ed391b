/** Whether the services answer at the address that people use, with a certificate that a browser takes. */
import { existsSync, readFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { ConfigError } from '../errors.ts';
import { run, runsSystemd, stateOf } from './programs.ts';
import { acmeCa, type Wish } from './wish.ts';

const withinMs = 120_000;
const eachMs = 5_000;
const systemRoots = '/etc/ssl/certs/ca-certificates.crt';

/** The machine itself is asked, whatever DNS says of the name by now. Undefined when it answers, else what it says. */
export function askReady({ domain, tls }: Wish, linksPort: number): Promise<string | undefined> {
  const to = { host: '127.0.0.1', path: '/readyz', headers: { Host: domain }, timeout: eachMs, agent: false };
  const sent =
    tls === 'none'
      ? requestHttp({ ...to, port: linksPort })
      : requestHttps({ ...to, port: 443, servername: domain, ca: trusted() });
  return new Promise((resolve) => {
    sent.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? undefined : `it answers ${answer.statusCode}`);
    });
    sent.on('timeout', () => sent.destroy(new Error('it does not answer')));
    sent.on('error', (error) => resolve(error.message));
    sent.end();
  });
}

/** The authorities that the system trusts, and the private one. */
function trusted(): string[] {
  const system = existsSync(systemRoots) ? [readFileSync(systemRoots, 'utf8')] : [...rootCertificates];
  return existsSync(acmeCa) ? [...system, readFileSync(acmeCa, 'utf8')] : system;
}

/** @throws with what to look at. */
export async function untilReady(wish: Wish, linksPort: number): Promise<void> {
  let said: string | undefined;
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(500)) {
    said = await askReady(wish, linksPort);
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
