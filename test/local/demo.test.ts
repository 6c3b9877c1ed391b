/** `npm start -- --demo`: example data in both applications that nobody can change, restored at each start. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoAccount } from '../../shared/demo/read-only.ts';
import { openHostsBrowser } from '../fixtures/hosts-browser.ts';
import { freePort } from '../fixtures/processes.ts';
import { start } from '../fixtures/start.ts';
import { t } from '../runner/tap.ts';

/** Operations that a demo answers although their method could change data: they sign in or out, or only read. */
const answered = [
  ...['login', 'logout', 'beginDashboardSession', 'endDashboardSession', 'handOverToContacts'],
  ...['drawLinkQr', 'drawLinksQr', 'drawQrSheets'],
  ...['postRuleDryRunOfDraft', 'postRuleDryRun', 'postRuleReach', 'postConsentPreview', 'postContactsExportLink'],
  ...['postTemplatePreview', 'postTemplatePreviewOfDraft', 'postFormPreview'],
];
const unsafe = ['post', 'put', 'patch', 'delete'];

type Operation = { operationId: string };
type Document = { paths: Record<string, Record<string, Operation>> };

/** Every operation of a published description that could change data. */
const writesOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods)
      .filter(([method]) => unsafe.includes(method))
      .map(([method, { operationId }]) => ({ method: method.toUpperCase(), at, operationId })),
  );

async function startDemo(t: Parameters<typeof start>[0], env: Record<string, string>) {
  const demo = start(t, { LINKS_INSTANCES: '1', DRAIN_SECONDS: '1', ...env }, ['--demo']);
  await demo.says(/Press Ctrl-C to stop/);
  const [, linksKey = ''] = await demo.says(/Link API key\s+(fks_\w+)/);
  const [, contactsKey = ''] = await demo.says(/Automation key\s+([0-9a-f]{32})/);
  const links = `http://localhost:${env.LINKS_PORT}`;
  const contacts = `http://localhost:${env.AUTOMATIONS_PORT}/wp-json`;
  const ask = async (at: string, init: RequestInit = {}) => {
    const response = await fetch(at, {
      redirect: 'manual',
      ...init,
      headers: { Authorization: `Bearer ${at.startsWith(links) ? linksKey : contactsKey}`, ...init.headers },
    });
    return { status: response.status, text: await response.text() };
  };
  const read = async (at: string) => JSON.parse((await ask(at)).text);
  /** The data that a restart restores. */
  const look = async () => {
    type Shown = { slug: string; url: string; tags: string[]; email: string };
    const { links: listed } = await read(`${links}/api/links?limit=100`);
    const { data } = await read(`${contacts}/automations/contacts?limit=500&sort=email`);
    const namesOf = async (list: string) =>
      (await read(`${contacts}/automations/${list}`)).data[list].map(({ name }: { name: string }) => name);
    return {
      links: listed.map(({ slug, url, tags }: Shown) => [slug, url, tags].join()).sort(),
      contacts: data.contact.contacts.map(({ email }: Shown) => email),
      total: data.contact.total,
      forms: await namesOf('forms'),
      templates: await namesOf('templates'),
      hooks: await namesOf('hooks'),
    };
  };
  return { ...demo, links, contacts, ask, read, look };
}

