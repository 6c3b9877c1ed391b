/** Emails of contact automation: queued in a transaction, sent once, retried, and deleted with their contact. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { type Db, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import { Mails } from '../../automations-api/plugins/automations/mail/core/mails.ts';
import { forgetOld } from '../../automations-api/plugins/automations/retention.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { inTransaction, openDb } from '../../shared/db/db.ts';
import { type Automations, addContact, migrateAutomations, startAutomations } from '../fixtures/automations.ts';
import { startMailServer } from '../fixtures/mail.ts';
import { service } from '../fixtures/processes.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

/** Returns the outbox, as another plugin would get it. */
const mailsOf = async ({ app }: Automations) =>
  (await app.host.hooks.applyFilters<Mails | undefined>('automations_mails', undefined)) as Mails;

const rowsOf = ({ db }: Automations) => db.selectFrom('automations_mails').selectAll().orderBy('id').execute();
const makeDue = ({ db }: Automations) =>
  db
    .updateTable('automations_mails')
    .set({ due_at: new Date(0) })
    .where('status', '=', 'waiting')
    .execute();

async function startWithMail(t: Test) {
  const mailbox = await startMailServer(t);
  const site = await startAutomations(t, { SMTP_URL: mailbox.url, MAIL_FROM: 'The Shop <shop@shop.example>' });
  return { mailbox, site, mails: await mailsOf(site) };
}

t.test('an email is sent after its transaction commits, and never after a rollback', async (t) => {
  const { mailbox, site, mails } = await startWithMail(t);
  await t.rejects(
    inTransaction(site.db, async (trx) => {
      await mails.queue(trx, { to: 'lost@x.example', subject: 'Lost', text: 'Lost' });
      throw new Error('no');
    }),
  );
  await inTransaction(site.db, (trx) =>
    mails.queue(trx, {
      to: 'ada@x.example',
      subject: 'Zürich',
      text: 'Hello',
      html: '<p>Hello</p>',
      headers: { 'X-Own': '1' },
    }),
  );
  const mail = await mailbox.waitFor('ada@x.example');
  t.equal(mail.subject, 'Zürich');
  t.equal(mail.text?.trim(), 'Hello');
  t.equal(mail.html, '<p>Hello</p>');
  t.equal(mail.from?.text, '"The Shop" <shop@shop.example>');
  t.equal(mail.headers.get('auto-submitted'), 'auto-generated');
  t.equal(mail.headers.get('x-own'), '1');
  const [row] = await rowsOf(site);
  t.equal(mail.messageId, `<automations-mail.${row?.id}@localhost>`);
  await until(async () => (await rowsOf(site))[0]?.status === 'sent');
  t.equal(mailbox.mails.length, 1);
});

t.test('two processes together send each of 40 emails once', async (t) => {
  const stores = await createStores(t);
  const mailbox = await startMailServer(t);
  const settings = { SMTP_URL: mailbox.url };
  const site = await startAutomations(t, settings, stores);
  await startAutomations(t, settings, stores);
  const mails = await mailsOf(site);
  for (let n = 0; n < 40; n++)
    await inTransaction(site.db, (trx) => mails.queue(trx, { to: `m${n}@x.example`, subject: `${n}`, text: '-' }));
  await until(async () => (await rowsOf(site)).every(({ status }) => status === 'sent'));
  t.same(
    mailbox.mails.map(({ subject }) => Number(subject)).sort((a, b) => a - b),
    Array.from({ length: 40 }, (_, n) => n),
  );
});

