/** Segments: their contacts, their counts and their uses. */
import fc from 'fast-check';
import { type Automations, addContact, addTerms, type Body, startAutomations } from '../fixtures/automations.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

const stores = await createStores(t);
const service = await startAutomations(t, {}, stores);
/** A service without the contact index. */
const bySql = await startAutomations(t, { CONTACTS_INDEX_MEGABYTES: '0' }, stores);
const { get, post, del, db } = service;

const tags = (await addTerms(service, 'tag', ['A', 'B', 'C'])) as [number, number, number];
const lists = (await addTerms(service, 'list', ['L', 'M'])) as [number, number];
const statuses = ['unverified', 'subscribed', 'bounced'];
const people = 40;
await post('/contacts/batch', {
  contacts: Array.from({ length: people }, (_, n) => ({
    email: `p${n}@x.example`,
    status: statuses[n % 3],
    tags: tags.filter((_, place) => (n >> place) & 1),
    lists: lists.filter((_, place) => (n >> (place + 3)) & 1),
  })),
});

let made = 0;
const add = async (filter: object, name = `segment ${++made}`) => {
  const { status, body, text } = await post('/segment/add', { name, filter });
  if (status !== 200) throw new Error(text);
  return body.data.segment as Body;
};
const queryOf = (filter: Record<string, unknown>) =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${[value].flat().join()}`)
    .join('&');
const emailsOf = async ({ get }: Automations, query: string): Promise<string[]> => {
  const { body, text } = await get(`/contacts?${query}&limit=500`);
  if (!body.data) throw new Error(text);
  const { contacts, total } = body.data.contact;
  if (contacts.length !== total) throw new Error(`${contacts.length} of ${total}`);
  return contacts.map(({ email }: Body) => email);
};

t.test('a segment is created, shown with its filter as given, counted, renamed, changed and deleted', async (t) => {
  const filter = { tag: [tags[0]], status: ['subscribed'] };
  const { body } = await post('/segment/add', { name: ' Buyers ', filter });
  const { ID, counted_at, created_at, ...rest } = body.data.segment;
  const count = (await emailsOf(service, queryOf(filter))).length;
  t.strictSame(rest, { name: 'Buyers', filter, count, updated_at: null });
  t.match(counted_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  t.match((await get(`/segment/${ID}`)).body.data.segment, { ...rest, ID, created_at });
  const renamed = (await post(`/segment/update/${ID}`, { name: 'BUYERS' })).body.data.segment;
  t.match(renamed, { ID, name: 'BUYERS', filter, count });
  const refined = (await post(`/segment/update/${ID}`, { filter: {} })).body.data.segment;
  t.match(refined, { name: 'BUYERS', filter: {}, count: people });
  const listed = await get('/segments?limit=1');
  t.match(listed.body.data, { segments: [{ ID, count: people }], limit: 1, offset: 0 });
  t.equal(listed.headers.get('x-wp-total'), '1');
  t.strictSame((await del(`/segment/${ID}`)).body.data.segment, { ID, name: 'BUYERS' });
  t.equal((await get(`/segment/${ID}`)).body.code, 'data_not_found');
});

t.test('an invalid segment is refused', async (t) => {
  const { ID } = await add({}, 'Été');
  for (const [body, status, code] of [
    [{ name: 'ÉTÉ', filter: {} }, 422, 'already_exists'],
    [{ name: ' ', filter: {} }, 400, 'required_fields_missing'],
    [{ name: 'x' }, 400, 'required_fields_missing'],
    [{ name: 'x', filter: { tags: [1] } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { status: 'happy' } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { from: '2026-13-01' } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { segment: 999_999 } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { segment: 'many' } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: [1] }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { any_of: [{}] } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { any_of: [{ country: [] }] } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { any_of: [{ status: 'happy' }] } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { any_of: [{ segment: ID }] } }, 422, 'unprocessable_entity'],
    [{ name: 'x', filter: { any_of: [{ any_of: [{ country: ['DE'] }] }] } }, 422, 'unprocessable_entity'],
    [{ name: 'x'.repeat(201), filter: {} }, 422, 'unprocessable_entity'],
  ] as const) {
    const answer = await post('/segment/add', body);
    t.equal(answer.status, status, JSON.stringify(body));
    t.equal(answer.body.code, code, answer.text);
  }
  const other = await add({});
  t.equal((await post(`/segment/update/${other.ID}`, { name: 'été' })).body.code, 'already_exists');
  t.equal((await post(`/segment/update/${ID}`, { name: 'été' })).status, 200, 'its own name in another case');
  t.equal((await get('/contacts?segment=999999')).status, 422);
  await del(`/segment/${ID}`);
  await del(`/segment/${other.ID}`);
});

const filter = fc.record(
  {
    status: fc.constantFrom(...statuses),
    tag: fc.subarray([...tags], { minLength: 1 }),
    list: fc.subarray([...lists], { minLength: 1 }),
    email: fc.constantFrom('p3@x.example', 'P7@x.example'),
    from: fc.constantFrom('2020-01-01', '2999-01-01'),
    updated_to: fc.constantFrom('2020-01-01', '2999-01-01'),
  },
  { requiredKeys: [] },
);
const rarely = { weight: 1, arbitrary: filter };
/** Fields of contacts that most conditions in this test match. */
const mostly = {
  weight: 7,
  arbitrary: fc.oneof(
    fc.record({ tag: fc.subarray([...tags], { minLength: 2 }) }),
    fc.record({ list: fc.subarray([...lists], { minLength: 1 }) }),
    fc.record({ status: fc.constantFrom('unverified', 'subscribed') }),
  ),
};

t.test('a segment whose field was deleted has no count, but can be read, renamed and corrected', async (t) => {
  const field = (await post('/field/add', { field_name: 'Going', type: 1 })).body.data.fields.ID;
  const filter = { field: { [field]: 'a' } };
  const { ID } = await add(filter, 'Broken');
  await del(`/field/${field}`);
  const broken = { status: 200, body: { data: { segment: { ID, filter, count: null, counted_at: null } } } };
  t.match(await get(`/segment/${ID}`), broken);
  t.match(await post(`/segment/update/${ID}`, { name: 'Still broken' }), broken);
  t.equal((await post(`/segment/update/${ID}`, { name: 'Refused', filter })).status, 422);
  const mended = (await post(`/segment/update/${ID}`, { filter: {} })).body.data.segment;
  t.match(mended, { name: 'Still broken', count: people });
  await del(`/segment/${ID}`);
});

t.test(
  'contacts found by a segment match its filter and those of its nested segments, by index and by SQL',
  async (t) => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(rarely, mostly), { minLength: 2, maxLength: 4 }),
        fc.constantFrom('creation_date', 'last_modified', 'email'),
        async ([own, ...others], sort) => {
          let segment: number | undefined;
          const ids: number[] = [];
          for (const other of others) {
            ({ ID: segment } = await add({ ...other, ...(segment === undefined ? {} : { segment }) }));
            ids.push(segment as number);
          }
          const each = await Promise.all(
            [own, ...others].map((one) => emailsOf(service, queryOf(one as object as Body))),
          );
          const all = each.reduce((some, more) => some.filter((email) => more.includes(email))).sort();
          const query = queryOf({ ...own, segment, sort_field: sort });
          for (const one of [service, bySql]) {
            t.strictSame((await emailsOf(one, query)).sort(), all, query);
            const exported = await one.get(`/contacts/export?${query.replace(/&?sort_field=\w+/, '')}&format=jsonl`);
            const lines = exported.text.split('\n').filter(Boolean);
            t.strictSame(lines.map((line) => JSON.parse(line).email).sort(), all);
            const count = (await one.get(`/segment/${segment}`)).body.data.segment.count;
            t.equal(count, (await emailsOf(service, `segment=${segment}`)).length);
          }
          found += all.length > 0 ? 1 : 0;
          for (const id of ids.reverse()) t.equal((await del(`/segment/${id}`)).status, 200);
        },
      ),
      { numRuns: 40 },
    );
    t.ok(found > 5, `${found} found anybody`);
  },
);

t.test("a segment's count includes every change up to the request", async (t) => {
  const { ID } = await add({ tag: [tags[2]], status: 'bounced' });
  const shown = async ({ get }: Automations) => [
    (await get(`/segment/${ID}`)).body.data.segment.count,
    (await get('/segments')).body.data.segments.find((one: Body) => one.ID === ID).count,
  ];
  const [before] = await shown(service);
  const contact = await addContact(service, { email: 'counted@x.example', tags: [tags[2]], status: 'bounced' });
  t.strictSame(await shown(service), [before + 1, before + 1]);
  t.equal((await shown(bySql))[0], before + 1);
  await post(`/contact/change-status/${contact}`, { status: 'subscribed' });
  t.strictSame(await shown(service), [before, before]);
  await del(`/contact/${contact}`);
  await del(`/segment/${ID}`);
});

t.test('segments that differ only in a searched value are counted separately', async (t) => {
  const made = [await add({ search: 'p1@' }), await add({ search: 'p1' }), await add({ search: 'nobody at all' })];
  const nested = await add({ segment: made[0].ID });
  const { segments } = (await get('/segments')).body.data;
  const countOf = ({ ID }: Body) => segments.find((one: Body) => one.ID === ID).count;
  t.strictSame([...made, nested].map(countOf), [1, 11, 0, 1]);
  for (const { ID } of [nested, ...made]) t.equal((await del(`/segment/${ID}`)).status, 200);
});

t.test(
  'without the index, a list shows each count with its time, and old counts are refreshed in the background',
  async (t) => {
    const { ID } = await add({ status: 'subscribed' });
    const segment = async () => (await bySql.get('/segments')).body.data.segments.find((one: Body) => one.ID === ID);
    const { count } = await segment();
    const old = new Date(Date.UTC(2026, 0, 1));
    await db.updateTable('automations_segments').set({ counted: 7, counted_at: old }).where('id', '=', ID).execute();
    t.match(await segment(), { count: 7, counted_at: '2026-01-01 00:00:00' });
    const counted = await until(async () => {
      const now = await segment();
      return now.count !== 7 && now;
    });
    t.equal(counted.count, count);
    t.ok(counted.counted_at > '2026-01-02');
    await del(`/segment/${ID}`);
  },
);

t.test('segments cannot form a cycle, even if two updates run at the same time', async (t) => {
  const [a, b, c] = [await add({}), await add({}), await add({})];
  const name = (one: Body, other: Body) => post(`/segment/update/${one.ID}`, { filter: { segment: other.ID } });
  t.equal((await name(a, a)).status, 422);
  await name(b, a);
  await name(c, b);
  t.equal((await name(a, c)).body.code, 'unprocessable_entity');
  for (let round = 0; round < 15; round++) {
    for (const one of [a, b, c]) await post(`/segment/update/${one.ID}`, { filter: {} });
    const answers = await Promise.all([name(a, b), name(b, c), name(c, a)]);
    const statuses = answers.map(({ status }) => status).sort();
    t.strictSame(statuses, [200, 200, 422], answers.map(({ text }) => text).join());
    t.equal((await get(`/segment/${a.ID}`)).status, 200);
  }
  for (const one of [a, b, c]) await post(`/segment/update/${one.ID}`, { filter: {} });
  for (const one of [a, b, c]) t.equal((await del(`/segment/${one.ID}`)).status, 200);
});

t.test('segments can be nested at most five levels deep, whichever end of the chain is changed', async (t) => {
  const chain = [await add({})];
  for (let n = 1; n < 5; n++) chain.push(await add({ segment: chain.at(-1)?.ID }));
  t.equal((await get(`/contacts?segment=${chain.at(-1)?.ID}`)).body.data.contact.total, people);
  const deeper = await post('/segment/add', { name: 'deeper', filter: { segment: chain.at(-1)?.ID } });
  t.equal(deeper.body.code, 'unprocessable_entity');
  const top = await add({});
  const under = await post(`/segment/update/${chain[0]?.ID}`, { filter: { segment: top.ID } });
  t.equal(under.body.code, 'unprocessable_entity');
  for (const one of [top, ...chain.reverse()]) t.equal((await del(`/segment/${one.ID}`)).status, 200);
});

t.test('a segment that is in use cannot be deleted, and the error lists its uses', async (t) => {
  const used = await add({});
  const user = await add({ segment: used.ID }, 'The user');
  const refused = await del(`/segment/${used.ID}`);
  t.equal(refused.status, 422);
  t.equal(refused.body.message, `This segment is used by segment ${user.ID} (The user).`);
  await del(`/segment/${user.ID}`);
  t.equal((await del(`/segment/${used.ID}`)).status, 200);
});

t.test('if a segment is deleted while rules or segments start to use it, no dangling reference is left', async (t) => {
  for (let round = 0; round < 10; round++) {
    const { ID } = await add({});
    const [gone, ...named] = await Promise.all([
      del(`/segment/${ID}`),
      ...Array.from({ length: 4 }, (_, n) =>
        post('/segment/add', { name: `late ${round} ${n}`, filter: { segment: ID } }),
      ),
    ]);
    const users = named.filter(({ status }) => status === 200);
    t.equal(gone.status, users.length > 0 ? 422 : 200, gone.text);
    for (const { body } of users) await del(`/segment/${body.data.segment.ID}`);
    if (users.length > 0) await del(`/segment/${ID}`);
  }
  t.strictSame((await get('/segments')).body.data.segments, []);
});

t.test('creating and changing segments needs the permission `write`, and deleting needs `full`', async (t) => {
  const { ID } = await add({});
  const ask = async (method: string, path: string, permission: 'read' | 'write') => {
    const url = `${service.site}/wp-json/automations${path}?api_key=${await service.makeKey(permission)}`;
    return (await fetch(url, { method })).status;
  };
  t.equal(await ask('GET', '/segments', 'read'), 200);
  t.equal(await ask('POST', `/segment/update/${ID}`, 'read'), 403);
  t.equal(await ask('POST', `/segment/update/${ID}`, 'write'), 200);
  t.equal(await ask('DELETE', `/segment/${ID}`, 'write'), 403);
  await del(`/segment/${ID}`);
});
