/** Both services on one host name and on two, behind real proxies, with a browser, programs and emails. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../shared/paths.ts';
import { giveContactsRole, password, signUp, startMailWorker, userIdOf, verifyUser } from '../fixtures/accounts.ts';
import { startAutomations } from '../fixtures/automations.ts';
import { openBrowserAt } from '../fixtures/browser/chromium.ts';
import { openScreen, settle } from '../fixtures/browser/screen.ts';
import { addWorkspace, startDaemon } from '../fixtures/daemon.ts';
import { startMailServer } from '../fixtures/mail.ts';
import { freePort } from '../fixtures/processes.ts';
import {
  type Ask,
  asker,
  type Hosts,
  makeCertificate,
  type ProxyName,
  placeConfig,
  proxyConfig,
  proxyMissing,
  startProxy,
  temporaryDirectory,
} from '../fixtures/proxies.ts';
import { putLink } from '../fixtures/redirects.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const links = 'https://go.example.com';
const contactsAt: Record<Hosts, string> = { 'one-host': links, 'two-hosts': 'https://crm.example.com' };
const shells = { links: '"/dashboard/assets/main-', contacts: '"/wp-admin/assets/main-' };

async function startBoth(t: Test, hosts: Hosts) {
  const contacts = contactsAt[hosts];
  const stores = await createStores(t);
  const mailbox = await startMailServer(t);
  const env = {
    BASE_URL: `${links}/api`,
    DEFAULT_SHORT_DOMAIN: 'go.example.com',
    SITE_URL: contacts,
    SIGNUP: 'open',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: mailbox.url,
  };
  const daemon = await startDaemon(t, { stores, env });
  const automations = await startAutomations(t, env, stores);
  startMailWorker(t, daemon, mailbox.url);
  const { db } = daemon.context;
  const workspace = await addWorkspace(db, 'scale');
  for (const slug of ['hello', 'wp-admins', 'formset']) {
    await putLink(db, { slug, workspace_id: workspace.id, url: `https://example.com/${slug}` });
  }
  const person = await signUp(daemon);
  const userId = await userIdOf(db, person);
  await verifyUser(db, userId);
  await giveContactsRole(db, userId, 'administrator');
  await automations.post('/contacts/batch', { contacts: [{ email: 'carl@example.com' }] });
  return { hosts, contacts, daemon, automations, mailbox, key: workspace.key, person };
}
type Both = Awaited<ReturnType<typeof startBoth>>;

const portOf = (address: string) => Number(new URL(address).port);

/** Starts the proxy and waits until both services answer through it. Returns its port, and a function that requests full URLs. */
async function startFront(t: Test, name: ProxyName, { hosts, contacts, daemon, automations }: Both) {
  const dir = await temporaryDirectory(t);
  for (const url of new Set([links, contacts])) await makeCertificate(dir, new URL(url).host);
  const [front, free, metrics] = [await freePort(), await freePort(), await freePort()];
  const ports = { links: portOf(daemon.origin), automations: portOf(automations.site) };
  await startProxy(t, name, await placeConfig(name, hosts, { front, free, metrics, dir, ...ports }), front);
  const askProxy = asker(front);
  const ask = (url: string, more: Partial<Parameters<Ask>[0]> = {}) => {
    const { host, origin } = new URL(url);
    return askProxy({ host, path: url.slice(origin.length), ...more });
  };
  const isUp = (url: string) =>
    ask(url).then(
      ({ status }) => status < 500,
      () => false,
    );
  await until(async () => (await isUp(`${links}/hello`)) && (await isUp(`${contacts}/wp-json`)));
  return { front, ask };
}
type AskFor = Awaited<ReturnType<typeof startFront>>['ask'];

async function checkPaths(t: Test, ask: AskFor, { contacts, key, automations }: Both): Promise<void> {
  for (const slug of ['hello', 'wp-admins']) {
    t.match((await ask(`${links}/${slug}`)).headers.location, `https://example.com/${slug}`);
  }
  const me = await ask(`${links}/api/auth/me`, { headers: { Authorization: `Bearer ${key}` } });
  t.equal(me.status, 200, 'the link API');
  const tags = await ask(`${contacts}/wp-json/automations/tags?api_key=${automations.key}`);
  t.match([tags.status, JSON.parse(tags.body)], [200, { code: 'success' }], 'the API of contacts');
  t.match((await ask(`${links}/dashboard/links`)).body, shells.links);
  for (const path of ['/wp-admin', '/wp-admin/', '/wp-admin/contacts']) {
    t.match((await ask(contacts + path)).body, shells.contacts, path);
  }
  t.match((await ask(`${links}/`)).headers.location, '/dashboard', 'the root is the link service’s');
}

