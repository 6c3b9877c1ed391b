/** Behind proxies that reuse connections, no client gets another client's answer, despite every attack. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Tables } from '../../daemon/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { longestLocation } from '../../shared/drawing/location.ts';
import { addWorkspace } from '../fixtures/daemon.ts';
import { freePort, service } from '../fixtures/processes.ts';
import { haproxy, nginx, type ProxyName, proxyMissing, startProxy, temporaryDirectory } from '../fixtures/proxies.ts';
import { putLink } from '../fixtures/redirects.ts';
import { ask } from '../fixtures/requests.ts';
import { attack, attacks, victim } from '../fixtures/smuggling.ts';
import { createStores, envOf } from '../fixtures/stack.ts';
import { type Test, t } from '../runner/tap.ts';

const caddy = (port: number, to: number) => `
{
	admin off
}
http://:${port} {
	bind 127.0.0.1
	reverse_proxy 127.0.0.1:${to}
}`;

type Case = [what: string, name: ProxyName, config: (port: number, to: number) => string];
const cases: Case[] = [
  ['HAProxy', 'haproxy', (port, to) => haproxy(port, to, '')],
  ['HAProxy, http-reuse safe', 'haproxy', (port, to) => haproxy(port, to, 'http-reuse safe')],
  ['HAProxy, http-reuse always', 'haproxy', (port, to) => haproxy(port, to, 'http-reuse always')],
  ['nginx', 'nginx', (port, to) => nginx(port, to, '')],
  ['nginx that buffers no request', 'nginx', (port, to) => nginx(port, to, 'proxy_request_buffering off;')],
  ['Caddy', 'caddy', caddy],
];
const attackers = 4;
const attacksEach = Number(process.env.ATTACKS ?? 96);
const asksEach = Number(process.env.ASKS ?? 500);

async function startLinks(t: Test) {
  const stores = await createStores(t);
  const links = await service(t, 'daemon/server.js', 'LINKS_PORT', {
    ...envOf(stores),
    LOCAL_DIR: await temporaryDirectory(t),
    DEFAULT_SHORT_DOMAIN: 'go.test',
    MIGRATE_ON_START: '1',
    LOG_LEVEL: 'warn',
    PLANS_SCALE_REQUESTS_PER_MINUTE: '1000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await links.start();
  const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  const workspaces = await Promise.all([addWorkspace(db, 'scale'), addWorkspace(db, 'scale')]);
  for (const slug of ['attack', 'smuggled', 'mine']) {
    await putLink(db, { slug, workspace_id: workspaces[0].id, url: `https://example.com/${slug}` });
  }
  const wide = Math.floor((longestLocation - 20) / 9);
  await putLink(db, { slug: 'long', workspace_id: workspaces[0].id, url: `https://example.com/${'日'.repeat(wide)}` });
  return { port: links.port, workspaces };
}

t.test('an attacker cannot affect other visitors behind the same proxy', async (t) => {
  const { port, workspaces } = await startLinks(t);
  for (const [what, name, config] of cases) {
    const missing = await proxyMissing(name);
    await t.test(what, { skip: missing }, async (t) => {
      const front = await freePort();
      await startProxy(t, name, config(front, port), front);
      const host = { Host: 'go.test' };
      t.equal((await ask(front, { path: '/long', headers: host })).status, 302, 'the longest destination gets through');
      const victims = [
        ...workspaces.map(({ key, publicId }) =>
          victim(front, {
            path: () => '/api/auth/me',
            headers: { ...host, Authorization: `Bearer ${key}` },
            isMine: ({ status, body }) => status === 200 && JSON.parse(body).workspace.id === publicId,
          }),
        ),
        ...[1, 2].map((id) =>
          victim(front, {
            path: (n) => `/mine?visit=${id}-${n}`,
            headers: host,
            isMine: ({ status, location }, n) => status === 302 && location.endsWith(`/mine?visit=${id}-${n}`),
          }),
        ),
      ];
      t.teardown(() => victims.map((one) => one.close()));
      let attacking = attackers;
      const stolen: string[] = [];
      const turns = async (offset: number) => {
        for (let turn = 0; turn < attacksEach / attackers; turn++) {
          const one = attacks[(offset + turn) % attacks.length] as (typeof attacks)[0];
          const text = await attack(front, one);
          if (/ws_|\/mine/.test(text)) stolen.push(`${one.name}: ${text}`);
        }
        attacking--;
      };
      const visits = victims.map(async (one) => {
        while (attacking > 0 || one.asked < asksEach) {
          await one.ask();
          // The remaining attacks wait for answers that never arrive.
          if (one.asked >= asksEach) await sleep(5);
        }
      });
      const turning = Array.from({ length: attackers }, (_, index) => turns(index * (attacks.length / attackers)));
      await Promise.all([...turning, ...visits]);
      const all = (list: (one: (typeof victims)[0]) => string[]) => victims.flatMap(list);
      const [crossed, refused] = [all((one) => one.crossed), all((one) => one.refused)];
      t.equal(crossed.length, 0, `every victim got its own answers: ${crossed.slice(0, 2)}`);
      t.equal(refused.length, 0, `and got them all: ${refused.slice(0, 2)}`);
      t.equal(stolen.length, 0, `the attacker got no answer but its own: ${stolen.slice(0, 2)}`);
      const asked = victims.reduce((sum, one) => sum + one.asked, 0);
      t.ok(asked >= 2_000, `${asked} requests beside ${attacksEach} attacks`);
    });
  }
});
