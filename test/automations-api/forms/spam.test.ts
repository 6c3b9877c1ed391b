/** Spam: what a bot's posts can cause, 10,000 of them with TEST_LONG, and that a person still gets through. */
import { work } from '../../../automations-api/plugins/forms/core/limits.ts';
import { addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { type Form, openVisitor, prove, type Visitor } from '../../fixtures/forms.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { createStores, startRedisServer } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const mailbox = await startMailServer(t);
const settings = { SMTP_URL: mailbox.url, TRUSTED_PROXIES: '127.0.0.1/32' };
const service = await startAutomations(t, settings);
const { get, post } = service;
const visitor = await openVisitor(service);
const [list] = await addTerms(service, 'list', ['News']);

async function addForm(name: string): Promise<Form> {
  return (await post('/form/add', { name, lists: [list] })).body.data.form;
}
const submissionsOf = async ({ ID }: Form): Promise<Body[]> =>
  (await get(`/form/${ID}/submissions?limit=500`)).body.data.submissions;
const addressOf = (n: number) => `203.0.${n >> 8}.${n & 255}`;

t.test('a visitor without a script gets one more step, which keeps the values and takes time', async (t) => {
  const form = await addForm('Plain');
  const address = '198.51.100.3';
  const first = await visitor.post(
    form.slug,
    { email: 'plain@forms.example', token: visitor.tokenOf(form.ID) },
    address,
  );
  const page = await first.text();
  t.match(page, /name="email" value="plain@forms\.example"/);
  const token = /name="token" value="([\w-]+)"/.exec(page)?.[1] as string;
  const early = await visitor.post(form.slug, { email: 'plain@forms.example', token, proof: '' }, address);
  t.equal(early.status, 200, 'at once, it is the same step again');
  t.same(await submissionsOf(form), []);
  const patient = visitor.tokenOf(form.ID, { kind: 'step' });
  const late = await visitor.post(form.slug, { email: 'plain@forms.example', token: patient }, '198.51.100.4');
  t.equal(late.status, 303, 'after five seconds it is accepted');
  await mailbox.waitFor('plain@forms.example');
});

const posts = process.env.TEST_LONG === '1' ? 10_000 : 1_000;

/** Sends the posts of a bot, and returns the statuses of the answers. `at` runs before each post. */
async function attack({ tokenOf, post }: Visitor, { ID, slug }: Form, at: (n: number) => Promise<void>) {
  const proven = (token = tokenOf(ID)) => ({ token, proof: prove(token, 8) });
  const solved = proven();
  /** Posts that prove their work come from one network, all others from 500 addresses. */
  const network = (n: number) => `2001:db8:1:1::${(n % 65_536).toString(16)}`;
  const many = (n: number) => addressOf(n % 500);
  const kinds: { values: (n: number) => Record<string, string>; from: (n: number) => string }[] = [
    { values: () => ({}), from: many },
    { values: () => ({ ...solved, token: `${solved.token.slice(0, -2)}AA` }), from: many },
    { values: () => solved, from: many },
    { values: () => ({ token: tokenOf(ID), company_url: 'https://spam.example', proof: '1' }), from: many },
    { values: () => ({ token: tokenOf(ID, { kind: 'step', ageMs: 1_000 }) }), from: many },
    { values: () => ({ token: tokenOf(ID, { kind: 'step' }) }), from: many },
    { values: () => ({ token: tokenOf(ID, { ageMs: 2 * 86_400_000 }), proof: '0' }), from: many },
    { values: (n) => ({ token: n % 100 === 7 ? tokenOf(ID, { bits: 20 }) : '', proof: '12' }), from: many },
    { values: () => proven(), from: network },
  ];
  const first = await post(slug, { email: 'bot@spam.example', ...solved }, network(0));
  const statuses = new Set([first.status]);
  const senders = Array.from({ length: 20 }, async (_, sender) => {
    for (let n = sender; n < posts; n += 20) {
      await at(n);
      const { values, from } = kinds[Math.floor(n / 20) % kinds.length] as (typeof kinds)[number];
      const answer = await post(slug, { email: `bot${n}@spam.example`, ...values(n) }, from(n));
      await answer.arrayBuffer();
      statuses.add(answer.status);
    }
  });
  await Promise.all(senders);
  return [...statuses].sort();
}

/** The shares of the posts after which Redis is stopped, and started again. */
const outages = { 'with Redis': [1, 1], 'without Redis': [0, 1], 'while Redis stops and returns': [0.3, 0.7] } as const;

for (const [name, [stopped, started]] of Object.entries(outages)) {
  t.test(`a bot's posts ${name} cause at most 20 emails and contacts, and people can still subscribe`, async (t) => {
    const redis = await startRedisServer(t);
    const attacked = await startAutomations(t, settings, { ...(await createStores(t)), redisUrl: redis.url });
    const bot = await openVisitor(attacked);
    const form: Form = (await attacked.post('/form/add', { name: `Attacked ${name}` })).body.data.form;
    const email = `person-${stopped}-${started}@forms.example`;
    const statuses = await attack(bot, form, async (n) => {
      if (n === stopped * posts) await redis.kill('SIGKILL');
      if (n === started * posts) await redis.start();
    });
    t.same(statuses, [200, 303, 429]);
    const person = await bot.send(form, { email }, { address: addressOf(7) });
    t.equal(person.status, 303, 'from an address of the bot');
    if (started === 1 && stopped < 1) await redis.start();
    await mailbox.waitFor(email);
    const rows = await until(
      async (): Promise<Body[]> => (await attacked.get(`/form/${form.ID}/submissions?limit=500`)).body.data.submissions,
      (all) => all.every(({ outcome }) => outcome !== 'new'),
    );
    const contacts = Number((await attacked.get('/contacts?search=spam.example&limit=1')).headers.get('x-wp-total'));
    const waiting = rows.filter(({ outcome }) => outcome === 'waiting').length;
    const mails = await until(
      () => mailbox.mails.filter(({ text }) => text?.includes(form.name)).length,
      (arrived) => arrived >= waiting,
    );
    const figures = `${posts} posts ${name}: ${rows.length - 1} submissions, ${contacts} contacts, ${mails - 1} emails`;
    t.ok(rows.length - 1 <= 20 && contacts <= 20 && mails - 1 <= 20, figures);
    t.ok(rows.length > 10, 'posts with a proof of work arrive');
    t.comment(figures);
  });
}

t.test('each sender has a separate limit for submissions with proofs of work', async (t) => {
  const form = await addForm('Worked');
  const sent = [];
  for (let n = 0; n < 30; n++) {
    sent.push(await visitor.send(form, { email: `worker${n}@spam.example` }, { address: '198.51.100.1' }));
  }
  t.equal(sent.filter(({ status }) => status === 303).length, service.config.formPostsPerAddress);
  t.match(sent.at(-1), { status: 429, text: /worker29@spam\.example/ }, 'the values are kept');
  const other = await visitor.send(form, { email: 'other@forms.example' }, { address: '198.51.100.2' });
  t.equal(other.status, 303);
});

t.test('each page can be sent once, and a second click gets the same answer', async (t) => {
  const form = await addForm('Once');
  const token = visitor.tokenOf(form.ID);
  const send = (email: string) => visitor.send(form, { email }, { token, address: '198.51.100.5' });
  const both = await Promise.all([send('twice@forms.example'), send('twice@forms.example')]);
  t.equal((await send('twice@forms.example')).status, 303);
  t.same(
    both.map(({ status }) => status),
    [303, 303],
  );
  t.equal((await send('another@forms.example')).status, 200, 'another address needs another page');
  t.equal((await submissionsOf(form)).length, 1);
});

t.test('if a visitor goes back and corrects a value, the form must be sent again', async (t) => {
  const { ID, slug } = (await post('/form/add', { name: 'Corrected', fields: ['email', 'f_name'] })).body.data.form;
  const token = visitor.tokenOf(ID);
  const send = (f_name: string) =>
    visitor.send({ ID, slug } as Form, { email: 'back@forms.example', f_name }, { token, address: '198.51.100.6' });
  t.equal((await send('Aad')).status, 303);
  t.match(await send('Ada'), { status: 200, text: /value="Ada"[\s\S]*data-sends|data-sends[\s\S]*value="Ada"/ });
});

t.test('when many submissions arrive, pages that were opened earlier need another step with more work', async (t) => {
  const form = await addForm('Busy');
  const send = (n: number, bits?: number) =>
    visitor.send(form, { email: `busy${n}@forms.example` }, { address: addressOf(1_000 + n), ...(bits && { bits }) });
  const early: number[] = [];
  for (let n = 0; n < 200 && early.at(-1) !== 200; n++) early.push((await send(n)).status);
  t.ok(early.length > service.config.formPostsPerAddress, 'not before there are many');
  const { text } = await send(300);
  t.match(text, `data-bits="${work.busy}" data-sends="1"`, 'the script does the work of the new page at once');
  t.equal((await send(301, work.busy)).status, 303, 'with enough work, a person still gets through');
});
