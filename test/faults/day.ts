/**
 * A company's day on a whole installation: two workspaces, a custom domain, links with rules and variants, contacts by import and API,
 * forms, hooks, emails and exports, while databases fail; then an upgrade, a backup and its restore. Everything that was acknowledged
 * is compared with the stored data.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Test } from 'tap';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import type { HostDb } from '../../automations-api/host/tables.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type Db as ContactsDb, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { readConfig } from '../../shared/config/config.ts';
import { databaseOf, withDatabase } from '../../shared/config/mysql-url.ts';
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

/** The first name and the tag or list that contacts of each source get. */
const sources = {
  API: ['Ada', ''],
  import: ['Ada', ''],
  form: ['', 'News'],
  hook: ['', 'Shop'],
  subscription: ['', ''],
} as const;
type Source = keyof typeof sources;

/** One kind of acknowledged thing. */
export type Row = { kind: string; acknowledged: number; missing: string[]; doubled: string[] };
type Say = (line: string) => void;

const defaultDomain = 'go.waypost.test';
const domain = 'go.customer.test';
const subjectOfRule = 'Welcome';
/** The most links in one request. */
const batch = 50;
const insistMs = 300_000;
const faultNames = ['mysql-killed', 'redis-killed', 'mysql-stalled'];
const additive = { 'sql/9000_more.sql': 'ALTER TABLE links ADD COLUMN of_newer INT NULL;\n' };

type Call = { port: number; method?: string; path: string; headers?: Record<string, string>; body?: object };

/** Repeats a request until it is acknowledged. @throws if it is refused for good */
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
  const [dns, sink] = [await startDns(t), await startMailSink(t, { keepsTexts: true })];
  const ports = { links: await freePort(), contacts: await freePort() };
  const settings = {
    ...{ MYSQL_URL: stores.mysqlUrl, REDIS_URL: stores.redisUrl, CERTIFICATE_SECRET: 'the secret of the company' },
    ...{ LINKS_PORT: String(ports.links), AUTOMATIONS_PORT: String(ports.contacts), LINKS_INSTANCES: '2' },
    ...{ METRICS_PORT: String(await freePort()), DRAIN_SECONDS: '2', DEFAULT_SHORT_DOMAIN: defaultDomain },
    ...{ DNS_RESOLVERS: dns.address, SMTP_URL: sink.url, MAIL_FROM: 'Company <news@company.example>' },
    FORM_POSTS_PER_ADDRESS: '10000',
  };
  dns.set(defaultDomain, 'A', '192.0.2.1');
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

/** A link's destinations, those of French visitors, and its clicks. A visit without an answer can have been counted, or not. */
type Link = { urls: string[]; french: string[]; received: number; unknown: number };
/** Links by `host/slug`; contacts by email address, with their source; and answers to visitors that are no redirects. */
type Ledger = { links: Map<string, Link>; contacts: Map<string, Source>; refused: string[] };

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
    const given = Array.from({ length: Math.min(batch, count - from) }, (_, n) => from + n).map((n) => ({
      ...{ slug: `link-${n}`, url: `https://example.com/${n}` },
      domain: which === 1 && n % 2 === 0 ? domain : defaultDomain,
      rules: n % 10 === 0 ? [{ when: { language: 'fr' }, url: `https://example.com/fr/${n}` }] : [],
      variants: n % 7 === 0 ? ['a', 'b'].map((name) => ({ url: `https://example.com/${name}/${n}`, weight: 50 })) : [],
    }));
    const body = given.map(({ domain: host, ...link }) => ({ ...link, ...(host === domain && { domain }) }));
    const { results } = JSON.parse(await links(keys[which] as string, 'POST', '/links/bulk', { links: body }));
    for (const [n, { slug, url, domain: host, rules, variants }] of given.entries()) {
      if (!results[n]?.link) throw new Error(`${slug}: ${JSON.stringify(results[n])}`);
      const urls = variants.length > 0 ? variants.map((variant) => variant.url) : [url];
      const french = rules.length > 0 ? rules.map((rule) => rule.url) : urls;
      ledger.links.set(`${host}/${slug}`, { urls, french, received: 0, unknown: 0 });
    }
  }
}

const visitLink = ({ ports }: Company, name: string, method: string, language = 'en') => {
  const [host = '', slug = ''] = name.split('/');
  const headers = { Host: host, 'User-Agent': agents.firefox, 'Accept-Language': language };
  return request({ port: ports.links, method, path: `/${slug}`, headers }, 10_000);
};

/** Visits the links that exist, one after the other, until `isOver`. A process can know a new link a moment later. */
async function visit(company: Company, { links, refused }: Ledger, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const [name, link] of links) {
      if (isOver()) return;
      const answer = await visitLink(company, name, 'GET');
      if (answer === 'no answer') link.unknown++;
      else if (answer === 'refused') refused.push(`${name}: ${answer}`);
      else if (answer.status === 302) link.received++;
      else if (answer.status !== 404) refused.push(`${name}: ${answer.status}`);
      await sleep(5);
    }
    await sleep(5);
  }
}

