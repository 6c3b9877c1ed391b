/** Guarantees for emails that rules send: who gets them, once, when, and how they are counted. */
import fc from 'fast-check';
import { endOfQuiet } from '../../../automations-api/plugins/letters/sending/quiet-time.ts';
import { addContact, addTerms, type Body, request, startAutomations } from '../../fixtures/automations.ts';
import { startMailServer, tokenIn } from '../../fixtures/mail.ts';
import { addRule, endWaits, untilRuns } from '../../fixtures/rules.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const mailbox = await startMailServer(t);
const service = await startAutomations(t, { SMTP_URL: mailbox.url });
const { get, post, del, site, db, app } = service;
const [tag] = (await addTerms(service, 'tag', ['Start'])) as [number];
const options = app.host.options.forPlugin('letters');

const given = {
  name: 'Welcome',
  subject: 'Hello {{ first_name | "there" }}',
  body: 'Hi',
  from_name: 'Shop',
  reply_to: 're@x.example',
};
const addTemplate = async (name = given.name): Promise<number> =>
  (await post('/template/add', { ...given, name })).body.data.template.ID;
const template = await addTemplate();
const counts = async (id = template) => (await get(`/template/${id}`)).body.data.template;
const trigger = { event: 'tag.added', tag };
const start = (id: number) => post(`/contact/tag-assign/${id}`, { tags: [tag] });
let made = 0;
const newContact = async (more: object = {}) => {
  const email = `c${++made}@x.example`;
  return { email, id: await addContact(service, { email, status: 'subscribed', f_name: `Reader ${made}`, ...more }) };
};
const sendAtOnce = (...templates: number[]) =>
  addRule(service, {
    trigger,
    steps: templates.map((id) => ({ action: 'send_mail', template: id })),
    entry: 'again',
    active: true,
  });
const stop = (ruleId: number) => post(`/rule/update/${ruleId}`, { active: false });
const waiting = () =>
  db
    .selectFrom('automations_mails')
    .select(['id', 'due_at', 'last_error'])
    .where('status', '=', 'waiting')
    .orderBy('due_at')
    .execute();
const makeDue = () =>
  db
    .updateTable('automations_mails')
    .set({ due_at: new Date(0) })
    .where('status', '=', 'waiting')
    .execute();
const recipients = () =>
  mailbox.mails.flatMap(({ to }) => (to && !Array.isArray(to) ? to.value.map(({ address }) => address) : []));
const timelineOf = async (id: number, event: string): Promise<Body[]> =>
  (await get(`/contact/${id}/timeline?event=${event}`)).body.data.timeline;

t.test('a rule with an unknown template is refused, and a template that a branch uses cannot be deleted', async (t) => {
  const step = (id: number) => [{ if: { tag: [tag] }, then: [{ action: 'send_mail', template: id }], else: [] }];
  const unknown = await post('/rule/add', { name: 'R', trigger, steps: step(999), active: false });
  t.match(unknown.body, { message: /There is no template 999/ });
  const rule = await addRule(service, { name: 'Branch', trigger, steps: step(template), active: false });
  t.match((await del(`/template/${template}`)).body, { message: `This template is used by rule ${rule.ID} (Branch).` });
  t.same((await counts()).used_by_rules, [{ ID: rule.ID, name: 'Branch' }]);
  await del(`/rule/${rule.ID}`);
});

/** Changes while an email waits, after which it is not sent, and the reason in the timeline of the contact. */
const changes: [what: string, change: (id: number) => Promise<unknown>, reason?: RegExp][] = [
  ['unsubscribed', (id) => post(`/contact/change-status/${id}`, { status: 'unsubscribed' }), /status is unsubscribed/],
  ['bounced', (id) => post(`/contact/change-status/${id}`, { status: 'bounced' }), /status is bounced/],
  ['complained', (id) => post(`/contact/change-status/${id}`, { status: 'complaint' }), /status is complaint/],
  ['unverified again', (id) => post(`/contact/change-status/${id}`, { status: 'unverified' }), /status is unverified/],
  ['moved', (id) => post(`/contact/update-email/${id}`, { email: 'moved@x.example' }), /address has changed/],
  ['erased', (id) => del(`/contact/${id}`)],
  ['merged', async (id) => post('/contact/merge', { keep: (await newContact()).id, other: id })],
];

