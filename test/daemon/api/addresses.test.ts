/** Each limit per IP address treats an IPv6 /64 as one address, in every spelling. */

import { newEmail, password, signUp } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    TRUSTED_PROXIES: '127.0.0.1',
    ADDRESS_REQUESTS_PER_MINUTE: '100',
    LOGIN_TRIES_PER_MINUTE: '3',
    SIGNUPS_PER_MINUTE: '3',
    SAFETY_REPORTS_PER_HOUR: '3',
  },
});
const anyone = caller(daemon, undefined);
const workspace = await addWorkspace(daemon.context.db, 'pro');
const url = 'https://example.com/';
for (const slug of ['secret', 'open']) {
  const body = { url, slug, ...(slug === 'secret' ? { password: 'open sesame' } : {}) };
  await caller(daemon, workspace.key)('POST', '/links', body);
}
const { email } = await signUp(daemon);

/** Many spellings of one /64, none of which is a prefix of another. */
const spellings = (net: string) => {
  const [a, b] = net.split(':');
  return [`${a}:${b}::1`, `${a}:0${b}:0:0:1:2:3:4`, `${a}:${b}:0::7`, `${a}:${b}:0000:0:ffff::`, `${a}:${b}::1.2.3.4`];
};

const limits: Record<string, { tries: number; send: (address: string) => Promise<{ status: number }> }> = {
  'sign-in': {
    tries: 3,
    send: (address) => anyone('POST', '/auth/login', { email, password: 'wrong' }, { 'x-forwarded-for': address }),
  },
  'sign-up': {
    tries: 3,
    send: (address) =>
      anyone('POST', '/auth/signup', { email: newEmail(), password, name: 'A' }, { 'x-forwarded-for': address }),
  },
  'reset tokens': {
    tries: 3,
    send: (address) =>
      anyone('POST', '/auth/password/reset', { token: 'x'.repeat(43), password }, { 'x-forwarded-for': address }),
  },
  'link passwords': {
    tries: 10,
    send: (address) =>
      ask(Number(new URL(daemon.origin).port), {
        path: '/secret',
        headers: { host: 'localhost:8080', 'x-forwarded-for': address, 'x-link-password': 'x' },
      }),
  },
  reports: {
    tries: 3,
    send: (address) =>
      fetch(`${daemon.origin}/report`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ url: 'localhost:8080/open', reason: 'spam' }),
      }),
  },
  requests: { tries: 100, send: (address) => anyone('GET', '/tags', undefined, { 'x-forwarded-for': address }) },
};

for (const [at, [name, { tries, send }]] of Object.entries(limits).entries()) {
  t.test(
    `${name}: all IP addresses of a /64 network share a limit of ${tries}, and another network has its own limit`,
    async (t) => {
      const addresses = spellings(`2001:d${at}0`);
      for (let n = 0; n < tries; n++) {
        const { status } = await send(addresses[n % addresses.length] as string);
        t.not(status, 429, `try ${n + 1}`);
      }
      for (const address of addresses) t.equal((await send(address)).status, 429, address);
      t.not((await send(`2001:d${at}0:0:1::1`)).status, 429, 'the next /64');
    },
  );
}
