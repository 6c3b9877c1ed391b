/**
 * Emails a second that rules send to a mail server, from the end of a wait to the server's acceptance: the rule's step, rendering
 * for each contact, the outbox and SMTP. The same messages through nodemailer's pool alone are the comparison: it renders nothing,
 * stores nothing, and loses what it has not sent when it ends. One service process, the mail server, the client and MariaDB share
 * the machine; MariaDB writes every commit to disk. BENCH_EMAILS is the number of emails.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type AutomationsTables, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { migrateAutomations, request } from '../fixtures/automations.ts';
import { createEnds } from '../fixtures/ends.ts';
import { startMailSink } from '../fixtures/mail-sink.ts';
import { service } from '../fixtures/processes.ts';
import { until } from '../fixtures/until.ts';

const emails = Number(process.env.BENCH_EMAILS || 4_000);
const batch = 400;
const body = `# Good to have you here

Hello {{ f_name | "there" }},

thank you for joining us. These three things are worth a minute:

- Complete your profile.
- Say which topics interest you.
- Reply to this email if you have a question.

[Get started](https://example.com/start "button")
`;

const ends = createEnds();
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-emails-'));
ends.teardown(() => rmSync(dir, { recursive: true, force: true }));
const options = { dir, durable: true, report: () => {} };
const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
for (const server of [mysql, redis]) {
  ends.teardown(() => server.kill('SIGKILL'));
  await server.start();
}
await migrateAutomations(mysql.url);
const raw = openDb<AutomationsTables>(mysql.url, { poolSize: 4 });
ends.teardown(() => raw.destroy());
const db = withPrefix(raw, 'wp_', tables);
const { key } = await insertApiKey(db, 'full', '', new Date());

const sink = await startMailSink(ends, { keepsTexts: true });
const api = await service(ends, 'automations-api/server.js', 'AUTOMATIONS_PORT', {
  MYSQL_URL: mysql.url,
  REDIS_URL: redis.url,
  LOCAL_DIR: path.join(dir, 'local'),
  CERTIFICATE_SECRET: randomBytes(16).toString('hex'),
  SMTP_URL: sink.url,
  MAIL_FROM: 'Example <news@letters.example>',
  LOG_LEVEL: 'warn',
});
await api.start();

async function post(below: string, given: object) {
  const url = `http://127.0.0.1:${api.port}/wp-json/automations${below}?api_key=${key}`;
  const { status, text, body: answer } = await request(url, 'POST', given);
  if (status !== 200) throw new Error(text);
  return answer.data;
}

async function sendByRule(): Promise<number> {
  const { template } = await post('/template/add', { name: 'Bench', subject: 'Hello {{ f_name | "you" }}', body });
  const steps = [{ wait: '1 day' }, { action: 'send_mail', template: template.ID }];
  const { rule } = await post('/rule/add', { name: 'Bench', trigger: { event: 'contact.created' }, steps });
  for (let from = 0; from < emails; from += batch) {
    const contacts = Array.from({ length: Math.min(batch, emails - from) }, (_, n) => ({
      email: `reader${from + n}@x.example`,
      f_name: `Ada ${from + n}`,
      status: 'subscribed',
    }));
    await post('/contacts/batch', { contacts });
  }
  const runs = () => db.selectFrom('automations_rule_runs').where('rule_id', '=', rule.ID);
  await until(async () => {
    const { n } = await runs()
      .where('due_at', '>', new Date(Date.now() + 3_600_000))
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n) === emails;
  });
  const startedAt = Date.now();
  await db
    .updateTable('automations_rule_runs')
    .set({ due_at: new Date(0) })
    .where('rule_id', '=', rule.ID)
    .execute();
  await until(() => sink.mails.length >= emails);
  return emails / ((Math.max(...sink.mails.map(({ at }) => at)) - startedAt) / 1_000);
}

/** Sends messages of the same size as a user of nodemailer would. */
async function sendByPool(): Promise<number> {
  const sample = sink.mails[0]?.text ?? '';
  const transport = createTransport({ url: sink.url, pool: true, maxConnections: 3 });
  const html = 'x'
    .repeat(72)
    .concat('\n')
    .repeat(Math.ceil(sample.length / 73));
  const before = sink.mails.length;
  const startedAt = Date.now();
  await Promise.all(
    Array.from({ length: emails }, (_, n) =>
      transport.sendMail({ from: 'news@letters.example', to: `reader${n}@x.example`, subject: `Hello Ada ${n}`, html }),
    ),
  );
  await until(() => sink.mails.length >= before + emails);
  transport.close();
  return emails / ((Date.now() - startedAt) / 1_000);
}

try {
  const byRule = await sendByRule();
  const byPool = await sendByPool();
  console.table([
    { way: 'a rule of Waypost', 'emails a second': Math.round(byRule) },
    { way: "nodemailer's pool alone", 'emails a second': Math.round(byPool) },
  ]);
  console.log(`${emails} emails of ${sink.mails[0]?.text.length} bytes`);
} finally {
  await ends.end();
}
process.exit(0);
