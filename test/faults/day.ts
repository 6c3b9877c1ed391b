/**
 * A company's day on a whole installation: two workspaces, a custom domain, links with rules and variants, contacts by import and API,
 * forms, hooks, emails and exports, while databases fail; then an upgrade, a backup and its restore. Everything that was acknowledged
 * is compared with the stored data.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import type { HostDb } from '../../automations-api/host/tables.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type Db as ContactsDb, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { readConfig } from '../../shared/config/config.ts';
import { openDb } from '../../shared/db/db.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { agents } from '../fixtures/clicks.ts';
import { addWorkspace } from '../fixtures/daemon.ts';
import { setRecords, startDns } from '../fixtures/dns.ts';
import { openVisitor } from '../fixtures/forms.ts';
import { type MailSink, startMailSink } from '../fixtures/mail-sink.ts';
import { freePort } from '../fixtures/processes.ts';
import { makeInstallation, makeRelease, startInstallation } from '../fixtures/release-folders.ts';
import { rowsOf } from '../fixtures/tables.ts';
import { until } from '../fixtures/until.ts';
import { request } from './client.ts';
import { faults, type Lengths } from './faults.ts';
import type { System } from './site.ts';
import { startStores } from './stores.ts';

/** `people`: contacts by import and API. `messages`: by a form, and as many by a hook. */
export type Day = { links: number; people: number; messages: number; lengths: Lengths };
export const wholeDay: Day = {
  ...{ links: 10_000, people: 20_000, messages: 500 },
  lengths: { brief: 20_000, away: 0, killing: 0 },
};
export const shortDay: Day = {
  ...{ links: 300, people: 300, messages: 10 },
  lengths: { brief: 2_000, away: 0, killing: 0 },
};

/** One kind of acknowledged thing. */
export type Row = { kind: string; acknowledged: number; missing: string[]; doubled: string[] };
type Say = (line: string) => void;

const domain = 'go.customer.test';
const subjectOfRule = 'Welcome';
/** The most links in one request. */
const batch = 50;
const insistMs = 300_000;
const faultNames = ['mysql-killed', 'redis-killed', 'mysql-stalled'];
const additive = { 'sql/9000_more.sql': 'ALTER TABLE links ADD COLUMN of_newer INT NULL;\n' };

type Call = { port: number; method?: string; path: string; headers?: Record<string, string>; body?: object };

/** Repeats a request until it is acknowledged. @throws at an answer that is no temporary failure */
async function insist(call: Call): Promise<string> {
  const headers = { ...call.headers, 'Idempotency-Key': randomUUID() };
  for (const until = performance.now() + insistMs; performance.now() < until; await sleep(300)) {
    const answer = await request({ ...call, headers }, 60_000);
    if (typeof answer === 'string') continue;
    if (answer.status < 400) return answer.body;
    if (![409, 429, 503].includes(answer.status)) {
      throw new Error(`${call.path}: ${answer.status} ${answer.body.slice(0, 300)}`);
    }
  }
  throw new Error(`${call.path}: never acknowledged`);
}

async function openCompany(t: Pick<Test, 'teardown'>) {
  const stores = await startStores(t, 'single');
  const [mysqlUrl] = stores.lookUrls as [string];
  await migrate(mysqlUrl);
  await migrateAutomations(mysqlUrl);
  const [dns, sink] = [await startDns(t), await startMailSink(t)];
  const ports = { links: await freePort(), contacts: await freePort() };
  const settings = {
    ...{ MYSQL_URL: stores.mysqlUrl, REDIS_URL: stores.redisUrl, CERTIFICATE_SECRET: 'the secret of the company' },
    ...{ LINKS_PORT: String(ports.links), AUTOMATIONS_PORT: String(ports.contacts), LINKS_INSTANCES: '2' },
    ...{ METRICS_PORT: String(await freePort()), DRAIN_SECONDS: '2', DEFAULT_SHORT_DOMAIN: 'go.waypost.test' },
    ...{ DNS_RESOLVERS: dns.address, SMTP_URL: sink.url, MAIL_FROM: 'Company <news@company.example>' },
  };
  dns.set('go.waypost.test', 'A', '192.0.2.1');
  const db = openDb<Tables>(mysqlUrl, { poolSize: 2 });
  const contacts = withPrefix(db as unknown as HostDb as unknown as ContactsDb, 'wp_', tables);
  const keys = [await addWorkspace(db, 'unlimited'), await addWorkspace(db, 'unlimited')].map(({ key }) => key);
  const { key: contactKey } = await insertApiKey(contacts, 'full', '', new Date());
  await db.destroy();
  const place = await makeInstallation(t, '1.0.0', settings, { whole: true });
  const services = await startInstallation(t, place);
  const links = (key: string, method: string, at: string, body?: object) =>
    insist({
      port: ports.links,
      method,
      path: `/api${at}`,
      headers: { Authorization: `Bearer ${key}` },
      ...(body && { body }),
    });
  const people = async (method: string, at: string, body?: object) => {
    const headers = { 'X-API-Key': contactKey };
    return JSON.parse(
      await insist({ port: ports.contacts, method, path: `/wp-json/automations${at}`, headers, ...(body && { body }) }),
    ).data;
  };
  const config = readConfig({ ...settings, LOCAL_DIR: path.join(place.root, 'var/lib/waypost') });
  return { stores, mysqlUrl, dns, sink, ports, keys, contactKey, place, services, links, people, config };
}
type Company = Awaited<ReturnType<typeof openCompany>>;

