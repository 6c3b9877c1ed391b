/**
 * Emails of rules over waits, from processes that are killed at any moment, while Redis loses all its data and MySQL
 * restarts. Each contact gets each email exactly once, and none after unsubscribing. With TEST_LONG=1 these are 20,000
 * contacts (1,000 of them unsubscribe) and 20 kills of two processes; the run then also prints its figures.
 *
 * SMTP leaves one duplicate open: if a process ends between the server's acceptance and its record, the email is sent
 * again with the same Message-ID, by which mail servers recognise it.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { type AutomationsTables, tables } from '../../../automations-api/plugins/automations/core/tables.ts';
import { openDb } from '../../../shared/db/db.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { insist, type Killable, startKillable } from '../../fixtures/killable.ts';
import { startMailSink } from '../../fixtures/mail-sink.ts';
import { addRule } from '../../fixtures/rules.ts';
import { startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const isLong = process.env.TEST_LONG === '1';
const people = isLong ? 20_000 : 300;
/** Contacts that unsubscribe after the first email, after the second, and while the second is sent. */
const leavers = isLong ? [333, 333, 334] : [10, 10, 10];
/** Kills while each email is sent. Redis loses its data at the first kill of the first and the last email. */
const kills = isLong ? [7, 7, 6] : [1, 1, 1];
const longestPauseMs = isLong ? 12_000 : 1_000;
/** Emails that a process sends at a time. */
const atOnce = 20;
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
const raw = openDb<AutomationsTables>(stores.mysqlUrl, { poolSize: 4 });
t.teardown(() => raw.destroy());
const db = withPrefix(raw, 'wp_', tables);

t.test('each contact gets each email once and none after unsubscribing, even if processes are killed', async (t) => {
  const key = await prepare();
  const sink = await startMailSink(t);
  const settings = { SMTP_URL: sink.url, MAIL_FROM: 'Example <news@letters.example>' };
  const numbers = isLong ? [0, 1] : [0];
  const processes = await Promise.all(numbers.map(() => startKillable(t, stores, key, settings)));
  const emails = Array.from({ length: people }, (_, n) => `reader${n}@x.example`);
  /** Unsubscribed contacts, by the number of emails that they may have received. */
  const left = new Map<string, number>();

  /** Unsubscribes contacts by the one-click URL of their first email. */
  async function leave(count: number, mostEmails: number) {
    const staying = () => sink.mails.filter(({ to, subject }) => subject === 'First' && !left.has(to));
    const found = await until(
      () => [...new Map(staying().map(({ to, unsubscribe }) => [to, unsubscribe]))].slice(0, count),
      ({ length }) => length === count,
    );
    for (const [to, unsubscribe] of found) {
      await unsubscribeBy(unsubscribe, processes);
      left.set(to, mostEmails);
    }
  }

  for (const [n, subject] of subjects.entries()) {
    const startedAt = Date.now();
    if (n > 0) await endWaits();
    if (n === 1) await leave(leavers[2] as number, 2);
    await Promise.all([n === 0 && addContacts(processes, emails), killSome(processes, kills[n] as number, n !== 1)]);
    await until(areWaiting);
    if (n < 2) await leave(leavers[n] as number, n + 1);
    if (isLong)
      console.log(`${subject}: steps done after ${secondsSince(startedAt)} s, ${sink.mails.length} deliveries`);
  }
  const wanted = subjects.flatMap((subject, n) =>
    emails.filter((to) => n === 0 || !left.has(to)).map((to) => `${subject} ${to}`),
  );
  const nameOf = ({ subject, to }: { subject: string; to: string }) => `${subject} ${to}`;
  await until(
    () => new Set(sink.mails.map(nameOf)),
    (got) => wanted.every((name) => got.has(name)),
  );
  await until(async () => (await countWaiting()) === 0);

  t.equal(
    left.size,
    leavers.reduce((sum, count) => sum + count),
  );
  const ids = new Map<string, Set<string>>();
  for (const mail of sink.mails) ids.set(nameOf(mail), (ids.get(nameOf(mail)) ?? new Set()).add(mail.messageId));
  t.same(
    [...ids].filter(([, { size }]) => size > 1).map(([name]) => name),
    [],
    'nothing is sent as two emails',
  );
  const unwanted = subjects.flatMap((subject, n) =>
    [...left].filter(([, mostEmails]) => n >= mostEmails).map(([to]) => `${subject} ${to}`),
  );
  t.same(
    unwanted.filter((name) => ids.has(name)),
    [],
    'nobody gets an email after unsubscribing',
  );
  const repeated = sink.mails.length - ids.size;
  const most = atOnce * processes.length * kills.reduce((sum, count) => sum + count);
  t.ok(repeated <= most, `${repeated} emails were accepted twice, with the same Message-ID`);
  if (isLong) console.log(`${sink.mails.length} deliveries, ${ids.size} emails, ${repeated} repeated after a kill`);
  for (const process of processes) await process.end('SIGTERM');
});

