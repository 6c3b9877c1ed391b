/** Forms: their settings, what a submission changes and when, and what outsiders learn. */
import { setTimeout as sleep } from 'node:timers/promises';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { type Db, tables } from '../../../automations-api/plugins/forms/core/tables.ts';
import { newConfirmation } from '../../../automations-api/plugins/forms/core/tokens.ts';
import { forgetUnconfirmed } from '../../../automations-api/plugins/forms/submissions/retention.ts';
import { openDb } from '../../../shared/db/db.ts';
import { addContact, addTerms, answerOf, type Body, recordOf, startAutomations } from '../../fixtures/automations.ts';
import { type Form, openVisitor } from '../../fixtures/forms.ts';
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

t.test('a new contact is unverified and empty until it confirms; then it gets everything once', async (t) => {
  const form = await addForm({
    fields: ['email', 'f_name', field],
    offered_lists: [offers, extra],
    tags: [tag],
    consent_text: 'I agree. https://example.com/privacy',
  });
  const email = 'new@forms.example';
  const values = { email, f_name: 'Ada', [`field_${field}`]: 'M', 'lists[]': String(offers), consent: '1' };
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

t.test('a known contact changes only after confirming, and only gains what it lacks', async (t) => {
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

t.test('the answer is the same for every address, also without double opt-in', async (t) => {
  await addContact(service, { email: 'member@forms.example', status: 'subscribed' });
  await addContact(service, { email: 'bounced@forms.example', status: 'bounced' });
  for (const double_opt_in of [true, false]) {
    const form = await addForm({ double_opt_in });
    const answers = [];
    for (const name of ['member', 'bounced', `stranger${double_opt_in}`]) {
      const answer = await fetch(`${site}/forms/${form.slug}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(await provenValues(form, `${name}@forms.example`)),
      });
      const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers);
      answers.push({ status: answer.status, headers, text: await answer.text() });
    }
    t.same(answers[1], answers[0]);
    t.same(answers[2], answers[0]);
    const rows = await handled(form, 3);
    t.same(
      rows.map(({ outcome }) => outcome),
      [double_opt_in ? 'waiting' : 'added', 'refused', 'waiting'],
    );
  }
  t.match(await contactOf('strangerfalse@forms.example'), { status: '1', lists: JSON.stringify([news]) });
  t.match(await contactOf('member@forms.example'), { lists: '[]' });
});

async function provenValues(form: Form, email: string): Promise<Record<string, string>> {
  const { prove } = await import('../../fixtures/forms.ts');
  const token = visitor.tokenOf(form.ID);
  return { email, token, proof: prove(token, 8) };
}

t.test('an unsubscribed contact is subscribed again only by confirming', async (t) => {
  const form = await addForm();
  const id = await addContact(service, { email: 'away@forms.example', status: 'unsubscribed' });
  await visitor.send(form, { email: 'away@forms.example' });
  await handled(form);
  t.match(await recordOf(service, id), { status: '3' });
  await confirmed('away@forms.example');
  t.match(await recordOf(service, id), { status: '1' });
});

t.test('an erased address becomes a contact again only by confirming', async (t) => {
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

const countRows = async (text: string) =>
  (await db.selectFrom('forms_submissions').select('id').where('input', 'like', `%${text}%`).execute()).length;

t.test('unconfirmed submissions are deleted after FORM_DAYS, confirmed ones are kept', async (t) => {
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

t.test('an address gets at most three emails a day, from all forms together', async (t) => {
  const form = await addForm();
  const email = 'target@forms.example';
  for (let n = 0; n < 6; n++) await visitor.send(form, { email });
  const rows = await handled(form, 6);
  t.same(
    ['waiting', 'limited'].map((outcome) => rows.filter((row) => row.outcome === outcome).length),
    [3, 3],
  );
});

t.test('a wrong, altered, expired or foreign token confirms nothing', async (t) => {
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
  ] as const)
    t.equal((await pressed(token)).status, status, token);
  t.match(await contactOf('token@forms.example'), { status: '0' });
  t.equal((await pressed(good)).status, 200);
});

t.test('invalid values are refused beside their fields, and every value is kept', async (t) => {
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

t.test('slugs are unique, renameable and never reserved', async (t) => {
  const form = await addForm({ slug: 'Sign-Up' });
  t.equal(form.slug, 'sign-up');
  t.match(await post('/form/add', { name: 'Other', slug: 'sign-up' }), {
    status: 422,
    body: { code: 'already_exists' },
  });
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

t.test('only embeddable forms can be framed, and texts of the site cannot add markup', async (t) => {
  const text = '</script><img src=x onerror=alert(1)>';
  const form = await addForm({ name: text, slug: 'framed', title: text, intro: text, consent_text: text });
  const open = await fetch(form.url.replace(service.config.siteUrl, site));
  t.match(open.headers.get('content-security-policy'), /frame-ancestors \*/);
  t.notMatch(await open.text(), '<img src=x');
  const embed = await fetch(`${site}/forms/framed/embed.js`);
  t.match(embed.headers.get('content-type'), 'javascript');
  t.notMatch(await embed.text(), '</script>');
  await post(`/form/update/${form.ID}`, { embeddable: false });
  const closed = await fetch(`${site}/forms/framed`);
  t.match(closed.headers.get('content-security-policy'), /frame-ancestors 'none'/);
  t.equal((await fetch(`${site}/forms/framed/embed.js`)).status, 404);
});

t.test('each version of the consent text stays with its submissions, also after the form is deleted', async (t) => {
  const form = await addForm({ consent_text: 'First version' });
  await visitor.send(form, { email: 'first@forms.example', consent: '1' });
  await handled(form);
  await confirmed('first@forms.example');
  await post(`/form/update/${form.ID}`, { consent_text: 'Second version' });
  await visitor.send(form, { email: 'second@forms.example', consent: '1' });
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
