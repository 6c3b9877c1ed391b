/** Both services on one host name, behind each real proxy, as a browser, programs and mails meet them. */
import { password, signUp, startMailWorker } from '../fixtures/accounts.ts';
import { addAdmin, adminDb } from '../fixtures/admins.ts';
import { startAutomations } from '../fixtures/automations.ts';
import { openBrowserAt } from '../fixtures/browser/chromium.ts';
import { openScreen, settle } from '../fixtures/browser/screen.ts';
import { addWorkspace, startDaemon } from '../fixtures/daemon.ts';
import { startMailServer } from '../fixtures/mail.ts';
import { freePort } from '../fixtures/processes.ts';
import {
  type Ask,
  asker,
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

const origin = 'https://go.example.com';
const portOf = (address: string) => Number(new URL(address).port);

async function startBoth(t: Test) {
  const stores = await createStores(t);
  const mailbox = await startMailServer(t);
  const env = {
    BASE_URL: `${origin}/api`,
    DEFAULT_SHORT_DOMAIN: 'go.example.com',
    SITE_URL: origin,
    SIGNUP: 'open',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: mailbox.url,
  };
  const daemon = await startDaemon(t, { stores, env });
  const automations = await startAutomations(t, env, stores);
  startMailWorker(t, daemon, mailbox.url);
  const { db } = daemon.context;
  const workspace = await addWorkspace(db, 'scale');
  for (const slug of ['hello', 'wp-admins']) {
    await putLink(db, { slug, workspace_id: workspace.id, url: `https://example.com/${slug}` });
  }
  const person = await signUp(daemon);
  await addAdmin(adminDb(automations), 'ada@example.com');
  await automations.post('/contacts/batch', { contacts: [{ email: 'carl@example.com' }] });
  return { daemon, automations, mailbox, key: workspace.key, person };
}
type Both = Awaited<ReturnType<typeof startBoth>>;

const shells = { links: '"/dashboard/assets/main-', contacts: '"/wp-admin/assets/main-' };

async function checkPaths(t: Test, ask: Ask, { key, automations }: Both): Promise<void> {
  for (const slug of ['hello', 'wp-admins']) {
    t.match((await ask({ path: `/${slug}` })).headers.location, `https://example.com/${slug}`);
  }
  const bearer = { Authorization: `Bearer ${key}` };
  t.equal((await ask({ path: '/api/auth/me', headers: bearer })).status, 200, 'the link API');
  const tags = await ask({ path: `/wp-json/automations/tags?api_key=${automations.key}` });
  t.match([tags.status, JSON.parse(tags.body)], [200, { code: 'success' }], 'the API of contacts');
  t.match((await ask({ path: '/dashboard/links' })).body, shells.links);
  for (const path of ['/wp-admin', '/wp-admin/', '/wp-admin/contacts']) {
    t.match((await ask({ path })).body, shells.contacts, path);
  }
  t.match((await ask({ path: '/' })).headers.location, '/dashboard', 'the root is the link service’s');
}

/** Mailed addresses lead through the proxy to the application that mailed them. */
async function checkMails(t: Test, ask: Ask, { mailbox, person, automations }: Both): Promise<void> {
  const forgotten = [
    ['/api/auth/password/forgot', person.email, '/dashboard/reset-password?token=', shells.links],
    [
      '/wp-json/waypost-admin/v1/password/forgot',
      'ada@example.com',
      '/wp-admin/reset-password?token=',
      shells.contacts,
    ],
  ] as const;
  for (const [path, email, leads, shell] of forgotten) {
    const headers = { 'Content-Type': 'application/json' };
    t.equal((await ask({ method: 'POST', path, headers, body: JSON.stringify({ email }) })).status, 200);
    const { text = '' } = await mailbox.waitFor(email, /password/i);
    const [url = ''] = /https:\S+token=\S+/.exec(text) ?? [];
    t.ok(url.startsWith(origin + leads), url);
    t.match((await ask({ path: url.slice(origin.length) })).body, shell);
  }
  const { body } = await automations.get('/contact?email=carl@example.com');
  const id = body.data.contact.contact.id;
  const links = (await automations.get(`/contact/${id}/consent-links`)).body.data.consent_links;
  for (const url of [links.unsubscribe_url, links.preferences_url]) {
    t.ok(url.startsWith(`${origin}/wp-json/`), url);
    const page = await ask({ path: url.slice(origin.length) });
    t.match([page.status, page.headers['content-type']], [200, /text\/html/], url);
  }
}

/** Signs in to both by their forms; what the pages' policies or the console have against it fails the test. */
async function checkBrowser(t: Test, front: number, { person }: Both): Promise<void> {
  const browser = await openBrowserAt(t, 'go.example.com', front);
  const screen = await openScreen(t, browser, { origin });
  screen.faults.expect(/status of 401 /);
  const applications = [
    ['/dashboard/links', person.email, 'Links'],
    ['/wp-admin/contacts', 'ada@example.com', 'Contacts'],
  ] as const;
  for (const [path, email, heading] of applications) {
    await screen.goto(path);
    await screen.byLabel('Email').fill(email);
    await screen.byLabel('Password').fill(password);
    await screen.byRole('button', 'Sign in').click();
    await screen.byRole('heading', heading).waitFor();
    await settle(screen);
  }
  for (const [path, , heading] of applications) {
    await screen.goto(path);
    await screen.byRole('heading', heading).waitFor();
    await settle(screen);
  }
  t.pass('each is still signed in beside the other');
  const cookies = await screen.context.cookies();
  t.strictSame(
    cookies.map(({ name, path }) => `${name} ${path}`).sort(),
    ['__Secure-waypost /api', '__Secure-waypost-admin /wp-json'],
    'neither service is sent the other’s cookie',
  );
}

t.test('both services on one host name', async (t) => {
  const both = await startBoth(t);
  const dir = await temporaryDirectory(t);
  await makeCertificate(dir, 'go.example.com');
  for (const name of ['nginx', 'haproxy', 'caddy'] as const) {
    await t.test(name, { skip: await proxyMissing(name) }, async (t) => {
      const [front, free, metrics] = [await freePort(), await freePort(), await freePort()];
      const ports = { links: portOf(both.daemon.origin), automations: portOf(both.automations.site) };
      const config = await placeConfig(name, 'one-host', { front, free, metrics, dir, ...ports });
      await startProxy(t, name, config, front);
      const ask = asker(front);
      const isUp = (path: string) =>
        ask({ path }).then(
          ({ status }) => status < 500,
          () => false,
        );
      await until(async () => (await isUp('/hello')) && (await isUp('/wp-json')));
      await checkPaths(t, ask, both);
      await checkMails(t, ask, both);
      await checkBrowser(t, front, both);
    });
  }
});

/** The lines by which a configuration for one host differs, without those that name another port or host alike. */
const own: Record<ProxyName, string[]> = {
  nginx: ['location ~ ^/wp-(admin|json)(/|$) {'],
  haproxy: [
    'acl own hdr(host) -i go.example.com',
    'acl contacts path_reg ^/wp-(admin|json)(/|$)',
    'use_backend automations if own contacts',
  ],
  caddy: ['go.example.com {', '@contacts path_regexp ^/wp-(admin|json)(/|$)', 'handle @contacts {', 'handle {'],
};

t.test('a configuration for one host says the rest as that for two does', async (t) => {
  const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
  for (const name of ['nginx', 'haproxy', 'caddy'] as const) {
    const known = new Set(linesOf(await proxyConfig(name, 'two-hosts')));
    const lines = linesOf(await proxyConfig(name, 'one-host'));
    t.strictSame(
      lines.filter((line) => !known.has(line)),
      own[name],
      name,
    );
  }
});
