/** Guarantees for emails that rules send: who gets them, once, when, and how they are counted. */
import fc from 'fast-check';
import { endOfQuiet } from '../../../automations-api/plugins/letters/sending/quiet-time.ts';
import { addContact, addTerms, request, startAutomations } from '../../fixtures/automations.ts';
import { startMailServer, tokenIn } from '../../fixtures/mail.ts';
import { addRule, endWaits, untilRuns } from '../../fixtures/rules.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const mailbox = await startMailServer(t);
const service = await startAutomations(t, { SMTP_URL: mailbox.url });
const { get, post, del, site } = service;
const [tag] = (await addTerms(service, 'tag', ['Start'])) as [number];

const given = {
  name: 'Welcome',
  subject: 'Hello {{ first_name | "there" }}',
  body: 'Hi',
  from_name: 'Shop',
  reply_to: 're@x.example',
};
const template = (await post('/template/add', given)).body.data.template.ID;
const counts = async () => (await get(`/template/${template}`)).body.data.template;
const trigger = { event: 'tag.added', tag };
const start = (id: number) => post(`/contact/tag-assign/${id}`, { tags: [tag] });
let made = 0;
const newContact = async (status = 'subscribed') => {
  const email = `c${++made}@x.example`;
  return { email, id: await addContact(service, { email, status, f_name: `Reader ${made}` }) };
};

t.test('a rule with an unknown template is refused, and a template that a branch uses cannot be deleted', async (t) => {
  const step = (id: number) => [{ if: { tag: [tag] }, then: [{ action: 'send_mail', template: id }], else: [] }];
  const unknown = await post('/rule/add', { name: 'R', trigger, steps: step(999), active: false });
  t.match(unknown.body, { message: /There is no template 999/ });
  const rule = await addRule(service, { name: 'Branch', trigger, steps: step(template), active: false });
  t.match((await del(`/template/${template}`)).body, { message: `This template is used by rule ${rule.ID} (Branch).` });
  t.same((await counts()).used_by_rules, [{ ID: rule.ID, name: 'Branch' }]);
  await del(`/rule/${rule.ID}`);
});

t.test('each subscribed contact gets the email once; consent is checked again when it is sent', async (t) => {
  const steps = [{ wait: '1 day' }, { action: 'send_mail', template }];
  const rule = await addRule(service, { trigger, steps, active: true });
  const reader = await newContact();
  const never = await newContact('unverified');
  const leaver = await newContact();
  const moved = await newContact();
  for (const { id } of [reader, never, leaver, moved]) await start(id);
  await untilRuns(service, rule.ID, 'waiting', 4);
  let release = () => {};
  mailbox.holding = new Promise((resolve) => {
    release = resolve;
  });
  mailbox.refusing = 451;
  await endWaits(service, rule.ID);
  await untilRuns(service, rule.ID, 'done', 4);
  await post(`/contact/change-status/${leaver.id}`, { status: 'unsubscribed' });
  await post(`/contact/update-email/${moved.id}`, { email: 'moved@x.example' });
  release();
  mailbox.refusing = undefined;
  await service.db
    .updateTable('automations_mails')
    .set({ due_at: new Date(0) })
    .where('status', '=', 'waiting')
    .execute();
  const mail = await mailbox.waitFor(reader.email);
  t.equal(mail.subject, 'Hello Reader 1');
  t.match(mail.from?.value[0], { name: 'Shop', address: 'waypost@localhost' });
  t.equal(mail.replyTo?.value[0]?.address, 're@x.example');
  t.match(
    mail.headerLines.map(({ line }) => line).join('\n'),
    /List-Id: <letters\.localhost>[\s\S]*List-Unsubscribe-Post: List-Unsubscribe=One-Click|List-Unsubscribe-Post[\s\S]*List-Id/i,
  );
  await until(async () => (await counts()).sent >= 1);
  const waiting = () =>
    service.db.selectFrom('automations_mails').select('id').where('status', '=', 'waiting').execute();
  await until(async () => (await waiting()).length === 0);
  t.equal((await counts()).sent, 1);
  const recipients = mailbox.mails.flatMap(({ to }) =>
    to && !Array.isArray(to) ? to.value.map(({ address }) => address) : [],
  );
  t.same(recipients, [reader.email]);
  const notes = (await get(`/contact/${leaver.id}/timeline`)).text;
  t.match(notes, 'was not sent: the contact is unsubscribed');
  await request(`${site}/wp-json/automations-consent/v1/unsubscribe?token=${tokenIn(mail.text)}`, 'POST');
  await until(async () => (await counts()).unsubscribed === 1);
  t.match(await counts(), { sent: 1, unsubscribed: 1, bounced: 0, clicked: 0 });
  const data = (await get(`/contact/${reader.id}/export`)).text;
  t.match(data, /"name": ?"Welcome"/);
});

t.test('no time within the quiet time is left by less than its end, in any zone', async (t) => {
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