t.test('each subscribed contact gets the email once, and consent is checked again before it is sent', async (t) => {
  const steps = [{ wait: '1 day' }, { action: 'send_mail', template }];
  const rule = await addRule(service, { name: 'Series', trigger, steps, active: true });
  const reader = await newContact();
  const never = await newContact({ status: 'unverified' });
  const leavers: Awaited<ReturnType<typeof newContact>>[] = [];
  for (const _ of changes) leavers.push(await newContact());
  for (const { id } of [reader, never, ...leavers]) await start(id);
  await untilRuns(service, rule.ID, 'waiting', leavers.length + 2);
  mailbox.refusing = 451;
  await endWaits(service, rule.ID);
  await untilRuns(service, rule.ID, 'done', leavers.length + 2);
  // Each email had an attempt that has ended: `due_at` is later already while an attempt runs.
  await until(async () => (await waiting()).every(({ last_error }) => last_error !== null));
  for (const [index, [what, change]] of changes.entries()) {
    const answer = (await change((leavers[index] as { id: number }).id)) as { status: number };
    t.equal(answer.status, 200, what);
  }
  mailbox.refusing = undefined;
  await makeDue();
  const mail = await mailbox.waitFor(reader.email);
  t.equal(mail.subject, 'Hello Reader 1');
  t.match(mail.from?.value[0], { name: 'Shop', address: 'waypost@localhost' });
  t.equal(mail.replyTo?.value[0]?.address, 're@x.example');
  const headers = mail.headerLines.map(({ line }) => line).join('\n');
  t.match(headers, /List-Id: <letters\.localhost>/i);
  t.match(headers, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  await until(async () => (await waiting()).length === 0);
  await until(async () => (await counts()).sent === 1);
  t.same(recipients(), [reader.email]);
  for (const [index, [what, , reason]] of changes.entries()) {
    const { text } = await get(`/contact/${(leavers[index] as { id: number }).id}/timeline`);
    if (reason) t.match(text, reason, what);
  }
  const [sent] = await timelineOf(reader.id, 'email.sent');
  t.match(sent, {
    by: { type: 'rule', id: rule.ID, name: 'Series' },
    data: { subject: 'Hello Reader 1', template: { ID: template, name: 'Welcome' } },
  });
  const [, url = ''] = /List-Unsubscribe:\s+<[^>]*?(\/wp-json[^>]+)>/.exec(headers) ?? [];
  t.equal((await request(site + url, 'POST', { 'List-Unsubscribe': 'One-Click' })).status, 200);
  t.match(await counts(), { sent: 1, unsubscribed: 1, bounced: 0, clicked: 0 });
  const data = (await get(`/contact/${reader.id}/export`)).text;
  t.match(data, /"name": ?"Welcome"/);
  await stop(rule.ID);
});

t.test('unsubscribing counts for the email whose link was used, even after a merge', async (t) => {
  const [first, second] = [await addTemplate('First'), await addTemplate('Second')];
  const rule = await sendAtOnce(first, second);
  const reader = await newContact();
  await start(reader.id);
  const mail = await mailbox.waitFor(reader.email);
  await mailbox.waitFor(reader.email);
  await until(async () => (await timelineOf(reader.id, 'email.sent')).length === 2);
  const [named] = (await timelineOf(reader.id, 'email.sent')).filter(
    ({ data }) => mail.messageId === `<automations-mail.${data.email_id}@localhost>`,
  );
  const [used, other] = named?.data.template.ID === first ? [first, second] : [second, first];
  const kept = await newContact();
  t.equal((await post('/contact/merge', { keep: kept.id, other: reader.id })).status, 200);
  const page = `${site}/wp-json/automations-consent/v1/unsubscribe?token=${tokenIn(mail.text)}`;
  for (let n = 0; n < 2; n++) t.equal((await request(page, 'POST')).status, 200);
  t.match(await counts(used), { sent: 1, unsubscribed: 1 });
  t.match(await counts(other), { sent: 1, unsubscribed: 0 });
  t.match((await get(`/contact/${kept.id}/export`)).text, /"name": ?"Second"/, 'emails move to the kept contact');
  await stop(rule.ID);
});

type Notice = (email: string, messageId: string) => object;
const bounced = (email: string) => ({ bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email }] });
const notices: [what: string, number: 'bounced' | 'unsubscribed', notice: Notice][] = [
  ['plain', 'bounced', (email, message_id) => ({ email, type: 'hard', message_id })],
  ['a soft bounce', 'bounced', (email, message_id) => ({ email, type: 'soft', message_id })],
  ['a complaint', 'unsubscribed', (email, message_id) => ({ email, type: 'complaint', message_id })],
  [
    'SES',
    'bounced',
    (email, messageId) => ({ eventType: 'Bounce', bounce: bounced(email), mail: { commonHeaders: { messageId } } }),
  ],
  [
    'Postmark',
    'bounced',
    (Email, email) => ({ RecordType: 'Bounce', Type: 'HardBounce', Email, ID: email, Metadata: { email } }),
  ],
];

