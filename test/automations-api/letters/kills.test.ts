/**
 * Emails of rules over waits, from processes that are killed at any moment, with a Redis that loses all its data. Each
 * contact gets each email exactly once, and none after unsubscribing. With TEST_LONG=1 these are 20,000 contacts, of
 * whom 1,000 unsubscribe, 20 kills and two flushes; the run then also prints its figures.
 *
 * SMTP leaves one duplicate open: if the connection ends between a server's acceptance and its answer, nobody knows
 * which came first, and the email is sent again with the same Message-ID. Mail servers recognise it by that.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { type AutomationsTables, type Db, tables } from '../../../automations-api/plugins/automations/core/tables.ts';
import { openDb } from '../../../shared/db/db.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { type Killable, startKillable } from '../../fixtures/killable.ts';
import { type MailSink, type SunkMail, startMailSink } from '../../fixtures/mail-sink.ts';
import { addRule } from '../../fixtures/rules.ts';
import { startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const isLong = process.env.TEST_LONG === '1';
const people = isLong ? 20_000 : 300;
const leavers = isLong ? 1_000 : 30;
/** Kills during each of the three emails, and the emails during which Redis is emptied. */
const kills = isLong ? [7, 7, 6] : [1, 1, 1];
const flushes = isLong ? [0, 2] : [1];
/** Emails that a process can be sending at a time. */
const atOnce = 5;
const batch = 300;
const subjects = ['First', 'Second', 'Third'];

const servers = await startServers(t);
const redis = new Redis(servers.redis.url.replace('unix://', ''));
t.teardown(() => redis.disconnect());
const stores = {
  mysqlUrl: servers.mysql.url,
  redisUrl: servers.redis.url,
  redisPrefix: randomBytes(4).toString('hex'),
};

t.test('each contact gets each email once and none after unsubscribing, although processes are killed', async (t) => {
  const { key, rule } = await prepare();
  const sink = await startMailSink(t);
  const settings = { SMTP_URL: sink.url, MAIL_FROM: 'Example <news@letters.example>' };
  const processes = await Promise.all([0, 1].map(() => startKillable(t, stores, key, settings)));
  const raw = openDb<AutomationsTables>(stores.mysqlUrl, { poolSize: 4 });
  t.teardown(() => raw.destroy());
  const db = withPrefix(raw, 'wp_', tables);
  const emails = Array.from({ length: people }, (_, n) => `reader${n}@x.example`);
  // A third of the leavers unsubscribe before the second email, a third before the third, a third at any moment.
  const groups = [0, 1, 2].map((group) => emails.slice(0, leavers).filter((_, n) => n % 3 === group));
  const left = new Map<string, number>();
  const leave = (who: string[]) => leaveAll(sink, processes, who, left);

  for (const [n, subject] of subjects.entries()) {
    const startedAt = Date.now();
    const expected = emails.filter((email) => !left.has(email));
    const isDone = async () => {
      const got = new Set(ofSubject(sink, subject).map(({ to }) => to));
      return expected.every((email) => got.has(email) || left.has(email)) && (await dueRuns(db)) === 0;
    };
    const chaos = killSome(processes, db, kills[n] ?? 0, flushes.includes(n));
    if (n === 0) await addContacts(processes, emails);
    else await endWaits(db, rule);
    if (n === 1) await leave(groups[2] ?? []);
    await chaos;
    await until(isDone);
    if (isLong) report(subject, ofSubject(sink, subject).length, Date.now() - startedAt);
    await leave(n < 2 ? (groups[n] ?? []) : []);
  }
  await until(async () => (await dueRuns(db)) === 0);
  await sleep(2_000);

  const received = new Map<string, SunkMail[]>();
  for (const mail of sink.mails) {
    const name = `${mail.subject} to ${mail.to}`;
    received.set(name, [...(received.get(name) ?? []), mail]);
  }
  const missing = subjects.flatMap((subject, n) =>
    emails
      .filter((email) => !groups.slice(0, n).flat().includes(email) && !groups[2]?.includes(email))
      .filter((email) => !received.has(`${subject} to ${email}`))
      .map((email) => `${subject} to ${email}`),
  );
  t.same(missing, [], 'nothing is lost');
  const doubled = [...received].filter(([, mails]) => new Set(mails.map(({ messageId }) => messageId)).size > 1);
  t.same(
    doubled.map(([name]) => name),
    [],
    'nothing is sent as two emails',
  );
  const unwanted = subjects.flatMap((subject, n) =>
    groups
      .slice(0, Math.min(n, 2))
      .flat()
      .map((email) => `${subject} to ${email}`)
      .filter((name) => received.has(name)),
  );
  t.same(unwanted, [], 'nobody gets an email after unsubscribing');
  const inFlightMs = 10_000;
  const late = sink.mails.filter(({ to, at }) => at > (left.get(to) ?? Number.POSITIVE_INFINITY) + inFlightMs);
  t.same(
    late.map(({ subject, to }) => `${subject} to ${to}`),
    [],
    'nor later, if it was being sent at that moment',
  );
  t.equal(left.size, leavers);
  const repeated = sink.mails.length - received.size;
  const most = atOnce * kills.reduce((sum, n) => sum + n, 0) * processes.length;
  t.ok(repeated <= most, `${repeated} emails were accepted twice, with the same Message-ID`);
  if (isLong)
    console.log(`${sink.mails.length} deliveries, ${received.size} emails, ${repeated} repeated after a kill`);
  for (const process of processes) await process.end('SIGTERM');
});

