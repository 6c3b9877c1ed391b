/** Batches: each contact gets its own result, in order, and never another contact's data. */

import { addContact, addTerms, type Body, keepCounts, recordOf, startAutomations } from '../fixtures/automations.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t);
const { get, post } = service;
keepCounts(t, service);
const batch = (contacts: unknown) => post('/contacts/batch', { contacts });

t.test('contacts are found by email address, and created or updated in order, each with its own data', async (t) => {
  const [tag, other] = (await addTerms(service, 'tag', ['Batch', 'Batch too'])) as [number, number];
  const field = (await post('/field/add', { field_name: 'Batch', type: 1 })).body.data.fields.ID;
  const known = await addContact(service, { email: 'known@x.example', f_name: 'Old', l_name: 'Kept', tags: [other] });
  const { status, body } = await batch([
    { email: 'new1@x.example', f_name: 'One', tags: [tag], fields: { [field]: 'first' } },
    { email: 'KNOWN@x.example', f_name: 'New', tags: [tag] },
    { email: 'new2@x.example', f_name: 'Two', status: 'subscribed', fields: { [field]: 'second' } },
  ]);
  t.equal(status, 200);
  t.match(body, { code: 'success', data: { created: 2, updated: 1, failed: 0, limit: 0, offset: 0 } });
  const { results } = body.data;
  t.strictSame(
    results.map(({ index, ok, created, email }: Body) => [index, ok, created, email]),
    [
      [0, true, true, 'new1@x.example'],
      [1, true, false, 'KNOWN@x.example'],
      [2, true, true, 'new2@x.example'],
    ],
  );
  t.equal(results[1].id, String(known));
  t.match(await recordOf(service, known), { f_name: 'New', l_name: 'Kept', tags: `[${tag},${other}]` });
  for (const [place, name, value, status] of [
    [0, 'One', 'first', '0'],
    [2, 'Two', 'second', '1'],
  ] as const) {
    const { contact } = (await get(`/contact?id=${results[place].id}`)).body.data;
    t.match(contact.contact.db_contact, { f_name: name, status });
    t.strictSame(contact.fields, { [field]: value });
  }
});

t.test("one item's error is reported for that item alone, and the other items succeed", async (t) => {
  const { body } = await batch([
    { email: 'nonsense' },
    { email: 'good@x.example' },
    {},
    'text',
    null,
    { email: 'bad-status@x.example', status: 'gone' },
    { email: 'bad-country@x.example', country: 'Atlantis' },
    { email: 'good2@x.example' },
  ]);
  t.strictSame(
    body.data.results.map(({ index, ok, status, error }: Body) => [index, ok ? 'ok' : `${status} ${error.code}`]),
    [
      [0, '422 email_invalid'],
      [1, 'ok'],
      [2, '400 required_fields_missing'],
      [3, '400 required_fields_missing'],
      [4, '400 required_fields_missing'],
      [5, '422 unprocessable_entity'],
      [6, '422 unprocessable_entity'],
      [7, 'ok'],
    ],
  );
  t.match(body.data, { created: 2, updated: 0, failed: 6 });
  t.equal((await get('/contact?email=bad-country@x.example')).status, 404);
});

t.test('an email address that occurs twice creates one contact, which the later item updates', async (t) => {
  const { body } = await batch([
    { email: 'twice@x.example', f_name: 'First', l_name: 'Kept' },
    { email: 'TWICE@x.example', f_name: 'Second' },
  ]);
  const [first, second] = body.data.results;
  t.equal(first.id, second.id);
  t.strictSame([first.created, second.created], [true, false]);
  t.match(await recordOf(service, Number(first.id)), { f_name: 'Second', l_name: 'Kept', email: 'TWICE@x.example' });
});

