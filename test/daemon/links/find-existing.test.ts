/** `findExisting`: a request answers with the link that already has this destination. */
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_FREE_LINKS_PER_MONTH: '3' } });
const { db } = daemon.context;

t.test('the oldest link that is not archived answers 200, and other links stay apart', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const other = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const url = 'https://example.com/launch';
  const post = async (body: object, by = call) => {
    const { status, json } = await by('POST', '/links', { url, findExisting: true, ...body });
    return { status, id: json.id, slug: json.slug };
  };
  await other('POST', '/links', { url });
  const first = await post({ title: 'first' });
  t.equal(first.status, 201);
  t.same(await post({ title: 'second' }), { ...first, status: 200 });
  t.equal((await call('GET', `/links/${first.id}`)).json.title, 'first', 'the link is not changed');
  t.equal((await post({ url: 'https://example.com/Launch' })).status, 201, 'destinations are compared by bytes');
  t.equal((await call('POST', '/links', { url, slug: 'two' })).status, 201);
  t.same(await post({}), { ...first, status: 200 }, 'the oldest is found');
  t.equal((await post({ slug: 'two' })).slug, 'two');
  t.equal((await post({ slug: 'three' })).status, 201, 'no link has this slug');
  t.equal((await post({ findExisting: false })).status, 201);
  await call('PATCH', `/links/${first.id}`, { archived: true });
  t.equal((await post({})).slug, 'two');
  t.not((await post({}, other)).id, first.id, 'another workspace has its own links');
});

t.test('forty requests at once create one link, which uses up one link of the plan', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'free')).key);
  const url = 'https://example.com/race';
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => call('POST', '/links', { url, findExisting: true })),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 1);
  t.equal(answers.filter(({ status }) => status === 200).length, 39);
  t.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
  const statuses = [];
  for (const n of [1, 2, 3]) statuses.push((await call('POST', '/links', { url: `${url}/${n}` })).status);
  t.same(statuses, [201, 201, 402]);
  t.equal((await call('POST', '/links', { url, findExisting: true })).status, 200, 'finding one needs no allowance');
});

t.test('a repeated request with an idempotency key gets the same answer', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const url = 'https://example.com/again';
  await call('POST', '/links', { url });
  const headers = { 'Idempotency-Key': 'find-1' };
  const [one, two] = [
    await call('POST', '/links', { url, findExisting: true }, headers),
    await call('POST', '/links', { url, findExisting: true }, headers),
  ];
  t.same([one.status, two.status], [200, 200]);
  t.equal(one.json.id, two.json.id);
});
