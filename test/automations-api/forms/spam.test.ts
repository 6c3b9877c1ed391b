/** Spam: what a bot's posts can cause, 10,000 of them with TEST_LONG, and that a person still gets through. */
import { work } from '../../../automations-api/plugins/forms/core/limits.ts';
import { addTerms, type Body, startAutomations } from '../../fixtures/automations.ts';
import { type Form, openVisitor, prove } from '../../fixtures/forms.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const mailbox = await startMailServer(t);
const service = await startAutomations(t, { SMTP_URL: mailbox.url, TRUSTED_PROXIES: '127.0.0.1/32' });
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

t.test("a bot's posts cause at most 20 emails and contacts, and people still get through", async (t) => {
  const form = await addForm('Attacked');
  const solved = visitor.tokenOf(form.ID);
  const proof = prove(solved, 8);
  const email = (n: number) => `bot${n}@spam.example`;
  /** The kinds of posts: without a token, altered ones, replays, into the trap, early, patient, old and wrong ones. */
  const kinds: ((n: number) => Record<string, string>)[] = [
    () => ({}),
    () => ({ token: `${solved.slice(0, -2)}AA`, proof }),
    () => ({ token: solved, proof }),
    () => ({ token: visitor.tokenOf(form.ID), company_url: 'https://spam.example', proof: '1' }),
    () => ({ token: visitor.tokenOf(form.ID, { kind: 'step', ageMs: 1_000 }) }),
    () => ({ token: visitor.tokenOf(form.ID, { kind: 'step' }) }),
    () => ({ token: visitor.tokenOf(form.ID, { ageMs: 2 * 86_400_000 }), proof: '0' }),
    (n) => ({ token: n % 100 === 7 ? visitor.tokenOf(form.ID, { bits: 20 }) : '', proof: '12' }),
  ];
  /** The last kind proves its work, from one network of addresses. */
  const network = (n: number) => `2001:db8:1:1::${(n % 65_536).toString(16)}`;
  const proven = () => {
    const token = visitor.tokenOf(form.ID);
    return { token, proof: prove(token, 8) };
  };
  const senders = Array.from({ length: 20 }, async (_, sender) => {
    for (let n = sender; n < posts; n += 20) {
      const kind = kinds[Math.floor(n / 20) % (kinds.length + 1)];
      const address = kind ? addressOf(n % 500) : network(n);
      const answer = await visitor.post(form.slug, { email: email(n), ...(kind?.(n) ?? proven()) }, address);
      await answer.arrayBuffer();
      if (![200, 303, 429].includes(answer.status)) t.fail(`${n}: ${answer.status}`);
    }
  });
  await Promise.all(senders);
  const rows = await until(
    () => submissionsOf(form),
    (all) => all.every(({ outcome }) => outcome !== 'new'),
  );
  t.ok(rows.length <= 20, `${rows.length} pending`);
  t.ok(rows.length > 10, 'patient posts and those with a proof of work arrive');
  const contacts = Number((await get('/contacts?search=spam.example&limit=1')).headers.get('x-wp-total'));
  t.ok(contacts <= 20, `${contacts} contacts`);
  const waiting = rows.filter(({ outcome }) => outcome === 'waiting').length;
  const mails = await until(
    () => mailbox.mails.filter(({ text }) => text?.includes('Attacked')).length,
    (arrived) => arrived >= waiting,
  );
  t.ok(mails <= 20, `${mails} emails`);
  t.comment(`${posts} posts: ${rows.length} submissions, ${contacts} contacts, ${mails} emails`);

  const person = await visitor.send(form, { email: 'person@forms.example' }, { address: addressOf(7) });
  t.equal(person.status, 303, 'from an address of the bot');
  await mailbox.waitFor('person@forms.example');
});

t.test('submissions with proofs of work are limited for each sender separately', async (t) => {
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

t.test('a visitor who goes back and corrects a value is not told that the old one was enough', async (t) => {
  const { ID, slug } = (await post('/form/add', { name: 'Corrected', fields: ['email', 'f_name'] })).body.data.form;
  const token = visitor.tokenOf(ID);
  const send = (f_name: string) =>
    visitor.send({ ID, slug } as Form, { email: 'back@forms.example', f_name }, { token, address: '198.51.100.6' });
  t.equal((await send('Aad')).status, 303);
  t.match(await send('Ada'), { status: 200, text: /value="Ada"[\s\S]*data-sends|data-sends[\s\S]*value="Ada"/ });
});

t.test('when many submissions arrive, pages from before need another step with more work', async (t) => {
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