t.test(
  'on_taken `fill` writes only empty values and adds tags and lists; `skip` leaves known contacts unchanged',
  async (t) => {
    const tags = await addTerms(service, 'tag', ['Fill a', 'Fill b']);
    const lists = await addTerms(service, 'list', ['Fill a', 'Fill b']);
    const addField = async (name: string) =>
      (await post('/field/add', { field_name: name, type: 1 })).body.data.fields.ID as string;
    const [full, empty] = [await addField('Fill full'), await addField('Fill empty')];
    const email = 'Known.Fill@x.example';
    const own = { f_name: 'Ada', source: 'shop', status: 'unverified', type: 'customer' };
    const start = { ...own, email, tags: [tags[0]], lists: [lists[0]], fields: { [full]: 'kept' } };
    const id = await addContact(service, start);
    const sent = {
      ...{ email: email.toLowerCase(), f_name: 'Mallory', l_name: 'King', source: 'form', type: 'lead', points: 3 },
      ...{ status: 'subscribed', tags: [tags[1]], lists: [lists[1]], replace_tags: true, replace_lists: true },
      ...{ fields: { [full]: 'other', [empty]: 'new' } },
    };
    const before = await recordOf(service, id);
    const send = (on_taken: string) =>
      post('/contacts/batch', { contacts: [sent, { email: `new-${on_taken}@x.example` }], on_taken });

    const skipped = (await send('skip')).body.data;
    t.match(skipped, { created: 1, updated: 0, skipped: 1, failed: 0 });
    t.match(skipped.results[0], { ok: true, created: false, skipped: true, id: String(id), email });
    t.strictSame(await recordOf(service, id), before);

    for (const round of [1, 2]) {
      const filled = (await send('fill')).body.data;
      t.match(filled, { created: 2 - round, updated: round, skipped: 0, failed: 0 });
      t.match(filled.results[0], { created: false, status_kept: 'unverified' });
      const { contact, fields } = (await get(`/contact?id=${id}`)).body.data.contact;
      t.match(contact.db_contact, {
        ...{ email, f_name: 'Ada', l_name: 'King', source: 'shop', type: 'customer', points: '3', status: '0' },
        ...{ tags: JSON.stringify(tags), lists: JSON.stringify(lists) },
      });
      t.strictSame(fields, { [full]: 'kept', [empty]: 'new' });
    }
    t.match(await post('/contacts/batch', { contacts: [sent], on_taken: 'replace' }), { status: 422 });
  },
);

t.test("the batch's options apply to items that do not set their own", async (t) => {
  const [a, b] = (await addTerms(service, 'tag', ['Option a', 'Option b'])) as [number, number];
  const start = (n: number) => ({ email: `option${n}@x.example`, f_name: 'Ada', tags: [a] });
  const ids = [await addContact(service, start(1)), await addContact(service, start(2))] as const;
  const change = (n: number) => ({ email: `option${n}@x.example`, f_name: '', tags: [b] });
  const contacts = [change(1), { ...change(2), replace_tags: false, blank_values_update: false }];
  await post('/contacts/batch', { contacts, replace_tags: true, blank_values_update: true });
  t.match(await recordOf(service, ids[0]), { f_name: '', tags: `[${b}]` });
  t.match(await recordOf(service, ids[1]), { f_name: 'Ada', tags: `[${a},${b}]` });
});

t.test('a batch accepts 500 contacts, refuses 501, and an empty batch gets required_fields_missing', async (t) => {
  const many = Array.from({ length: 501 }, (_, n) => ({ email: `many${n}@x.example`, f_name: `F${n}` }));
  t.match(await batch(many), { status: 422, body: { code: 'unprocessable_entity' } });
  t.equal((await get('/contact?email=many0@x.example')).status, 404);
  const { body } = await batch(many.slice(0, 500));
  t.equal(body.data.created, 500);
  for (const place of [0, 99, 100, 499]) {
    const { id } = body.data.results[place];
    t.match(await recordOf(service, Number(id)), { email: `many${place}@x.example`, f_name: `F${place}` });
  }
  t.match((await batch(many.slice(0, 500))).body.data, { created: 0, updated: 500 });
  t.match(await batch([]), { status: 400, body: { code: 'required_fields_missing' } });
  t.match(await post('/contacts/batch', {}), { status: 400, body: { code: 'required_fields_missing' } });
});

