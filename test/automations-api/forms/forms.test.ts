/** Forms: their settings, what a submission changes and when, and what outsiders learn. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { type Db, tables } from '../../../automations-api/plugins/forms/core/tables.ts';
import { newConfirmation } from '../../../automations-api/plugins/forms/core/tokens.ts';
import { forgetUnconfirmed } from '../../../automations-api/plugins/forms/submissions/personal-data.ts';
import { texts } from '../../../automations-api/plugins/forms/text/texts.ts';
import { openDb } from '../../../shared/db/db.ts';
import { languages } from '../../../shared/pages/language.ts';
import { addContact, addTerms, answerOf, type Body, recordOf, startAutomations } from '../../fixtures/automations.ts';
import { type Form, openVisitor, prove } from '../../fixtures/forms.ts';
import { startMailServer, tokenIn } from '../../fixtures/mail.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const mailbox = await startMailServer(t);
const stores = await createStores(t);
const settings = { SMTP_URL: mailbox.url, FORM_POSTS_PER_ADDRESS: '1000' };
const service = await startAutomations(t, settings, stores);
const { get, post, del, site } = service;
const visitor = await openVisitor(service);
const raw = openDb<unknown>(stores.mysqlUrl, { poolSize: 2 });
t.teardown(() => raw.destroy());
const db: Db = withPrefix(raw, 'wp_', tables);

const [news, offers, extra] = (await addTerms(service, 'list', ['News', 'Offers', 'Extra'])) as [
  number,
  number,
  number,
];
const [tag] = (await addTerms(service, 'tag', ['From the form'])) as [number];
const added = await post('/field/add', { field_name: 'Size', type: 4, options: ['S', 'M'] });
const field = Number(added.body.data.fields.ID);

let made = 0;
async function addForm(more: object = {}): Promise<Form> {
  const { status, body } = await post('/form/add', { name: `Form ${++made}`, lists: [news], ...more });
  t.equal(status, 200, JSON.stringify(body));
  return body.data.form;
}
const formOf = async ({ ID }: Form): Promise<Form> => (await get(`/form/${ID}`)).body.data.form;
const submissionsOf = async ({ ID }: Form): Promise<Body[]> =>
  (await get(`/form/${ID}/submissions`)).body.data.submissions;
const contactOf = async (email: string): Promise<Body | undefined> =>
  (await get(`/contacts?email=${encodeURIComponent(email)}`)).body.data.contact.contacts[0];
const handled = (form: Form, count = 1) =>
  until(
    () => submissionsOf(form),
    (rows) => rows.length >= count && rows.every(({ outcome }) => outcome !== 'new'),
  );
const pressed = async (token: string) =>
  answerOf(await fetch(`${site}/forms/confirm?token=${token}`, { method: 'POST', body: '' }));
async function confirmed(email: string) {
  const { text } = await mailbox.waitFor(email, /confirm/i);
  return pressed(tokenIn(text));
}
const pageOf = async ({ slug }: Form, language = 'en') =>
  (await fetch(`${site}/forms/${slug}`, { headers: { 'Accept-Language': language } })).text();
/** The value of a page's consent checkbox. */
const agreedOn = (page: string) => /name="consent" value="(\d+)"/.exec(page)?.[1] as string;
const agreed = async (form: Form) => agreedOn(await pageOf(form));