/** Creates three templates, and a rule that sends them with a wait before each but the first. */
async function prepare(): Promise<string> {
  const service = await startAutomations(t, {}, stores);
  const ids: number[] = [];
  for (const subject of subjects) {
    const body = `# ${subject}\n\nHello {{ f_name | "there" }},\n\nthis is a text.\n\n[Open](https://example.com/ "button")\n`;
    const { body: answer, text } = await service.post('/template/add', { name: subject, subject, body });
    if (!answer.data) throw new Error(text);
    ids.push(answer.data.template.ID);
  }
  const sending = ids.map((template) => ({ action: 'send_mail', template }));
  const steps = sending.flatMap((step, n) => (n > 0 ? [{ wait: '1 day' }, step] : [step]));
  await addRule(service, { trigger: { event: 'contact.created' }, steps });
  await service.stop();
  return service.key;
}

async function addContacts(processes: Killable[], emails: string[]): Promise<void> {
  for (let from = 0; from < emails.length; from += batch) {
    const contacts = emails.slice(from, from + batch).map((email) => ({ email, status: 'subscribed', f_name: 'Ada' }));
    await insist(processes, '/contacts/batch', { contacts });
  }
}

async function unsubscribeBy(link: string, processes: Killable[]): Promise<void> {
  const { pathname, search } = new URL(link);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  let n = 0;
  await until(async () => {
    const { port } = processes[n++ % processes.length] as Killable;
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method: 'POST', body }).catch(
      () => {},
    );
    return answer?.ok;
  });
}

/** Kills all processes or one at random moments. Before that, Redis loses its data or MySQL restarts once. */
async function killSome(processes: Killable[], times: number, losesRedis: boolean): Promise<void> {
  for (let kill = 0; kill < times; kill++) {
    await stepsContinue();
    await sleep(Math.random() * longestPauseMs);
    if (kill === 0 && !losesRedis) {
      await servers.mysql.stop();
      await servers.mysql.start();
    }
    const victims = kill % 2 === 0 ? processes : processes.slice(0, 1);
    await Promise.all(victims.map((one) => one.end('SIGKILL')));
    if (kill === 0 && losesRedis) await redis.flushall();
    // Claims of killed processes end after two minutes. The long form waits for that.
    if (!isLong) await endClaims();
    await Promise.all(victims.map((one) => one.start()));
  }
}

const countRuns = () => db.selectFrom('automations_rule_runs').select((e) => e.fn.countAll().as('n'));
const countSteps = () => db.selectFrom('automations_rule_run_steps').select((e) => e.fn.countAll().as('n'));

/** Returns whether all open runs wait for a later day. */
async function areWaiting(): Promise<boolean> {
  const soon = new Date(Date.now() + 3_600_000);
  const due = countRuns().where('is_open', '=', true).where('due_at', '<', soon);
  return Number((await due.executeTakeFirstOrThrow()).n) === 0;
}

/** Waits until steps are performed: a run during which two processes end counts as the cause, and fails. */
async function stepsContinue(): Promise<void> {
  const count = async () => Number((await countSteps().executeTakeFirstOrThrow()).n);
  const before = await count();
  await until(async () => (await count()) > before || (await areWaiting()));
}

const endWaits = () =>
  db
    .updateTable('automations_rule_runs')
    .set({ due_at: new Date(0) })
    .where('is_open', '=', true)
    .execute();

const waitingMails = db.selectFrom('automations_mails').where('status', '=', 'waiting');
const countWaiting = async () =>
  Number((await waitingMails.select((e) => e.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);

const endClaims = () =>
  db
    .updateTable('automations_mails')
    .set({ due_at: new Date(0) })
    .where('status', '=', 'waiting')
    .where('attempts', '>', 0)
    .execute();

const secondsSince = (startedAt: number) => ((Date.now() - startedAt) / 1_000).toFixed(1);