t.test('an email that the mail server defers is retried, and fails after the last attempt', async (t) => {
  const { mailbox, site, mails } = await startWithMail(t);
  mailbox.rejecting = 450;
  await inTransaction(site.db, (trx) => mails.queue(trx, { to: 'later@x.example', subject: 'Later', text: '-' }));
  const first = async () => (await rowsOf(site))[0];
  await until(async () => (await first())?.last_error !== null);
  const failed = await first();
  t.match(failed, { status: 'waiting', attempts: 1, last_error: /5\.1\.1 <\[email\]>/ });
  t.ok((failed?.due_at as Date) > new Date(), 'it waits for its next try');
  mailbox.rejecting = undefined;
  mailbox.refusing = 550;
  await makeDue(site);
  await until(async () => (await first())?.attempts === 2);
  await until(async () => /not now/.test((await first())?.last_error ?? ''));
  t.match(await first(), { status: 'waiting' }, 'a refused sender needs the operator');
  mailbox.refusing = undefined;
  await makeDue(site);
  await mailbox.waitFor('later@x.example');

  mailbox.rejecting = 450;
  await inTransaction(site.db, (trx) => mails.queue(trx, { to: 'never@x.example', subject: 'Never', text: '-' }));
  await site.db
    .updateTable('automations_mails')
    .set({ attempts: 12 })
    .where('recipient', '=', 'never@x.example')
    .execute();
  await until(async () => (await rowsOf(site))[1]?.status === 'failed');
});

t.test('an email that the mail server refuses permanently is not retried, and is deleted after 90 days', async (t) => {
  const { mailbox, site, mails } = await startWithMail(t);
  mailbox.rejecting = 550;
  await inTransaction(site.db, (trx) => mails.queue(trx, { to: 'nobody@x.example', subject: 'No', text: '-' }));
  await until(async () => (await rowsOf(site))[0]?.status === 'failed');
  t.match((await rowsOf(site))[0], { attempts: 1, last_error: /5\.1\.1/ });
  const forgetIn = (days: number) =>
    forgetOld(site.db, { auditDays: 10_000, timelineDays: 0, eventDays: 0 }, new Date(Date.now() + days * 86_400_000));
  await forgetIn(89);
  t.equal((await rowsOf(site)).length, 1);
  await forgetIn(91);
  t.same(await rowsOf(site), []);
});

t.test(
  'an email is written when it is sent, skipped if no longer needed, and waits without losing an attempt while its kind is unknown',
  async (t) => {
    const { mailbox, site, mails } = await startWithMail(t);
    const queue = (to: string, kind: string, data = {}) =>
      inTransaction(site.db, (trx) => mails.queueKind(trx, { to, kind, data }));
    const queuedAt = new Date();
    await queue('early@x.example', 'greeting', { name: 'Ada' });
    await until(async () => ((await rowsOf(site))[0]?.due_at ?? queuedAt).getTime() > queuedAt.getTime() + 10_000);
    // A claim also changes the due time, and later expires.
    await until(async () => (await rowsOf(site))[0]?.attempts === 0);
    t.match(await rowsOf(site), [{ status: 'waiting', attempts: 0, last_error: null }]);
    const remove = mails.addKind('greeting', async ({ data, to }) =>
      data.name === 'nobody' ? undefined : { subject: `Hello ${data.name}`, text: `${to} secret-token` },
    );
    await makeDue(site);
    t.match(await mailbox.waitFor('early@x.example'), { subject: 'Hello Ada', text: /secret-token/ });
    await queue('none@x.example', 'greeting', { name: 'nobody' });
    await until(async () => (await rowsOf(site))[1]?.status === 'sent');
    t.equal(mailbox.mails.length, 1);
    t.notMatch(JSON.stringify(await rowsOf(site)), 'secret-token', 'the written email is not stored');
    t.throws(() => mails.addKind('greeting', async () => undefined));
    remove();
  },
);