t.test('parallel batches with the same email addresses create each contact once', async (t) => {
  const emails = Array.from({ length: 60 }, (_, n) => `both${n}@x.example`);
  const answers = await Promise.all(
    [emails, [...emails].reverse(), emails, [...emails].reverse()].map((list, n) =>
      batch(list.map((email) => ({ email, f_name: `Batch ${n}` }))),
    ),
  );
  t.ok(answers.every(({ body }) => body.data.failed === 0));
  t.equal(
    answers.reduce((sum, { body }) => sum + body.data.created, 0),
    60,
  );
  const ids = new Set(answers.flatMap(({ body }) => body.data.results.map(({ id }: Body) => id)));
  t.equal(ids.size, 60);
});

const asked = ['0', '1', '2', '3', '4', '5', 'verified'] as const;
/** The status before, the resulting status for each requested one, and the same with `resubscribe`. */
for (const [before, after, resubscribed] of [
  ['0', ['0', '1', '2', '3', '4', '5', '1'], ['0', '1', '2', '3', '4', '5', '1']],
  ['1', ['0', '1', '2', '3', '4', '5', '1'], ['0', '1', '2', '3', '4', '5', '1']],
  ['2', ['0', '1', '2', '3', '4', '5', '1'], ['0', '1', '2', '3', '4', '5', '1']],
  ['3', ['3', '3', '3', '3', '3', '5', '3'], ['0', '1', '2', '3', '4', '5', '3']],
  ['4', ['0', '1', '2', '3', '4', '5', '1'], ['0', '1', '2', '3', '4', '5', '1']],
  ['5', ['5', '5', '5', '5', '5', '5', '5'], ['0', '1', '2', '3', '4', '5', '5']],
] as const) {
  t.test(
    `a batch that changes the status ${before} never overrides an opt-out, unless resubscribe is passed`,
    async (t) => {
      const name = (status: string) => `from${before}-to-${status}@x.example`;
      const reset = () => batch(asked.map((status) => ({ email: name(status), status: before, resubscribe: true })));
      const wanted = asked.map((status) => ({ email: name(status), status, f_name: 'Changed' }));
      const statuses = async ({ body }: { body: Body }) =>
        Promise.all(body.data.results.map(async ({ id }: Body) => (await recordOf(service, Number(id))).status));
      await reset();
      const answer = await batch(wanted);
      t.same(await statuses(answer), after);
      const kept = { 3: 'unsubscribed', 5: 'complaint' }[before as '3'];
      for (const [place, result] of answer.body.data.results.entries()) {
        const isKept = kept && asked[place] !== 'verified' && asked[place] !== after[place];
        t.equal(result.status_kept, isKept ? kept : undefined, `${asked[place]} after ${before}`);
        t.equal((await recordOf(service, Number(result.id))).f_name, 'Changed', 'the rest is written');
      }
      await reset();
      t.same(await statuses(await post('/contacts/batch', { contacts: wanted, resubscribe: true })), resubscribed);
      await reset();
      t.same(await statuses(await batch(wanted.map((one) => ({ ...one, resubscribe: true })))), resubscribed);
      await reset();
      const refused = wanted.map((one) => ({ ...one, resubscribe: false }));
      t.same(await statuses(await post('/contacts/batch', { contacts: refused, resubscribe: true })), after);
    },
  );
}

t.test('a single contact can change from any status to any other status', async (t) => {
  const id = await addContact(service, { email: 'any@x.example', status: 'complaint' });
  for (const status of ['subscribed', 'unsubscribed', 'soft_bounced', 'SUBSCRIBED', 'complaint', 'unverified']) {
    t.equal((await post(`/contact/change-status/${id}`, { status })).status, 200);
    const found = (await get(`/contacts?status=${status}&email=any@x.example`)).body.data.contact;
    t.equal(found.total, 1, `found as ${status}`);
  }
});