t.test('a new contact is unverified and empty until it confirms, and then gets all values once', async (t) => {
  const form = await addForm({
    fields: ['email', 'f_name', field],
    offered_lists: [offers, extra],
    tags: [tag],
    consent_text: 'I agree. https://example.com/privacy',
  });
  const email = 'new@forms.example';
  const values = {
    email,
    f_name: 'Ada',
    [`field_${field}`]: 'M',
    'lists[]': String(offers),
    consent: await agreed(form),
  };
  const answer = await visitor.send(form, { ...values, status: 'subscribed', 'tags[]': '99', unknown: 'x' });
  t.match(answer, { status: 303, location: /\/forms\/form-1\/thanks$/ });
  await handled(form);
  t.match(await contactOf(email), { status: '0', f_name: '', lists: '[]', tags: '[]', source: 'form' });
  t.match(await formOf(form), { posts: 1, confirmed: 0 });
  const { text } = await mailbox.waitFor(email);
  const token = tokenIn(text);
  const page = await answerOf(await fetch(`${site}/forms/confirm?token=${token}`));
  t.equal(page.status, 200);
  t.notMatch(page.text, email, 'the page shows only a part of the address');
  t.match(await contactOf(email), { status: '0' }, 'opening the link changes nothing');
  for (let n = 0; n < 2; n++) t.equal((await pressed(token)).status, 200);
  const { id, ...contact } = await contactOf(email);
  t.match(contact, { status: '1', f_name: 'Ada', lists: JSON.stringify([news, offers]), tags: JSON.stringify([tag]) });
  t.match((await get(`/contact/${id}/export?format=json`)).text, '"M"');
  const { timeline } = (await get(`/contact/${id}/timeline`)).body.data;
  const events = timeline.filter(({ event }: Body) => event === 'form.submitted');
  t.match(events, [{ data: { form: { id: form.ID, name: form.slug.replace('form-', 'Form ') } } }]);
  t.equal(events.length, 1);
  t.match(await formOf(form), { posts: 1, confirmed: 1 });
  t.match(await submissionsOf(form), [
    {
      outcome: 'confirmed',
      contact_id: Number(id),
      consent_text: /I agree/,
      consent_hash: /^[0-9a-f]{64}$/,
      language: 'en',
    },
  ]);
});

t.test('a known contact changes only after confirming, and then only missing values are filled', async (t) => {
  const form = await addForm({ fields: ['email', 'f_name', 'l_name'], lists: [offers], tags: [tag] });
  const email = 'known@forms.example';
  const id = await addContact(service, { email, f_name: 'Grace', status: 'subscribed', lists: [news] });
  const before = await recordOf(service, id);
  await visitor.send(form, { email: ' Known@forms.example ', f_name: 'Mallory', l_name: 'Hopper' });
  await handled(form);
  t.same(await recordOf(service, id), before);
  await confirmed('Known@forms.example');
  t.match(await recordOf(service, id), {
    ...{ f_name: 'Grace', l_name: 'Hopper', status: '1' },
    ...{ lists: JSON.stringify([news, offers]), tags: JSON.stringify([tag]) },
  });
});

t.test('the answer is the same for every email address, even without double opt-in', async (t) => {
  const statuses = ['subscribed', 'unverified', 'unsubscribed', 'bounced', 'complaint'];
  for (const status of statuses) await addContact(service, { email: `${status}@forms.example`, status });
  for (const double_opt_in of [true, false]) {
    const form = await addForm({ double_opt_in });
    const names = ['stranger', ...statuses].map((name) => (name === 'stranger' ? `${name}${double_opt_in}` : name));
    const answers = [];
    for (const name of names) {
      const token = visitor.tokenOf(form.ID);
      const answer = await visitor.post(form.slug, { email: `${name}@forms.example`, token, proof: prove(token, 8) });
      const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers);
      answers.push({ status: answer.status, headers, text: await answer.text() });
    }
    t.equal(answers[0]?.status, 303);
    for (const [place, answer] of answers.entries()) t.same(answer, answers[0], `${names[place]}`);
    const rows = await handled(form, names.length);
    t.same(
      names.map((name) => rows.find(({ email }) => email === `${name}@forms.example`)?.outcome),
      [double_opt_in ? 'waiting' : 'added', 'waiting', 'waiting', 'waiting', 'refused', 'refused'],
    );
  }
  t.match(await contactOf('strangerfalse@forms.example'), { status: '1', lists: JSON.stringify([news]) });
  t.match(await contactOf('subscribed@forms.example'), { lists: '[]' });
});

t.test('the answer does not wait for contacts, so its duration reveals nothing about them', async (t) => {
  const form = await addForm({ fields: ['email', 'f_name', field], offered_lists: [offers] });
  await addContact(service, { email: 'timed@forms.example', status: 'subscribed' });
  await raw.connection().execute(async (locking) => {
    await sql`LOCK TABLES wp_automations_contacts WRITE`.execute(locking);
    for (const name of ['timed', 'untimed'])
      t.equal((await visitor.send(form, { email: `${name}@forms.example`, f_name: 'Ada' })).status, 303, name);
    await sql`UNLOCK TABLES`.execute(locking);
  });
  t.equal((await handled(form, 2)).length, 2);
});