t.test("the outbox's state contains no names or email addresses, and failed emails can be retried", async (t) => {
  const { mailbox, site, mails } = await startWithMail(t);
  const outbox = async () => (await site.get('/mails/outbox')).body.data.outbox;
  const nothing = { waiting: 0, failed: 0, counted_to: 10_000, last_sent_at: null, last_failure: null };
  t.same(await outbox(), nothing);
  mailbox.rejecting = 450;
  await inTransaction(site.db, (trx) => mails.queue(trx, { to: 'ada@x.example', subject: 'Later', text: '-' }));
  await until(async () => (await rowsOf(site))[0]?.last_error !== null);
  const { waiting, last_failure: failure } = await outbox();
  t.equal(waiting, 1);
  t.match(failure, { kind: 'plain', attempts: 1, error: /nobody of this name/, next_try_at: /^\d{4}-/ });
  t.notMatch(JSON.stringify(failure), 'ada@');
  await site.db.updateTable('automations_mails').set({ status: 'failed' }).execute();
  t.match(await outbox(), { waiting: 0, failed: 1, last_failure: { next_try_at: null } });
  mailbox.rejecting = undefined;
  t.equal((await site.post('/mails/retry')).body.data.retried, 1);
  await mailbox.waitFor('ada@x.example');
  await until(async () => (await rowsOf(site))[0]?.status === 'sent');
  t.match(await outbox(), { waiting: 0, failed: 0, last_sent_at: String, last_failure: null });
  t.match((await site.get('/audit?action=mails.retried')).body.data.audit, [{ data: { count: 1 } }]);
});

t.test("a contact's emails are deleted with it", async (t) => {
  const { mailbox, site, mails } = await startWithMail(t);
  mailbox.refusing = 451;
  const contactId = await addContact(site, { email: 'gone@x.example' });
  await inTransaction(site.db, (trx) => mails.queue(trx, { to: 'gone@x.example', subject: '-', text: '-', contactId }));
  t.equal((await rowsOf(site)).length, 1);
  t.equal((await site.del(`/contact/${contactId}`)).status, 200);
  t.equal((await rowsOf(site)).length, 0);
});

t.test('without SMTP_URL an email is written to a file', async (t) => {
  const site = await startAutomations(t);
  const mails = await mailsOf(site);
  await inTransaction(site.db, (trx) => mails.queue(trx, { to: 'file@x.example', subject: 'A file', text: '-' }));
  const dir = path.join(site.config.localDir, 'mail');
  await until(async () => (await readdir(dir).catch(() => [])).length > 0);
  await until(async () => (await rowsOf(site))[0]?.status === 'sent');
  const [file] = (await readdir(dir)) as [string];
  t.match(file, /^automations-0*1\.eml$/);
  t.match(await readFile(path.join(dir, file), 'utf8'), /^To: file@x\.example\r$/m);
});

t.test(
  'an email whose worker was killed is sent once by the next worker, even if Redis has lost all data',
  async (t) => {
    const { mysqlUrl, redisUrl, redisPrefix } = await createStores(t);
    await migrateAutomations(mysqlUrl);
    const pool = openDb<Tables>(mysqlUrl, { poolSize: 2 });
    t.teardown(() => pool.destroy());
    const db = withPrefix(pool as unknown as Db, 'wp_', tables);
    const mailbox = await startMailServer(t);
    mailbox.holding = new Promise(() => {});
    const settings = { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, LOCAL_DIR: t.testdir(), SMTP_URL: mailbox.url };
    const start = async (prefix: string) => {
      const one = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', {
        ...settings,
        REDIS_PREFIX: prefix,
      });
      await one.start();
      return one;
    };
    const find = () => db.selectFrom('automations_mails').selectAll().executeTakeFirstOrThrow();
    const killed = await start(redisPrefix);
    await inTransaction(db, (trx) => new Mails().queue(trx, { to: 'kept@x.example', subject: 'Kept', text: '-' }));
    await until(async () => (await find()).attempts === 1);
    await killed.end('SIGKILL');
    t.match(await find(), { status: 'waiting', attempts: 1 });
    mailbox.holding = undefined;
    await db
      .updateTable('automations_mails')
      .set({ due_at: new Date(0) })
      .execute();
    await start(`${redisPrefix}-new`);
    await mailbox.waitFor('kept@x.example');
    await until(async () => (await find()).status === 'sent');
    t.equal(mailbox.mails.length, 1);
  },
);