/** Destinations by `host/slug`, and clicks; contacts by source. */
type Ledger = { links: Map<string, string>; clicks: Map<string, number>; contacts: Map<string, string> };

async function connectDomain({ links, keys, dns }: Company): Promise<void> {
  const [, key = ''] = keys;
  const shown = JSON.parse(await links(key, 'POST', '/domains', { hostname: domain }));
  setRecords(dns, shown);
  await links(key, 'POST', `/domains/${shown.id}/verify`);
}

/** Creates the links: every tenth has a rule, every seventh has variants; every other one of the second workspace is on its domain. */
async function createLinks({ links, keys }: Company, count: number, ledger: Ledger): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    const which = (from / batch) % 2;
    const body = Array.from({ length: Math.min(batch, count - from) }, (_, n) => from + n).map((n) => ({
      ...{ slug: `link-${n}`, url: `https://example.com/${n}` },
      ...(which === 1 && n % 2 === 0 && { domain }),
      ...(n % 10 === 0 && { rules: [{ when: { language: 'fr' }, url: `https://example.com/fr/${n}` }] }),
      ...(n % 7 === 0 && {
        variants: ['a', 'b'].map((name) => ({ url: `https://example.com/${name}/${n}`, weight: 50 })),
      }),
    }));
    const { results } = JSON.parse(await links(keys[which] as string, 'POST', '/links/bulk', { links: body }));
    for (const [n, { link, error }] of results.entries()) {
      if (!link) throw new Error(`link-${from + n}: ${JSON.stringify(error)}`);
      ledger.links.set(`${body[n]?.domain ?? 'go.waypost.test'}/${link.slug}`, link.url);
    }
  }
}

/** Visits each link that exists, until `isOver`. */
async function visit({ ports }: Company, ledger: Ledger, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++, await sleep(5)) {
    const [name = ''] = [...ledger.links.keys()].slice(n % Math.max(1, ledger.links.size));
    const [host = '', slug = ''] = name.split('/');
    if (!slug) continue;
    const headers = { Host: host, 'User-Agent': agents.firefox };
    const answer = await request({ port: ports.links, path: `/${slug}`, headers }, 10_000);
    if (typeof answer === 'object' && answer.status === 302)
      ledger.clicks.set(name, (ledger.clicks.get(name) ?? 0) + 1);
  }
}

/** Adds one half by an import, the other by the API. */
async function addPeople({ people, ports, contactKey }: Company, count: number, ledger: Ledger): Promise<void> {
  const emails = Array.from({ length: count }, (_, n) => `person${n}@people.example`);
  const half = Math.floor(count / 2);
  const csv = `email,first name\n${emails
    .slice(0, half)
    .map((email) => `${email},Ada\n`)
    .join('')}`;
  const answer = await fetch(
    `http://127.0.0.1:${ports.contacts}/wp-json/automations/import/add?api_key=${contactKey}&name=people.csv`,
    { method: 'POST', body: csv },
  );
  const started = (await answer.json()) as { data: { import: { ID: number } } };
  for (let from = half; from < count; from += batch) {
    const some = emails.slice(from, from + batch);
    await people('POST', '/contacts/batch', { contacts: some.map((email) => ({ email, f_name: 'Ada' })) });
    for (const email of some) ledger.contacts.set(email, 'API');
  }
  await until(async () => (await people('GET', `/import/${started.data.import.ID}`)).import.status === 'done');
  for (const email of emails.slice(0, half)) ledger.contacts.set(email, 'import');
}