t.test('a known and an unknown email address get the same email', async (t) => {
  const form = await addForm();
  const addresses = ['mailed-known@forms.example', 'mailed-unknown@forms.example'];
  await addContact(service, { email: addresses[0], f_name: 'Ada', status: 'subscribed' });
  const mails = [];
  for (const email of addresses) {
    await visitor.send(form, { email });
    const { subject, text, headers } = await mailbox.waitFor(email);
    mails.push({ subject, text: text?.replace(/token=[\w-]+/, ''), headers: [...headers.keys()] });
  }
  t.same(mails[1], mails[0]);
});

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const name = fc.constantFrom('Ada', 'Grace', '');
const subsetOf = (ids: number[]) => fc.subarray(ids);
/** A known contact, a form, and what somebody else sends with the contact's email address. */
const cases = fc.record({
  contact: fc.record({
    status: fc.constantFrom('unverified', 'subscribed', 'unsubscribed', 'bounced', 'soft_bounced', 'complaint'),
    ...{ f_name: name, l_name: name, lists: subsetOf([news, offers, extra]), tags: subsetOf([tag]) },
    size: fc.constantFrom('S', ''),
  }),
  form: fc.record({
    double_opt_in: fc.boolean(),
    ...{ lists: subsetOf([news, offers]), offered_lists: subsetOf([offers, extra]), tags: subsetOf([tag]) },
  }),
  sent: fc.record({
    f_name: maybe(fc.constant('Mallory')),
    field: maybe(fc.constant('M')),
    choice: maybe(fc.constant(extra)),
  }),
});

t.test('submitting a form never changes a known contact, and confirming adds only missing values', async (t) => {
  for (const [
    place,
    {
      contact: { size, ...contact },
      form: given,
      sent,
    },
  ] of fc.sample(cases, { numRuns: 30, seed: 51 }).entries()) {
    const what = JSON.stringify({ place, contact, size, given, sent });
    const email = `model${place}@forms.example`;
    const id = await addContact(service, { email, ...contact, fields: { [field]: size } });
    const form = await addForm({ fields: ['email', 'f_name', 'l_name', field], ...given });
    const all = async () => {
      const { timeline } = (await get(`/contact/${id}/timeline`)).body.data;
      return { record: await recordOf(service, id), timeline: timeline.length };
    };
    const before = await all();
    const values = { email: email.toUpperCase(), f_name: sent.f_name ?? '', [`field_${field}`]: sent.field ?? '' };
    await visitor.send(form, { ...values, ...(sent.choice && { 'lists[]': String(sent.choice) }) });
    const [submission] = (await handled(form)) as [Body];
    t.same(await all(), before, `${what}: after the post`);
    const isRefused = ['bounced', 'complaint'].includes(contact.status);
    t.equal(submission.outcome, isRefused ? 'refused' : 'waiting', what);
    const soon = new Date(Date.now() + 60_000);
    await pressed(newConfirmation(visitor.hash, submission.ID, email, soon));
    const { record } = await all();
    if (isRefused) {
      t.same(record, before.record, `${what}: refused`);
      continue;
    }
    const chosen = given.offered_lists.filter((one) => one === sent.choice);
    const ids = (text: string) => (JSON.parse(text) as number[]).sort((a, b) => a - b);
    const union = (...all: number[][]) => [...new Set(all.flat())].sort((a, b) => a - b);
    t.same(ids(record.lists), union(contact.lists, given.lists, chosen), `${what}: lists`);
    t.same(ids(record.tags), union(contact.tags, given.tags), `${what}: tags`);
    t.equal(record.f_name, contact.f_name || (sent.f_name ?? ''), `${what}: first name`);
    t.equal(record.l_name, contact.l_name, `${what}: last name`);
    const isSubscribed = ['unverified', 'subscribed', 'unsubscribed'].includes(contact.status);
    t.equal(record.status, isSubscribed ? '1' : before.record.status, `${what}: status`);
    const exported = (await get(`/contact/${id}/export?format=json`)).text;
    t.equal(/"value": ?"([SM])"/.exec(exported)?.[1] ?? '', size || (sent.field ?? ''), `${what}: custom field`);
  }
});

t.test('the owner of a previous email address of a contact cannot change the contact', async (t) => {
  const form = await addForm();
  const [previous, current] = ['previous@forms.example', 'current@forms.example'];
  const id = await addContact(service, { email: previous, status: 'subscribed' });
  await visitor.send(form, { email: previous });
  await handled(form);
  await post(`/contact/update-email/${id}`, { email: current });
  const before = await recordOf(service, id);
  t.equal((await confirmed(previous)).status, 200);
  t.same(await recordOf(service, id), before);
  t.match(await contactOf(previous), { status: '1', lists: JSON.stringify([news]) });
});