const ofSubject = ({ mails }: MailSink, subject: string) => mails.filter((mail) => mail.subject === subject);

const report = (subject: string, count: number, ms: number) =>
  console.log(
    `${subject}: ${count} emails in ${(ms / 1_000).toFixed(1)} s, ${Math.round((count / ms) * 1_000)} a second`,
  );

/** Creates three templates, and a rule that sends them with a wait before each but the first. */
async function prepare() {
  const service = await startAutomations(t, {}, stores);
  const ids: number[] = [];
  for (const subject of subjects) {
    const body = `# ${subject}\n\nHello {{ f_name | "there" }},\n\nthis is a text.\n\n[Open](https://example.com/ "button")\n`;
    const { body: answer, text } = await service.post('/template/add', { name: subject, subject, body });
    if (!answer.data) throw new Error(text);
    ids.push(answer.data.template.ID);
  }
  const steps = ids.flatMap((template, n) => [
    ...(n > 0 ? [{ wait: '1 day' }] : []),
    { action: 'send_mail', template },
  ]);
  const { ID } = await addRule(service, { trigger: { event: 'contact.created' }, steps });
  const { key } = service;
  await service.stop();
  return { key, rule: ID as number };
}

/** Repeats a request until a process answers. */
async function insist(processes: Killable[], method: string, path: string, body?: object) {
  for (let n = 0; ; n++) {
    const answer = await (processes[n % processes.length] as Killable).ask(method, path, body).catch(() => undefined);
    if (answer?.status === 200) return;
    if (answer && answer.status < 500 && answer.status !== 429) throw new Error(answer.text);
    await sleep(100);
  }
}

async function addContacts(processes: Killable[], emails: string[]): Promise<void> {
  for (let from = 0; from < emails.length; from += batch) {
    const contacts = emails.slice(from, from + batch).map((email) => ({ email, status: 'subscribed', f_name: 'Ada' }));
    await insist(processes, 'POST', '/contacts/batch', { contacts });
  }
}

/** Unsubscribes contacts by the one-click URL of their email, and notes when each was answered. */
async function leaveAll({ mails }: MailSink, processes: Killable[], who: string[], left: Map<string, number>) {
  for (const email of who) {
    const { unsubscribe } = mails.find(({ to }) => to === email) as SunkMail;
    const { pathname, search } = new URL(unsubscribe);
    await until(async () => {
      for (const { port } of processes) {
        const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
          method: 'POST',
          body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        }).catch(() => undefined);
        if (answer?.ok) return true;
      }
      return false;
    });
    left.set(email, Date.now());
  }
}

/** Counts the runs that do not wait for a later day. */
async function dueRuns(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('automations_rule_runs')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('is_open', '=', true)
    .where('due_at', '<', new Date(Date.now() + 3_600_000))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const endWaits = (db: Db, rule: number) =>
  db
    .updateTable('automations_rule_runs')
    .set({ due_at: new Date(0) })
    .where('rule_id', '=', rule)
    .where('is_open', '=', true)
    .execute();

/** Kills a process, or both at once, at random moments. */
async function killSome(processes: Killable[], db: Db, times: number, isEmptied: boolean) {
  for (let kill = 0; kill < times; kill++) {
    await sleep((isLong ? 3_000 : 300) + Math.random() * (isLong ? 9_000 : 1_200));
    const victims = kill % 2 === 0 ? processes : processes.slice(0, 1);
    await Promise.all(victims.map((one) => one.end('SIGKILL')));
    if (isEmptied && kill === 0) await redis.flushall();
    // Claims of killed processes end after minutes. Only with both killed is it certain whose they are.
    if (victims.length === processes.length) await forgetClaims(db);
    for (const one of victims) await one.start();
  }
}

const forgetClaims = (db: Db) =>
  db
    .updateTable('automations_mails')
    .set({ due_at: new Date(0) })
    .where('status', '=', 'waiting')
    .where('attempts', '>', 0)
    .execute();
