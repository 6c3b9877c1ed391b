/**
 * Emails a second that rules send to a mail server, from the end of a wait to the server's acceptance: the rule's step, rendering
 * for each contact, the outbox and SMTP. The comparison is nodemailer's pool alone with as many connections and the same messages,
 * in the same run: it renders and stores nothing, and loses its unsent emails when it ends. One service process, the mail server,
 * the client and MariaDB share the machine; MariaDB writes every commit to disk. BENCH_EMAILS is the number of emails in a round,
 * BENCH_ROUNDS the number of rounds.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { createEnds } from '../fixtures/ends.ts';
import { type MailSink, startMailSink } from '../fixtures/mail-sink.ts';
import { until } from '../fixtures/until.ts';
import {
  addContacts,
  type ContactService,
  cpuOfOne,
  loadNow,
  medianOf,
  startContactService,
} from './parts/contact-service.ts';
import { runBench } from './parts/processes.ts';

const emails = Number(process.env.BENCH_EMAILS || 4_000);
const rounds = Number(process.env.BENCH_ROUNDS || 3);
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
const from = 'Example <news@letters.example>';
const body = `# Good to have you here

Hello {{ f_name | "there" }},

thank you for joining us. These three things are worth a minute:

- Complete your profile.
- Say which topics interest you.
- Reply to this email if you have a question.

[Get started](https://example.com/start "button")
`;

/** Lets all contacts wait before the email of a rule. Returns a function that ends the wait. */
async function waitInRule(service: ContactService, round: number): Promise<() => Promise<unknown>> {
  const { ask, db } = service;
  const { template } = await ask('POST', '/template/add', { name: `Round ${round}`, subject: 'Hello', body });
  const { tags } = await ask('POST', '/tag/add', { tags: [`Round ${round}`] });
  const steps = [{ wait: '1 day' }, { action: 'send_mail', template: template.ID }];
  const trigger = { event: 'tag.added', tag: tags[0].ID };
  const { rule } = await ask('POST', '/rule/add', { name: `Round ${round}`, trigger, steps });
  await addContacts(service, emails, [tags[0].ID]);
  const runs = db.selectFrom('automations_rule_runs').where('rule_id', '=', rule.ID);
  await until(async () => {
    const waiting = runs.where('status', '=', 'waiting').select((e) => e.fn.countAll().as('n'));
    return Number((await waiting.executeTakeFirstOrThrow()).n) === emails;
  });
  const ending = db.updateTable('automations_rule_runs').set({ due_at: new Date(0) });
  return () => ending.where('rule_id', '=', rule.ID).execute();
}

/** Sends the same messages as the rule did. */
async function sendByPool({ url, mails }: MailSink): Promise<void> {
  const raw = mails[0]?.text ?? '';
  const transport = createTransport({ url, pool: true, maxConnections: 10, maxMessages: Number.POSITIVE_INFINITY });
  const to = (n: number) => `c${n}@example.com`;
  const all = Array.from({ length: emails }, (_, n) => transport.sendMail({ envelope: { from, to: to(n) }, raw }));
  await Promise.all(all);
  transport.close();
}

await runBench(dir, async () => {
  const ends = createEnds();
  const sink = await startMailSink(ends, { keepsTexts: true });
  const service = await startContactService(dir, { SMTP_URL: sink.url, MAIL_FROM: from });
  await addContacts(service, emails);
  const ways = { 'a rule of Waypost': waitInRule, "nodemailer's pool alone": async () => () => sendByPool(sink) };
  const shown: object[] = [];
  const rates = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [way, prepare] of Object.entries(ways)) {
      const send = await prepare(service, round);
      sink.mails.splice(1);
      const [first, before, startedAt] = [sink.mails.length, service.cpu(), Date.now()];
      await send();
      await until(() => sink.mails.length >= first + emails);
      const rate = Math.round((emails * 1_000) / ((sink.mails.at(-1)?.at ?? 0) - startedAt));
      rates.set(way, [...(rates.get(way) ?? []), rate]);
      shown.push({ way, 'emails a second': rate, ...cpuOfOne(service, before, emails), now: loadNow() });
    }
  }
  console.table(shown);
  for (const [way, all] of rates)
    console.log(`${way}: ${medianOf(all)} emails a second, the median of ${rounds} rounds`);
  console.log(`an email has ${sink.mails[0]?.text.length} bytes`);
  await service.stop();
  await ends.end();
});