t.test('an unsubscribed contact is subscribed again only by confirming', async (t) => {
  const form = await addForm();
  const id = await addContact(service, { email: 'away@forms.example', status: 'unsubscribed' });
  await visitor.send(form, { email: 'away@forms.example' });
  await handled(form);
  t.match(await recordOf(service, id), { status: '3' });
  await confirmed('away@forms.example');
  t.match(await recordOf(service, id), { status: '1' });
});

t.test('an erased email address becomes a contact again only by confirming', async (t) => {
  const form = await addForm();
  const email = 'erased@forms.example';
  const id = await addContact(service, { email });
  await post(`/contact/erase/${id}`);
  await visitor.send(form, { email });
  await handled(form);
  t.notOk(await contactOf(email));
  await confirmed(email);
  t.match(await contactOf(email), { status: '1' });
});

t.test("if a submission's list and tag are merged, its confirmation adds the kept list and tag", async (t) => {
  const [list, kept] = (await addTerms(service, 'list', ['Merged list', 'Kept list'])) as [number, number];
  const [mine, other] = (await addTerms(service, 'tag', ['Merged tag', 'Kept tag'])) as [number, number];
  const form = await addForm({ lists: [list, news], tags: [mine] });
  const email = 'merged@forms.example';
  await visitor.send(form, { email });
  await handled(form);
  t.equal((await post('/list/merge', { from: [list], into: kept })).status, 200);
  t.equal((await post('/tag/merge', { from: [mine], into: other })).status, 200);
  await confirmed(email);
  const { lists, tags } = await recordOf(service, Number((await contactOf(email))?.id));
  t.same(JSON.parse(lists).sort(), [news, kept].sort());
  t.same(JSON.parse(tags), [other]);
});

t.test('submissions are exported, merged and erased with their contact', async (t) => {
  const form = await addForm({ fields: ['email', 'l_name'] });
  const [keep, other] = ['keep@forms.example', 'other@forms.example'];
  for (const email of [keep, other]) await visitor.send(form, { email, l_name: 'Secret-name' });
  await handled(form, 2);
  const ids = [Number((await contactOf(keep)).id), Number((await contactOf(other)).id)] as const;
  t.equal((await post('/contact/merge', { keep: ids[0], other: ids[1] })).status, 200);
  t.same(
    (await submissionsOf(form)).map((row) => row.contact_id),
    [ids[0], ids[0]],
  );
  const exported = await get(`/contact/${ids[0]}/export?format=json`);
  t.equal(exported.text.match(/Secret-name/g)?.length, 2);
  t.equal((await post(`/contact/erase/${ids[0]}`)).status, 200);
  t.same(await submissionsOf(form), []);
  t.equal(await countRows('Secret-name'), 0);
});

t.test('submissions that have no contact yet are erased with the contact of their email address', async (t) => {
  const form = await addForm({ fields: ['email', 'l_name'] });
  const email = 'again@forms.example';
  await post(`/contact/erase/${await addContact(service, { email })}`);
  await visitor.send(form, { email, l_name: 'Unowned-name' });
  t.match(await handled(form), [{ outcome: 'waiting', contact_id: 0 }]);
  const id = await addContact(service, { email, after_erasure: true });
  t.match((await get(`/contact/${id}/export?format=json`)).text, 'Unowned-name');
  await post(`/contact/erase/${id}`);
  t.equal(await countRows('Unowned-name'), 0);
});

const countRows = async (text: string) =>
  (await db.selectFrom('forms_submissions').select('id').where('input', 'like', `%${text}%`).execute()).length;

t.test('unconfirmed submissions are deleted after FORM_DAYS, and confirmed submissions are kept', async (t) => {
  const form = await addForm();
  for (const name of ['old', 'sure']) await visitor.send(form, { email: `${name}@forms.example` });
  await handled(form, 2);
  await confirmed('sure@forms.example');
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  const context = { db, config: service.config };
  await forgetUnconfirmed(context, at(service.config.formDays - 1));
  t.equal((await submissionsOf(form)).length, 2);
  await forgetUnconfirmed(context, at(service.config.formDays + 1));
  t.match(await submissionsOf(form), [{ email: 'sure@forms.example' }]);
  t.equal((await submissionsOf(form)).length, 1);
});