/** Adds one half by an import, the other by the API. */
async function addPeople({ people, ports, contactKey }: Company, count: number, ledger: Ledger): Promise<void> {
  const emails = Array.from({ length: count }, (_, n) => `person${n}@people.example`);
  const [imported, others] = [emails.slice(0, Math.floor(count / 2)), emails.slice(Math.floor(count / 2))];
  const answer = await fetch(
    `http://127.0.0.1:${ports.contacts}/wp-json/automations/import/add?api_key=${contactKey}&name=people.csv`,
    { method: 'POST', body: ['email,first name', ...imported.map((email) => `${email},Ada`), ''].join('\n') },
  );
  const started = (await answer.json()) as { data: { import: { ID: number } } };
  for (let from = 0; from < others.length; from += batch) {
    const contacts = others.slice(from, from + batch).map((email) => ({ email, f_name: 'Ada' }));
    await people('POST', '/contacts/batch', { contacts });
    for (const { email } of contacts) ledger.contacts.set(email, 'API');
  }
  await until(async () => (await people('GET', `/import/${started.data.import.ID}`)).import.status === 'done');
  for (const email of imported) ledger.contacts.set(email, 'import');
}

/** Adds contacts by a form and a hook, and subscribers; a rule sends one email to each subscriber. */
async function receiveMessages(company: Company, count: number, ledger: Ledger): Promise<void> {
  const { people, ports, config } = company;
  const { template } = await people('POST', '/template/add', {
    name: 'Welcome',
    subject: subjectOfRule,
    body: 'Hello',
  });
  const list: number = (await people('POST', '/list/add', { lists: ['News'] })).lists[0].ID;
  const tag: number = (await people('POST', '/tag/add', { tags: ['Shop'] })).tags[0].ID;
  await people('POST', '/rule/add', {
    ...{ name: 'Welcome', trigger: { event: 'contact.created' } },
    steps: [{ action: 'send_mail', template: template.ID }],
  });
  const { form } = await people('POST', '/form/add', { name: 'News', slug: 'news', fields: ['email'], lists: [list] });
  const { hook } = await people('POST', '/hook/add', { name: 'Shop', mapping: { email: 'email', tags: [tag] } });
  const site = `http://127.0.0.1:${ports.contacts}`;
  const visitor = await openVisitor({ site, config } as Parameters<typeof openVisitor>[0]);
  for (let n = 0; n < count; n++) {
    const [byForm, byHook] = [`form${n}@people.example`, `hook${n}@people.example`];
    await again(() => visitor.send(form, { email: byForm }));
    await insist({ port: ports.contacts, method: 'POST', path: new URL(hook.url).pathname, body: { email: byHook } });
    ledger.contacts.set(byHook, 'hook');
  }
  for (let n = 0; n < count; n++) await confirm(company, `form${n}@people.example`, ledger);
  const readers = Array.from({ length: count }, (_, n) => `reader${n}@people.example`);
  for (let from = 0; from < count; from += batch) {
    const contacts = readers.slice(from, from + batch).map((email) => ({ email, status: 'subscribed' }));
    await people('POST', '/contacts/batch', { contacts });
    for (const { email } of contacts) ledger.contacts.set(email, 'subscription');
  }
}

/** Opens the link in the email that a form's visitor gets. */
async function confirm({ sink, ports }: Company, email: string, ledger: Ledger): Promise<void> {
  const [, token] = await until(() => {
    const mail = sink.mails.find(({ to, text }) => to === email && text.includes('/forms/confirm'));
    return /\/forms\/confirm\?token=([\w.~-]+)/.exec(mail?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '');
  });
  const url = `http://127.0.0.1:${ports.contacts}/forms/confirm?token=${token}`;
  await again(() => fetch(url, { method: 'POST', body: '' }));
  ledger.contacts.set(email, 'form');
}

/** Repeats a visitor's request until it is acknowledged. */
async function again(send: () => Promise<{ status: number }>): Promise<void> {
  let last: unknown;
  for (const until = performance.now() + insistMs; performance.now() < until; await sleep(300)) {
    const answer = await send().catch((error) => ({ status: 599, error }));
    if (answer.status < 400) return;
    last = answer;
  }
  throw new Error(`never acknowledged: ${inspect(last)}`);
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
  const ledger: Ledger = { links: new Map(), contacts: new Map(), refused: [] };
  await connectDomain(company);
  let isOver = false;
  t.teardown(() => {
    isOver = true;
  });
  const visits = visit(company, ledger, () => isOver);
  say(`${day.links} links, ${day.people} contacts, ${3 * day.messages} messages, with faults …`);
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
  await backUpAndRestore(company, services.stop, say);
  await startInstallation(t, place);
  return [...(await compareAll(company, ledger, exported)), ...(await visitAll(company, ledger))];
}