/** Contacts by a form and a hook, and subscribers, to each of whom a rule sends one email. */
async function receiveMessages(company: Company, count: number, ledger: Ledger): Promise<void> {
  const { people, ports, config } = company;
  const { template } = await people('POST', '/template/add', {
    name: 'Welcome',
    subject: subjectOfRule,
    body: 'Hello',
  });
  const { list } = { list: (await people('POST', '/list/add', { lists: ['News'] })).lists[0].ID as number };
  const { tag } = { tag: (await people('POST', '/tag/add', { tags: ['Shop'] })).tags[0].ID as number };
  await people('POST', '/rule/add', {
    ...{ name: 'Welcome', trigger: { event: 'contact.created' } },
    steps: [{ action: 'send_mail', template: template.ID }],
  });
  const { form } = await people('POST', '/form/add', { name: 'News', slug: 'news', fields: ['email'], lists: [list] });
  const { hook } = await people('POST', '/hook/add', { name: 'Shop', mapping: { email: 'email' }, tags: [tag] });
  const site = `http://127.0.0.1:${ports.contacts}`;
  const visitor = await openVisitor({ site, config } as Parameters<typeof openVisitor>[0]);
  for (let n = 0; n < count; n++) {
    const [byForm, byHook] = [`form${n}@people.example`, `hook${n}@people.example`];
    await again(async () => (await visitor.send(form, { email: byForm })).status < 400);
    ledger.contacts.set(byForm, 'form');
    await insist({ port: ports.contacts, method: 'POST', path: new URL(hook.url).pathname, body: { email: byHook } });
    ledger.contacts.set(byHook, 'hook');
  }
  const readers = Array.from({ length: count }, (_, n) => `reader${n}@people.example`);
  for (let from = 0; from < count; from += batch) {
    const contacts = readers.slice(from, from + batch).map((email) => ({ email, status: 'subscribed' }));
    await people('POST', '/contacts/batch', { contacts });
    for (const { email } of contacts) ledger.contacts.set(email, 'subscription');
  }
}

async function again(work: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + insistMs; performance.now() < until; await sleep(300)) {
    if (await work().catch(() => false)) return;
  }
  throw new Error('never acknowledged');
}

async function failAll({ stores }: Company, lengths: Lengths, say: Say): Promise<void> {
  for (const fault of faults.filter(({ name }) => faultNames.includes(name))) {
    await sleep(lengths.brief);
    say(`fault: ${fault.says} …`);
    const system = { stores } as System;
    await fault.begin(system);
    await fault.lasts(lengths, system);
    await fault.end(system);
  }
}

/** Lives the day. Returns a row for each kind of acknowledged thing. */
export async function liveDay(t: Pick<Test, 'teardown'>, day: Day, say: Say): Promise<Row[]> {
  say('starting databases and Waypost 1.0.0 …');
  const company = await openCompany(t);
  const { place, services } = company;
  const ledger: Ledger = { links: new Map(), clicks: new Map(), contacts: new Map() };
  await connectDomain(company);
  let isOver = false;
  t.teardown(() => {
    isOver = true;
  });
  const visits = visit(company, ledger, () => isOver);
  say(`${day.links} links, ${day.people} contacts, ${2 * day.messages} messages, with faults …`);
  await Promise.all([
    createLinks(company, day.links, ledger),
    addPeople(company, day.people, ledger).then(() => receiveMessages(company, day.messages, ledger)),
    failAll(company, day.lengths, say),
  ]);
  say('exporting …');
  const exported = await exportAll(company);
  say('upgrading to 1.0.1 …');
  const folder = path.join(place.root, 'made/1.0.1');
  await makeRelease(folder, '1.0.1', { files: additive, whole: true });
  await expectRun(place.run('upgrade', folder, '--yes', '--no-backup'));
  isOver = true;
  await visits;
  await untilSettled(company, ledger);
  say('a backup, and its restore …');
  const backups = path.join(place.root, 'var/backups/waypost');
  await mkdir(backups, { recursive: true });
  await expectRun(place.run('backup', backups));
  await services.stop();
  const [backup = ''] = await readdir(backups);
  await expectRun(place.run('restore', path.join(backups, backup), '--force'));
  return compareAll(company, ledger, exported);
}