t.test('an email address gets at most three emails a day from all forms together', async (t) => {
  const form = await addForm();
  const email = 'target@forms.example';
  for (let n = 0; n < 6; n++) await visitor.send(form, { email });
  const rows = await handled(form, 6);
  t.same(
    ['waiting', 'limited'].map((outcome) => rows.filter((row) => row.outcome === outcome).length),
    [3, 3],
  );
});

t.test("a wrong, altered or expired token, or another site's token, confirms nothing", async (t) => {
  const form = await addForm();
  await visitor.send(form, { email: 'token@forms.example' });
  const [{ ID }] = (await handled(form)) as [Body];
  const soon = new Date(Date.now() + 60_000);
  const good = newConfirmation(visitor.hash, ID, 'token@forms.example', soon);
  for (const [token, status] of [
    ['', 404],
    [`${good}a`, 404],
    [good.slice(0, -1), 404],
    [newConfirmation(visitor.hash, ID, 'other@forms.example', soon), 404],
    [newConfirmation(visitor.hash, ID + 1_000, 'token@forms.example', soon), 404],
    [newConfirmation(visitor.hash, ID, 'token@forms.example', new Date(Date.now() - 1)), 410],
  ] as const) {
    const page = await pressed(token);
    t.equal(page.status, status, token);
    if (status === 410) t.match(page.text, `<a href="${form.slug}">`, 'the form can be filled in again');
  }
  t.match(await contactOf('token@forms.example'), { status: '0' });
  t.equal((await pressed(good)).status, 200);
});

t.test('invalid values are reported at their fields, and all values are kept', async (t) => {
  const form = await addForm({
    fields: ['email', 'f_name', field],
    required: ['f_name', field],
    consent_text: 'I agree.',
  });
  const { status, text } = await visitor.send(form, {
    email: 'not an email',
    f_name: '<b>"Ada"',
    [`field_${field}`]: 'XL',
  });
  t.equal(status, 422);
  for (const name of ['email', `field_${field}`, 'consent']) {
    t.match(text, new RegExp(`aria-describedby="${name}-fault"`), name);
    t.match(text, new RegExp(`id="${name}-fault"`), name);
  }
  t.match(text, 'value="not an email"');
  t.match(text, 'value="&#60;b&#62;&#34;Ada&#34;"');
  t.same(await submissionsOf(form), []);
});

t.test('a slug is unique, can be changed, and cannot be a reserved word', async (t) => {
  const form = await addForm({ slug: 'Sign-Up' });
  t.equal(form.slug, 'sign-up');
  t.match(await post('/form/add', { name: 'Other', slug: 'sign-up' }), {
    status: 422,
    body: { code: 'already_exists' },
  });
  t.equal((await fetch(`${site}/forms/%C3%A4`)).status, 404);
  for (const slug of ['confirm', 'a/b', '-a', 'a.js', 'ä', '']) {
    t.equal((await post('/form/add', { name: '!', ...(slug === '' ? {} : { slug }) })).status, 422, slug);
  }
  t.equal((await post(`/form/update/${form.ID}`, { slug: 'renamed' })).status, 200);
  t.equal((await fetch(`${site}/forms/sign-up`)).status, 404);
  t.equal((await fetch(`${site}/forms/Renamed`)).status, 200);
  await post(`/form/update/${form.ID}`, { active: false });
  t.equal((await fetch(`${site}/forms/renamed`)).status, 404);
});

t.test('settings that name unknown objects or unsafe URLs are refused', async (t) => {
  for (const wrong of [
    { fields: ['password'] },
    { fields: [999_999] },
    { lists: [tag] },
    { offered_lists: [999_999] },
    { tags: [news] },
    { required: ['l_name'] },
    { redirect_url: 'javascript:alert(1)' },
    { redirect_url: 'https://user:pass@example.com' },
    { redirect_url: '/thanks' },
  ])
    t.equal((await post('/form/add', { name: 'Wrong', ...wrong })).status, 422, JSON.stringify(wrong));
});