/** Restores a backup after all data is deleted. */
async function backUpAndRestore({ place, mysqlUrl, config }: Company, stop: () => unknown, say: Say): Promise<void> {
  say('a backup …');
  const backups = path.join(place.root, 'var/backups/waypost');
  await mkdir(backups, { recursive: true });
  await expectRun(place.run('backup', backups));
  await stop();
  say('its restore …');
  const database = databaseOf(mysqlUrl);
  await rowsOf(mysqlUrl, `DROP DATABASE ${database}`);
  await rowsOf(withDatabase(mysqlUrl, 'mysql'), `CREATE DATABASE ${database}`);
  await rm(config.localDir, { recursive: true });
  await mkdir(config.localDir, { mode: 0o700 });
  const [backup = ''] = await readdir(backups);
  await expectRun(place.run('restore', path.join(backups, backup)));
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
async function untilSettled({ mysqlUrl, sink }: Company, { links, contacts }: Ledger): Promise<void> {
  const received = [...links.values()].reduce((sum, link) => sum + link.received, 0);
  await until(
    async () => Number((await rowsOf(mysqlUrl, 'SELECT SUM(clicks) AS n FROM click_hours'))[0]?.n) >= received,
  );
  const wanted = namesBy('subscription', contacts);
  const isSent = () => {
    const sent = new Set(emailsOf(sink));
    return wanted.every((email) => sent.has(email));
  };
  await until(isSent);
}

async function compareAll({ mysqlUrl, sink }: Company, ledger: Ledger, exported: string[]): Promise<Row[]> {
  const { links, contacts, refused } = ledger;
  const stored = await rowsOf(
    mysqlUrl,
    `SELECT CONCAT(COALESCE(d.hostname, '${defaultDomain}'), '/', l.slug) AS name, ` +
      'COALESCE((SELECT SUM(clicks) FROM click_hours c WHERE c.link_id = l.id), 0) AS clicks ' +
      'FROM links l LEFT JOIN domains d ON d.id = l.domain_id',
  );
  const people = await rowsOf(
    mysqlUrl,
    "SELECT CONCAT(c.email, ' ', c.f_name, ' ', COALESCE(GROUP_CONCAT(t.name), '')) AS name FROM wp_automations_contacts c " +
      'LEFT JOIN wp_automations_contact_terms u ON u.contact_id = c.id ' +
      'LEFT JOIN wp_automations_terms t ON t.id = u.term_id GROUP BY c.id',
  );
  const peopleBy = (source: Source) => namesBy(source, contacts).map((email) => [email, ...sources[source]].join(' '));
  const storedPeople = people.map(({ name }) => String(name));
  const clicksOf = new Map(stored.map(({ name, clicks }) => [String(name), Number(clicks)]));
  const off = (isWrong: (clicks: number, link: Link) => boolean) =>
    [...links]
      .filter(([name, link]) => isWrong(clicksOf.get(name) ?? 0, link))
      .map(([name, { received, unknown }]) => `${name}: ${clicksOf.get(name)} instead of ${received} + ${unknown}?`);
  const received = [...links.values()].reduce((sum, link) => sum + link.received, 0);
  return [
    compareNames(
      'links',
      [...links.keys()],
      stored.map(({ name }) => String(name)),
    ),
    { kind: 'redirects', acknowledged: received + refused.length, missing: refused, doubled: [] },
    {
      ...{ kind: 'clicks', acknowledged: received },
      missing: off((clicks, link) => clicks < link.received),
      doubled: off((clicks, link) => clicks > link.received + link.unknown),
    },
    ...(Object.keys(sources) as Source[]).map((source) =>
      compareNames(`contacts by ${source}`, peopleBy(source), storedPeople),
    ),
    compareNames(
      'lines of exports',
      [
        ...[...links.keys()].map((name) => `link ${name.split('/')[1]}`),
        ...[...contacts.keys()].map((email) => `contact ${email}`),
      ],
      exported,
    ),
    compareNames('emails', namesBy('subscription', contacts), emailsOf(sink)),
  ];
}

/** Checks each link's rules and variants at the restored installation. */
async function visitAll(company: Company, { links }: Ledger): Promise<Row[]> {
  const wrong: string[] = [];
  for (const [name, { urls, french }] of links) {
    for (const [language, allowed] of [['en', urls] as const, ['fr', french] as const]) {
      const answer = await visitLink(company, name, 'HEAD', language);
      const location = typeof answer === 'string' ? answer : String(answer.location);
      if (!allowed.includes(location)) wrong.push(`${name} in ${language} → ${location}`);
    }
  }
  return [{ kind: 'redirects after the restore', acknowledged: 2 * links.size, missing: wrong, doubled: [] }];
}

const namesBy = (source: Source, contacts: Ledger['contacts']) =>
  [...contacts].filter(([, one]) => one === source).map(([email]) => email);

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