async function expectRun(running: ReturnType<Company['place']['run']>): Promise<void> {
  const { code, output } = await running;
  if (code !== 0) throw new Error(output);
}

async function exportAll({ keys, ports, contactKey }: Company): Promise<string[]> {
  const linesOf = async (port: number, at: string, headers: Record<string, string>) => {
    const text = await (await fetch(`http://127.0.0.1:${port}${at}`, { headers })).text();
    return text
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  const links = await Promise.all(
    keys.map((key) => linesOf(ports.links, '/api/links/export?format=jsonl', { Authorization: `Bearer ${key}` })),
  );
  const contacts = await linesOf(ports.contacts, '/wp-json/automations/contacts/export?format=jsonl', {
    'X-API-Key': contactKey,
  });
  return [...links.flat().map(({ slug }) => `link ${slug}`), ...contacts.map(({ email }) => `contact ${email}`)];
}

/** Waits until all clicks are stored and all emails are sent. */
async function untilSettled({ mysqlUrl, sink }: Company, { clicks, contacts }: Ledger): Promise<void> {
  const received = [...clicks.values()].reduce((sum, n) => sum + n, 0);
  await until(
    async () => Number((await rowsOf(mysqlUrl, 'SELECT SUM(clicks) AS n FROM click_hours'))[0]?.n) >= received,
  );
  const wanted = readersOf(contacts);
  await until(() => wanted.every((email) => sink.mails.some(({ to }) => to === email)));
}

async function compareAll({ mysqlUrl, sink }: Company, ledger: Ledger, exported: string[]): Promise<Row[]> {
  const links = await rowsOf(
    mysqlUrl,
    "SELECT CONCAT(COALESCE(d.hostname, 'go.waypost.test'), '/', l.slug) AS name, l.url, " +
      'COALESCE((SELECT SUM(clicks) FROM click_hours c WHERE c.link_id = l.id), 0) AS clicks ' +
      'FROM links l LEFT JOIN domains d ON d.id = l.domain_id',
  );
  const contacts = await rowsOf(mysqlUrl, 'SELECT email FROM wp_automations_contacts');
  const clicksOf = new Map(links.map(({ name, clicks }) => [String(name), Number(clicks)]));
  const rows = [
    compareNames(
      'links',
      [...ledger.links].map(([name, url]) => `${name} → ${url}`),
      links.map(({ name, url }) => `${name} → ${url}`),
    ),
    ...['API', 'import', 'form', 'hook', 'subscription'].map((source) =>
      compareNames(
        `contacts by ${source}`,
        [...ledger.contacts].filter(([, one]) => one === source).map(([email]) => email),
        contacts.map(({ email }) => String(email)),
      ),
    ),
    compareNames(
      'lines of exports',
      [
        ...[...ledger.links.keys()].map((name) => `link ${name.split('/')[1]}`),
        ...[...ledger.contacts.keys()].map((email) => `contact ${email}`),
      ],
      exported,
    ),
    compareNames('emails', readersOf(ledger.contacts), emailsOf(sink)),
  ];
  const off = (isWrong: (stored: number, received: number) => boolean) =>
    [...ledger.clicks]
      .filter(([name, n]) => isWrong(clicksOf.get(name) ?? 0, n))
      .map(([name, n]) => `${name}: ${clicksOf.get(name)} instead of ${n}`);
  const acknowledged = [...ledger.clicks.values()].reduce((sum, n) => sum + n, 0);
  return [...rows, { kind: 'clicks', acknowledged, missing: off((stored, n) => stored < n), doubled: [] }];
}

const readersOf = (contacts: Ledger['contacts']) =>
  [...contacts].filter(([, source]) => source === 'subscription').map(([email]) => email);

/** An email that is accepted twice with the same Message-ID is one email. */
const emailsOf = ({ mails }: MailSink) => [
  ...new Map(
    mails.filter(({ subject }) => subject === subjectOfRule).map(({ messageId, to }) => [messageId, to]),
  ).values(),
];

function compareNames(kind: string, acknowledged: string[], stored: string[]): Row {
  const counts = new Map<string, number>();
  for (const name of stored) counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    ...{ kind, acknowledged: acknowledged.length },
    missing: acknowledged.filter((name) => !counts.has(name)),
    doubled: acknowledged.filter((name) => (counts.get(name) ?? 0) > 1),
  };
}