t.test("only embeddable forms can be framed, and a form's texts cannot add markup", async (t) => {
  const text = '</script><img src=x onerror=alert(1)>';
  const form = await addForm({ name: text, slug: 'framed', title: text, intro: text, consent_text: text });
  const open = await fetch(form.url.replace(service.config.siteUrl, site));
  t.match(open.headers.get('content-security-policy'), /frame-ancestors \*/);
  t.notMatch(await open.text(), '<img src=x');
  t.notMatch(form.embed, text);
  t.match(form.embed, `<iframe src="${form.url}?embedded=1" title="&#60;/script&#62;`);
  const [script = ''] = /https?:[^"]+\/embed\.js/.exec(form.embed) ?? [];
  const embed = await fetch(script.replace(service.config.siteUrl, site));
  t.match(embed.headers.get('content-type'), 'javascript');
  await post(`/form/update/${form.ID}`, { embeddable: false });
  const closed = await fetch(`${site}/forms/framed`);
  t.match(closed.headers.get('content-security-policy'), /frame-ancestors 'none'/);
});

t.test("pages are in the visitor's language and in the site's look", async (t) => {
  const form = await addForm();
  await post('/consent/settings', { sender: 'The Shop' });
  for (const language of languages) {
    const page = await pageOf(form, language);
    t.match(page, `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    t.match(page, texts[language].send);
    t.match(page, '<span dir="auto">The Shop</span>');
    t.notMatch(page, /(src|href)="(https?:)?\/\//, 'nothing comes from another site');
  }
});

t.test('each version of the consent text stays with its submissions, even after the form is deleted', async (t) => {
  const form = await addForm({ consent_text: 'First version' });
  const page = await pageOf(form);
  await visitor.send(form, { email: 'first@forms.example', consent: agreedOn(page) });
  await handled(form);
  await confirmed('first@forms.example');
  await post(`/form/update/${form.ID}`, { consent_text: 'Second version' });
  const outdated = await visitor.send(form, { email: 'second@forms.example', consent: agreedOn(page) });
  t.equal(outdated.status, 422, 'a visitor who saw the first version must accept the second one');
  t.match(outdated.text, 'Second version');
  await visitor.send(form, { email: 'second@forms.example', consent: agreedOn(outdated.text) });
  const rows = await handled(form, 2);
  t.same(
    rows.map(({ consent_text }) => consent_text),
    ['Second version', 'First version'],
  );
  const { id } = await contactOf('first@forms.example');
  t.equal((await del(`/form/${form.ID}`)).status, 200);
  t.match((await get(`/contact/${id}/export?format=json`)).text, 'First version');
});

t.test('a rule with the trigger form.submitted starts for its form only', async (t) => {
  const [form, other] = [await addForm(), await addForm()];
  const rule = {
    name: 'Thanks',
    trigger: { event: 'form.submitted', form: form.ID },
    steps: [{ action: 'add_tags', tags: [tag] }],
  };
  t.equal((await post('/rule/add', rule)).status, 200);
  for (const [one, email] of [
    [other, 'rule2@forms.example'],
    [form, 'rule@forms.example'],
  ] as const) {
    await visitor.send(one, { email });
    await handled(one);
    await confirmed(email);
  }
  await until(
    async () => (await contactOf('rule@forms.example')).tags,
    (tags) => tags === JSON.stringify([tag]),
  );
  await sleep(50);
  t.match(await contactOf('rule2@forms.example'), { tags: '[]' });
});

t.test('rules can name only existing forms, which then cannot be deleted', async (t) => {
  const { ID, slug } = await addForm();
  const named = { event: 'form.submitted', form: ID };
  const steps = [{ action: 'add_tags', tags: [tag] }];
  const uses = {
    Trigger: { trigger: named, steps },
    'Step 1': {
      trigger: { event: 'contact.created' },
      steps: [{ wait_until: { ...named, at_most: '1 day' } }, ...steps],
    },
    Goal: { trigger: { event: 'contact.created' }, steps, goal: named },
  };
  for (const [part, rule] of Object.entries(uses)) {
    const unknown = JSON.parse(JSON.stringify(rule).replaceAll(`"form":${ID}`, '"form":999999'));
    t.match(await post('/rule/add', { name: part, ...unknown }), {
      status: 422,
      body: { message: `${part}: There is no form 999999.` },
    });
    const { rule: added } = (await post('/rule/add', { name: part, ...rule })).body.data;
    t.match(await del(`/form/${ID}`), {
      status: 422,
      body: { message: `This form is used by rule ${added.ID} (${part}).` },
    });
    t.equal((await del(`/rule/${added.ID}`)).status, 200);
  }
  t.equal((await del(`/form/${ID}`)).status, 200);
  t.equal((await fetch(`${site}/forms/${slug}`)).status, 404);
});