t.test('a bounce counts once for the email that it names, or otherwise for the last email', async (t) => {
  const [first, second] = [await addTemplate('First'), await addTemplate('Second')];
  const [one, two] = [
    await sendAtOnce(first),
    await addRule(service, {
      trigger: { event: 'custom', name: 'next' },
      steps: [{ action: 'send_mail', template: second }],
      entry: 'again',
      active: true,
    }),
  ];
  const stranger = await newContact();
  for (const [index, [what, number, notice]] of notices.entries()) {
    const reader = await newContact();
    await start(reader.id);
    const { messageId = '' } = await mailbox.waitFor(reader.email);
    await until(async () => (await counts(first)).sent === index + 1);
    await post('/contact/event', { email: reader.email, name: 'next' });
    await mailbox.waitFor(reader.email);
    await until(async () => (await counts(second)).sent === index + 1);
    const before = [await counts(first), await counts(second)];
    await post('/bounces', notice(stranger.email, messageId));
    for (let n = 0; n < 2; n++) t.equal((await post('/bounces', notice(reader.email, messageId))).status, 200, what);
    t.equal((await counts(first))[number], before[0][number] + 1, what);
    t.equal((await counts(second))[number], before[1][number], what);
    await post('/bounces', notice(reader.email, 'an unknown id'));
    t.equal((await counts(second))[number], before[1][number] + 1, `${what}, without a name`);
  }
  for (const rule of [one, two]) await stop(rule.ID);
});

t.test("an email waits until the end of the contact's quiet time", async (t) => {
  const zone = 'Asia/Kathmandu';
  const hour = Number(new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format());
  const timeAt = (later: number) => `${String((hour + later + 24) % 24).padStart(2, '0')}:00`;
  const quiet = { from: timeAt(-1), to: timeAt(3) };
  await options.set('emails', { quiet_from: quiet.from, quiet_to: quiet.to });
  const rule = await sendAtOnce(template);
  const [sleeper, other] = [await newContact({ timezone: zone }), await newContact({ timezone: 'Etc/GMT+6' })];
  await start(sleeper.id);
  await start(other.id);
  await mailbox.waitFor(other.email);
  const end = endOfQuiet(new Date(), zone, quiet);
  t.ok(end);
  await until(async () => {
    const [mail] = await waiting();
    return mail?.due_at.getTime() === end?.getTime();
  });
  await options.set('emails', {});
  await makeDue();
  await mailbox.waitFor(sleeper.email);
  await stop(rule.ID);
});

t.test('no more emails are sent than the rate allows', async (t) => {
  await options.set('emails', { rate: 1 });
  const rule = await sendAtOnce(template);
  const readers = [await newContact(), await newContact(), await newContact()];
  for (const { id } of readers) await start(id);
  await untilRuns(service, rule.ID, 'done', 3);
  const left = await until(waiting, (mails) => mails.length === 2 && mails.every(({ due_at }) => due_at > new Date()));
  await until(async () => {
    const [next, last] = await waiting();
    return next && last && last.due_at.getTime() - next.due_at.getTime() === 60_000;
  });
  t.equal(left.length, 2);
  t.equal(recipients().filter((to) => readers.some(({ email }) => email === to)).length, 1);
  await makeDue();
  for (const { email } of readers) await mailbox.waitFor(email);
  await options.set('emails', {});
  await stop(rule.ID);
});

t.test("the pages for contacts show the site's logo and colour", async (t) => {
  const reader = await newContact();
  await options.set('emails', { logo_url: 'https://cdn.example/logo.png', color: '#aa3311' });
  const { unsubscribe_url: url } = (await get(`/contact/${reader.id}/consent-links`)).body.data.consent_links;
  const answer = await fetch(site + new URL(url).pathname + new URL(url).search);
  const html = await answer.text();
  t.match(html, '<img src="https://cdn.example/logo.png"');
  t.match(html, /#aa3311/i);
  t.match(answer.headers.get('content-security-policy'), 'img-src https://cdn.example');
  await options.set('emails', {});
});

t.test('an email that is due during the quiet time waits until the quiet time ends, in any time zone', async (t) => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'nowhere',
  ];
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);
  const days = { min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(days), fc.constantFrom(...zones), time, time, (now, zone, from, to) => {
      const end = endOfQuiet(now, zone, { from, to });
      if (from === to) return end === undefined;
      if (!end) return true;
      return (
        end > now &&
        end.getTime() - now.getTime() <= 27 * 3_600_000 &&
        endOfQuiet(end, zone, { from, to }) === undefined
      );
    }),
  );
  t.same(
    endOfQuiet(new Date('2026-01-01T20:30:00Z'), 'Europe/Berlin', { from: '21:00', to: '08:00' }),
    new Date('2026-01-02T07:00:00Z'),
  );
  t.equal(endOfQuiet(new Date('2026-01-01T12:00:00Z'), 'Europe/Berlin', { from: '21:00', to: '08:00' }), undefined);
});