/** Emailed links open their application through the proxy. */
async function checkMails(t: Test, ask: AskFor, { contacts, mailbox, person, automations }: Both): Promise<void> {
  const { email } = person;
  const headers = { 'Content-Type': 'application/json' };
  const asked = { method: 'POST', headers, body: JSON.stringify({ email }) };
  t.equal((await ask(`${links}/api/auth/password/forgot`, asked)).status, 200);
  const { text = '' } = await mailbox.waitFor(email, /password/i);
  const [mailed = ''] = /https:\S+token=\S+/.exec(text) ?? [];
  t.ok(mailed.startsWith(`${links}/dashboard/reset-password?`), mailed);
  t.match((await ask(mailed)).body, shells.links);
  const { body } = await automations.get('/contact?email=carl@example.com');
  const at = `/contact/${body.data.contact.contact.id}/consent-links`;
  const { unsubscribe_url, preferences_url } = (await automations.get(at)).body.data.consent_links;
  for (const url of [unsubscribe_url, preferences_url]) {
    t.ok(url.startsWith(`${contacts}/wp-json/`), url);
    const page = await ask(url);
    t.match([page.status, page.headers['content-type']], [200, /text\/html/], url);
  }
}

/** Signs in to both with one form; objections by the pages' policies or the console fail the test. */
async function checkBrowser(t: Test, front: number, { contacts, person }: Both): Promise<void> {
  const browser = await openBrowserAt(t, '*.example.com', front);
  const screen = await openScreen(t, browser, { origin: links });
  screen.faults.expect(/status of 401 /);
  const applications = [
    [`${links}/dashboard/links`, 'Links'],
    [`${contacts}/wp-admin/contacts`, 'Contacts'],
  ] as const;
  await screen.goto(applications[0][0]);
  await screen.byLabel('Email').fill(person.email);
  await screen.byLabel('Password').fill(password);
  await screen.byRole('button', 'Sign in').click();
  await screen.byRole('heading', 'Links').waitFor();
  for (const [url, heading] of [...applications, ...applications]) {
    await screen.goto(url);
    await screen.byRole('heading', heading).waitFor();
    await settle(screen);
  }
  const cookies = await screen.context.cookies();
  t.strictSame(
    cookies.map(({ name, domain, path }) => `${name} ${domain}${path}`).sort(),
    ['__Secure-waypost go.example.com/api', `__Secure-waypost-admin ${new URL(contacts).host}/wp-json`],
    'neither service is sent the other’s cookie',
  );
}

const proxies: Record<Hosts, ProxyName[]> = { 'one-host': ['nginx', 'haproxy', 'caddy'], 'two-hosts': ['nginx'] };

for (const hosts of ['one-host', 'two-hosts'] as const) {
  t.test(`both services work behind a proxy on ${hosts}`, async (t) => {
    const both = await startBoth(t, hosts);
    for (const name of proxies[hosts]) {
      await t.test(name, { skip: await proxyMissing(name) }, async (t) => {
        const { front, ask } = await startFront(t, name, both);
        await checkPaths(t, ask, both);
        await checkMails(t, ask, both);
        await checkBrowser(t, front, both);
        if (hosts === 'two-hosts' || name === 'nginx') return;
        const custom = await ask(`${links}/wp-json`, { headers: { Host: 'own.example.com' } });
        t.match([custom.status, custom.headers['content-type']], [404, /text\/html/], 'a link of a custom domain');
      });
    }
  });
}

/** The lines that differ between the configurations for one host and for two. */
const differences: Record<ProxyName, string[]> = {
  nginx: ['location ~ ^/(wp-admin|wp-json|hooks|forms)(/|$) {'],
  haproxy: [
    'acl own hdr(host) -i go.example.com',
    'acl contacts path_reg ^/(wp-admin|wp-json|hooks|forms)(/|$)',
    'use_backend automations if own contacts',
  ],
  caddy: [
    'go.example.com {',
    '@contacts path_regexp ^/(wp-admin|wp-json|hooks|forms)(/|$)',
    'handle @contacts {',
    'handle {',
  ],
};

t.test('a configuration for one host matches the configuration for two hosts', async (t) => {
  const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
  for (const [name, expected] of Object.entries(differences) as [ProxyName, string[]][]) {
    const known = new Set(linesOf(await proxyConfig(name, 'two-hosts')));
    const lines = linesOf(await proxyConfig(name, 'one-host'));
    t.strictSame(
      lines.filter((line) => !known.has(line)),
      expected,
      name,
    );
  }
});

t.test('the proxy of compose.yaml sends the same paths to contact automation', async (t) => {
  const config = await readFile(path.join(projectRoot, '.packaging/Caddyfile'), 'utf8');
  for (const line of differences.caddy.filter((line) => line.includes('@contacts'))) t.ok(config.includes(line), line);
});