t.test('a demo answers reads, refuses every write of both APIs, and is unchanged after a restart', async (t) => {
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-demo-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const env = {
    LOCAL_DIR: localDir,
    LINKS_PORT: String(await freePort()),
    AUTOMATIONS_PORT: String(await freePort()),
    // Settings of another installation: a demo must send nothing with them.
    SMTP_URL: 'smtp://mail.invalid',
  };
  const first = await startDemo(t, env);
  const { ask, read, links, contacts } = first;
  const before = await first.look();
  t.equal(before.links.length, 59, 'the others are archived');
  t.ok(before.total > 500, `${before.total} contacts`);
  t.match(before, { forms: ['Newsletter'], templates: ['Welcome'], hooks: ['Shop orders'] });
  const { data } = await read(`${contacts}/automations/hook/1/messages`);
  const outcomes = data.messages.map(({ outcome }: { outcome: string }) => outcome);
  t.same(outcomes, ['ignored', 'created', 'created'], "the hook's messages, newest first");
  const { totals } = await read(`${links}/api/stats`);
  t.ok(totals.clicks > 1_000 && totals.qrScans > 100, JSON.stringify(totals));

  await t.test('a demo accepts no write', async (t) => {
    const documents = [
      { base: `${links}/api`, document: await read(`${links}/api/openapi.json`) },
      { base: `${contacts}/automations`, document: await read(`${contacts}/automations/openapi.json`) },
    ];
    const wrong: string[] = [];
    let refused = 0;
    for (const { base, document } of documents) {
      for (const { method, at, operationId } of writesOf(document)) {
        const { status, text } = await ask(base + at.replace(/\{\w+\}/g, '1'), { method });
        const isRefused = status === 403 && text.includes('"demo_read_only"');
        if (isRefused) refused++;
        if (isRefused === answered.includes(operationId)) wrong.push(`${operationId}: ${status} ${text.slice(0, 200)}`);
      }
    }
    t.same(wrong, []);
    t.ok(refused > 120, `${refused} writes were refused`);
    const asTag = await ask(`${contacts}/automations/tag/1?_method=DELETE`);
    t.match(asTag, { status: 403, text: /demo_read_only/ }, 'nor one that claims to be a read');
    t.match(await ask(`${links}/report`, { method: 'POST' }), { status: 403 }, 'nor one of a page');
    const { routes } = await read(`${contacts}/waypost-admin/v1`);
    for (const [at, { methods }] of Object.entries<{ methods: string[] }>(routes)) {
      for (const method of methods.filter((one) => unsafe.includes(one.toLowerCase()))) {
        const { status, text } = await ask(contacts + at.replace(/\(\?P<[^)]*\)/g, '1'), { method });
        const isAnswered = /\/(session|enter|card\/preview)$/.test(at);
        t.equal(status === 403 && text.includes('"demo_read_only"'), !isAnswered, `${method} ${at}: ${text}`);
      }
    }
  });

  await t.test('users sign in and out as the sign-in pages describe, and short links redirect', async (t) => {
    const settings = await read(`${links}/api/dashboard/settings`);
    t.same(settings.demo, demoAccount);
    const json = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(demoAccount);
    const visitor = openHostsBrowser({ links: { origin: links }, contacts: { site: new URL(contacts).origin } });
    await visitor.signIn(demoAccount.email, demoAccount.password);
    await visitor.openContacts();
    t.match((await visitor.toContacts()).json, { data: { user: { email: demoAccount.email } } });
    const signedIn = await ask(`${links}/api/auth/login`, { method: 'POST', headers: json, body });
    const headers = { Authorization: `Bearer ${JSON.parse(signedIn.text).token}` };
    t.equal((await ask(`${links}/api/auth/me`, { headers })).status, 200);
    const sessions = JSON.parse((await ask(`${links}/api/auth/sessions`, { headers })).text);
    t.match(sessions, { sessions: [{ current: true }] }, "nobody sees other users' sessions");
    t.equal(sessions.sessions.length, 1);
    t.equal((await ask(`${links}/api/auth/logout`, { method: 'POST', headers })).status, 200);
    t.equal((await ask(`${links}/api/auth/me`, { headers })).status, 401);
    t.equal((await ask(`${links}/spring-sale`)).status, 302);
    t.match(await ask(`${links}/press`), { text: /password/i });
  });

  t.equal(existsSync(path.join(localDir, 'demo/mail')), false, 'no email was written');
  first.child.kill('SIGTERM');
  t.equal(await first.exit(), 0);
  t.match(first.output(), /stopped\n$/);

  const again = await startDemo(t, env);
  t.same(await again.look(), before);
  again.child.kill('SIGTERM');
  t.equal(await again.exit(), 0);
});

t.test('a demo touches no database or folder of another installation', async (t) => {
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-demo-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const pointed = start(t, { LOCAL_DIR: localDir, MYSQL_URL: 'mysql://root@localhost/waypost' }, ['--demo']);
  t.equal(await pointed.exit(), 1);
  t.match(pointed.output(), /--demo uses its own MariaDB and Redis: unset MYSQL_URL/);

  await mkdir(path.join(localDir, 'demo'));
  await writeFile(path.join(localDir, 'demo/stores.json'), '{}');
  const env = { LOCAL_DIR: localDir, LINKS_PORT: String(await freePort()), AUTOMATIONS_PORT: String(await freePort()) };
  const other = start(t, env, ['--demo']);
  t.equal(await other.exit(), 1);
  t.match(other.output(), /is not a demo's folder/);
  t.ok(existsSync(path.join(localDir, 'demo/stores.json')));
});
